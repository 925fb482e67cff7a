-- Frankfurt chess: a piece that captures changes into the captured piece and keeps its owner.
--
-- A royal piece changes like any other and stays royal. With the option rex = exclusive it keeps its type instead,
-- as problemists play it.

-- Staged: once for each pair of types.
--- A piece that captures changes into the captured piece and keeps its owner; a royal piece stays royal.
--- ru: Взявшая фигура становится той, которую взяла, но хозяин её прежний; королевская остаётся королевской.
function on_capture(mover, victim)
    if mover.royal and option("rex") == "exclusive" then
        return nil
    end
    return {becomes = victim.type}
end

-- Frankfurt chess: a man that captures becomes the man it captured and keeps its owner.
--
-- A royal man changes like any other and stays royal. With the option rex = exclusive it keeps its type instead, as
-- problemists play it.

-- Staged: once for each pair of types.
--- A man that captures becomes the man that it captured and keeps its owner; a royal man stays royal.
--- ru: Взявшая фигура становится той, которую взяла, но хозяин её прежний; королевская остаётся королевской.
function on_capture(mover, victim)
    if mover.royal and option("rex") == "exclusive" then
        return nil
    end
    return {becomes = victim.type}
end

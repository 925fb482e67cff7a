-- The race to the last rank.

-- Whether Black's king, on the seventh rank, can follow at once. It stands in no check, so nothing attacks through it.
-- Nor does its step uncover a check: on a line with White's king on the eighth rank it would stand beside it.
local function follows(black)
    if rank(black) ~= 7 then
        return false
    end
    for f = file(black) - 1, file(black) + 1 do
        local c = cell(f, 8)
        if c and owner(c) ~= "black" and not attacked(c, "white") then
            return true
        end
    end
    return false
end

--- The first king on the last rank wins. If it is White's and Black's king follows at once, the game is drawn.
--- ru: Выигрывает король, первым пришедший на последнюю горизонталь. Если это белый, а чёрный приходит следом, — ничья.
function race()
    local white, black = royals("white")[1], royals("black")[1]
    if rank(white) == 8 and rank(black) == 8 then
        return {result = "draw", reason = "both kings have arrived"}
    elseif rank(black) == 8 then
        return {winner = "black", reason = "race"}
    elseif rank(white) == 8 and (side_to_move() == "white" or not follows(black)) then
        return {winner = "white", reason = "race"}
    end
end

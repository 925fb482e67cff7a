-- Benedict chess: what a piece attacks after its move changes sides.

--- Nothing is captured. After a move the enemy pieces that the piece attacks from its new cell change sides, for good. What other
--- pieces attack does not count, and pieces that have changed sides win nobody over until they move.
--- ru: Ничего не берут. После хода вражеские фигуры, на которые фигура нападает с нового поля, переходят на её сторону насовсем.
--- ru: Нападения других фигур не считаются; перешедшие фигуры никого не привлекают, пока не пойдут сами.
--- goal: Win over the enemy king.
--- goal ru: Привлечь на свою сторону вражеского короля.
function convert(move)
    if move.half == "partner" and option("castling_attack") == "king" then
        return nil
    end
    local effects = {}
    for _, c in ipairs(targets(move.to, move.becomes, move.owner)) do
        if owner(c) ~= move.owner then
            table.insert(effects, {give = c, to = move.owner})
        end
    end
    return effects
end

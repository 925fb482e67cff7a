-- Hex: the second player may take over the first stone.

--- Instead of the first stone the second player may write `swap`: the stone of the first player then counts as the second player's.
--- ru: Вместо своего первого камня второй игрок может сказать `swap`: камень первого игрока становится его камнем.
function swap()
    if side_to_move() ~= "blue" or ply() > 0 or count("blue") > 0 or count("red") ~= 1 then
        return {}
    end
    if option("swap") == "sides" then
        return {{text = "swap", {next_player = "blue"}}} -- the persons change colours, so that the first one is to move
    end
    local stone = pieces("red")[1]
    local mirror = cell(rank(stone), file(stone))
    return {{text = "swap", from = stone, to = mirror, {capture = stone}, {put = mirror, piece = "stone", owner = "blue"}}}
end

-- Janggi: what cannons may not jump over, how points are counted, and where horses and elephants begin.

local VALUE = {chariot = 13, cannon = 7, horse = 5, elephant = 3, guard = 3, soldier = 2}

local function sign(n)
    return n > 0 and 1 or n < 0 and -1 or 0
end

--- A cannon does not jump over another cannon.
--- ru: Пушка не прыгает через другую пушку.
function over_no_cannon(move)
    local hurdle = first_piece(move.from, sign(file(move.to) - file(move.from)), sign(rank(move.to) - rank(move.from)))
    return piece(hurdle) ~= "cannon" or "a cannon does not jump over a cannon"
end

--- Points are counted: 13 for a chariot, 7 for a cannon, 5 for a horse, 3 for an elephant or guard, 2 for a soldier. The second player
--- gets one and a half more, and the player with more points wins.
--- ru: Считают очки: 13 за ладью, 7 за пушку, 5 за коня, 3 за слона и советника, 2 за солдата. Второму игроку прибавляют полтора очка;
--- ru: побеждает тот, у кого их больше.
function count_points()
    local more = 0
    for kind, points in pairs(VALUE) do
        more = more + points * (count("white", kind) - count("black", kind))
    end
    return {winner = more > 1 and "white" or "black"}
end

--- Before the game each player may exchange horse and elephant on either wing.
--- ru: Перед игрой каждый игрок может поменять местами коня и слона на любом фланге.
function arrays()
    local function row(setup)
        return "r" .. string.lower(string.sub(setup, 1, 2)) .. "a1a" .. string.lower(string.sub(setup, 4, 5)) .. "r"
    end
    return row(option("setup-black")) .. "/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/" ..
        string.upper(row(option("setup-white"))) .. " w - - 0 1"
end

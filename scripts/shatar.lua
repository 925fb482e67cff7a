-- Kinds of checks, the mate that they make, and the opening of shatar.

local SHAK = {bers = true, rook = true, knight = true}

local function enemy(who)
    return who == "white" and "black" or "white"
end

-- The men of `who` that check the other king.
local function checkers(who)
    local king = royals(enemy(who))[1]
    return king and attackers(king, who) or {}
end

-- What the player's series is worth after his move: 0 none, 1 tuks and tsods only, 2 with a shak.
function series(move)
    local name = move.owner .. "-series"
    local before, now = counter(name), 0
    if check(enemy(move.owner)) then
        now = before < 2 and 1 or 2
        for _, c in ipairs(checkers(move.owner)) do
            if SHAK[piece(c)] or option("tuk-tsod-as-shak") == "on" then
                now = 2
            end
        end
    end
    return now ~= before and {{counter = name, set = now}} or nil
end

-- A mate without a shak in its series is a draw. In a position that was set up the mate itself must do.
function nel()
    local mater = enemy(mover())
    local worth = counter(mater .. "-series")
    for _, c in ipairs(checkers(mater)) do
        if SHAK[piece(c)] or option("tuk-tsod-as-shak") == "on" then
            worth = 2
        end
    end
    return worth < 2 and {result = "draw", reason = "nel"} or nil
end

function knight_mate(move)
    local from = checkers(move.owner)
    for _, c in ipairs(from) do
        if piece(c) ~= "knight" then
            return true
        end
    end
    return #from == 0 or not stuck() or "knights alone may not mate"
end

-- Whether the player has not moved yet.
local function at_home(who)
    local first = who == "white" and 1 or 7
    for f = 1, 8 do
        if owner(cell(f, first)) ~= who or owner(cell(f, first + 1)) ~= who then
            return false
        end
    end
    return true
end

function opening(move)
    local double = move.piece == "pawn" and math.abs(rank(move.to) - rank(move.from)) == 2
    if at_home(move.owner) then
        return double or "the first move is the double step of the pawn"
    end
    return not double or option("khangai-start") ~= "on" or "only the first move of all may be a double step"
end

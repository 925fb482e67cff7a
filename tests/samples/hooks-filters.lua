-- Answers that depend on what the filters promise.

local RUN = {white = "white-run", black = "black-run"}

local function enemy(who)
    return who == "white" and "black" or "white"
end

function runs(move)
    local name = RUN[move.owner]
    if check(enemy(move.owner)) then
        return {{counter = name, set = math.min(counter(name) + 1, 3)}}
    end
    return {{counter = name, set = 0}}
end

function made_others(move)
    return {{counter = "checks-given", set = (counter("checks-given") + 1) % 3}}
end

function opens(move)
    return move.piece ~= "knight" or "pawns go first"
end

function no_rook_checks(move)
    return not move.captured or "rooks and pawns do not check by taking"
end

function quiet_bishops(move)
    return file(move.to) % 2 == 1
end

function no_knight_mates(move)
    return no_moves() and "knights and queens do not mate"
end

function no_new_bishops(move)
    return move.becomes ~= "bishop"
end

function knights_taken(move)
    return rank(move.to) ~= 5
end

function drops_here(move)
    return file(move.to) > 3
end

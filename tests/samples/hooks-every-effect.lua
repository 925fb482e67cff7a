-- What happens after a capture depends on how many there have been.
local function first(owner_wanted, kind)
    for c = 0, cells() - 1 do
        if piece(c) == kind and owner(c) == owner_wanted then
            return c
        end
    end
end

local function empty_cell(rank_from)
    for r = rank_from, 8 do
        for f = 1, 8 do
            if not piece(cell(f, r)) then
                return cell(f, r)
            end
        end
    end
end

function storm(move)
    local number = counter("captures") % 7
    local count = {counter = "captures", set = counter("captures") + 1}
    local enemy = move.captured_owner
    local free, footman = empty_cell(3), nil
    if number == 0 then
        footman = first(enemy, "knight")
        return footman and {{capture = footman}, count} or {count}
    elseif number == 1 then
        return free and {{put = free, piece = "bishop", owner = enemy}, count} or {count}
    elseif number == 2 then
        footman = first(move.owner, "rook")
        return footman and {{transform = footman, into = "queen"}, count} or {count}
    elseif number == 3 then
        footman = first(enemy, "bishop")
        return footman and {{give = footman, to = move.owner}, count} or {count}
    elseif number == 4 then
        footman = first(enemy, "rook")
        return footman and free and {{move = footman, to = free}, count} or {count}
    elseif number == 5 then
        return {{hand = enemy, piece = "knight", add = 1}, count}
    end
    return {count}
end

function wind(move)
    local there = cell(file(move.to), rank(move.to) + 1)
    if there and not piece(there) then
        return {{move = move.to, to = there}}
    end
end

function quiet(move)
    return not attacked(move.to, move.owner == "white" and "black" or "white")
end

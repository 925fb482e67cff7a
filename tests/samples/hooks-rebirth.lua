-- Where a piece begins: rooks, knights and bishops on the side of the cell where they were captured.
local HOME = {
    rook = {1, 8}, knight = {2, 7}, bishop = {3, 6}, queen = {4, 4},
}

local function home(kind, owner, taken_at)
    if kind == "pawn" then
        return cell(file(taken_at), owner == "white" and 2 or 7)
    end
    local files = HOME[kind]
    local dark = (file(taken_at) + rank(taken_at)) % 2 == 0
    local rank_one = owner == "white" and 1 or 8
    return cell(dark and files[1] or files[2], rank_one)
end

function rebirth(move)
    local where = home(move.captured, move.captured_owner, move.captured_at)
    if piece(where) then
        return nil
    end
    return {
        {put = where, piece = move.captured, owner = move.captured_owner},
        {counter = "reborn", add = 1},
    }
end

function count_steps(move)
    return {{counter = move.owner .. "-steps", add = 1}}
end

function few_steps(move)
    if counter(move.owner .. "-steps") >= 6 then
        return "the king is tired"
    end
end

function many_reborn()
    if counter("reborn") >= 40 then
        return {result = "draw", reason = "a full life"}
    end
end

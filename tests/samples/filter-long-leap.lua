--- No piece goes from an edge to an edge.
function allowed(from, to)
    local function edge(cell)
        return cell < 6 or cell >= 30 or cell % 6 == 0 or cell % 6 == 5
    end
    return not (edge(from) and edge(to))
end

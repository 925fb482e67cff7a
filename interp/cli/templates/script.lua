-- The script of {{name}}.yaml. The functions and values that a script may use are in ferz.lua beside this file, which
-- editors read. The guide is scripts/README.md of Ferz.

--- Called before each capture, as `hooks` in {{name}}.yaml says. The same move must always get the same answer.
---@param move ferz.move its `from`, `to`, `piece`, `owner`, and what it captures: `captured`, `captured_at`
---@return string|nil why it is forbidden; nil: it is allowed
function my_rule(move)
    -- To begin, remove the -- from the next three lines: then captures on the first file are forbidden.
    -- if file(move.to) == 1 then
    --     return "no captures on " .. name(move.to)
    -- end
    return nil
end

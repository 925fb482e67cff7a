-- Malay: a king that has been checked never leaps.

--- A king that was in check may not leap any more.
--- ru: Король, которому объявили шах, больше не прыгает.
function lose_leap(move)
    local lost = {}
    for _, player in ipairs(players) do
        if check(player) then
            table.insert(lost, {right = "l", owner = player, set = false})
        end
    end
    return lost
end

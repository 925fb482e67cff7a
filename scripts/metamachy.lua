-- Metamachy: the set-ups.

--- Before the game four pieces of each side can be set up in any order in the middle of the two first ranks.
--- ru: Перед игрой четыре фигуры каждой стороны можно как угодно расставить в середине двух первых горизонталей.
function set_up()
    local four = option("setup")
    local function sub(i)
        return string.sub(four, i, i)
    end
    local back, second = "cm3" .. string.lower(sub(1) .. sub(2)) .. "3mc", "ernbi" .. string.lower(sub(3) .. sub(4)) .. "ibnre"
    return back .. "/" .. second .. "/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/" .. string.upper(second) .. "/" ..
        string.upper(back) .. " w Ll - 0 1"
end

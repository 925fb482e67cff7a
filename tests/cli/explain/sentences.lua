--- The board is judged by the script.
--- ru: Доску судит сценарий,
--- строка за строкой.
function judged()
end

-- Only a plain remark,
--
-- over lines...
function plain ()
end

function untold()
end

--- Said in English alone.
named = function()
end

--- A piece that comes here changes sides.
	function	after_it(move)
end

--- Goes wherever the script lists.
function listed(c)
    return {}
end

function silent(c)
    return {}
end

judgement = judged
unequal = plain == named

-- Shatrang: kings are pieces like others, so a script sees that only they are left.

--- Two kings alone are a draw.
--- ru: Если остались только два короля — ничья.
function bare_kings()
    if count("white") == 1 and count("black") == 1 then
        return {result = "draw"}
    end
end

-- expect: error: add must be from
function effects() return {{hand = "white", piece = "rook", add = 4294967297}} end

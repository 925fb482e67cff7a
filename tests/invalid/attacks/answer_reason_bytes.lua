-- expect: harmless
function ending() return {winner = "white", reason = "\255\0\27[31m\u{202e}\nbestmove a1a2"} end

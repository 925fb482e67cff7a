-- expect: harmless
assert(tonumber("0x" .. "fffffffffffffffffffffffffffffffffffffffffffffffff") ~= 0)

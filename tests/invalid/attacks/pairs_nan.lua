-- expect: harmless
for k, v in pairs({[0.5] = 1, [1 / 3] = 2}) do end

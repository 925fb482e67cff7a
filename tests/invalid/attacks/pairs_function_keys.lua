-- expect: error: have an order
for k in pairs({[print or type] = 1}) do end

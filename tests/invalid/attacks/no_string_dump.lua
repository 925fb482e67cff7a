-- expect: error: field 'dump'
string.dump(function() end)

--- No move may be played.
function nothing(move)
  return false
end

--- A position must have no piece.
function alone(move)
  return false
end

function idle()
  return true
end

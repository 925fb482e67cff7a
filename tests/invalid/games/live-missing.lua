function after_mov(move)
end

-- It knows not what to say.
function speak()
    error("I am the hook of made")
end

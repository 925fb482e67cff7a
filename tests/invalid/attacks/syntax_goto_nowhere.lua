-- expect: error: no visible label
goto nowhere

-- expect: harmless
on_capture = type effects = pairs ending = error allows = 12

// What wasm.c calls, for emscripten's linker: the host's functions are members of the module.
mergeInto(LibraryManager.library, {
  wasm_notify: function (text) { Module['notify'](UTF8ToString(text)); },
  wasm_stopped: function () { return Module['stopped']() ? 1 : 0; },
  // emscripten's library names it and does not have it. Files in memory have no second names: EMLINK.
  __syscall_link: function () { return -34; },
  // Nobody else has these files: every lock is free.
  flock: function () { return 0; },
});

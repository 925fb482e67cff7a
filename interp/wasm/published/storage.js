// Storage: where a browser keeps nothing for a page (a file that is shown in a frame, say), memory does, until the page is closed.

function works() {
  try {
    localStorage.getItem('ferz');
    return true;
  } catch {
    return false;
  }
}

if (!works()) {
  const memory = new Map();
  Object.defineProperty(globalThis, 'localStorage', { value: {
    getItem: (key) => memory.get(key) ?? null, setItem: (key, text) => memory.set(key, text), removeItem: (key) => memory.delete(key),
  } });
}

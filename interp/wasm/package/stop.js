// Stop: how a thread that is at work hears that it shall end. It cannot take messages meanwhile. Where memory can be shared it looks
// there; a page that is not isolated has none, and the thread looks whether an address that it was given still leads to something.

const LOOK_MILLISECONDS = 50;

/** A sign for one job: `sent` goes to the worker, `give()` makes it stop, `end()` is called when the job is over. */
export function stopSign() {
  if (typeof SharedArrayBuffer !== 'undefined') {
    const flag = new Int32Array(new SharedArrayBuffer(4));
    return { sent: flag, give: () => Atomics.store(flag, 0, 1), end() {} };
  }
  const url = URL.createObjectURL(new Blob(['.'], { type: 'text/plain' }));
  const end = () => URL.revokeObjectURL(url);
  return { sent: url, give: end, end };
}

function leadsSomewhere(url) {
  try {
    const request = new XMLHttpRequest();
    request.open('GET', url, false);
    request.overrideMimeType('text/plain'); // else Firefox looks for XML in it
    request.send();
    return true;
  } catch {
    return false;
  }
}

/** In the worker: a function that says whether the sign was given. */
export function stopReader(sent) {
  if (!sent) return () => false;
  if (typeof sent !== 'string') return () => Atomics.load(sent, 0) !== 0;
  let last = performance.now(), given = false;
  return () => {
    const now = performance.now();
    if (!given && now - last > LOOK_MILLISECONDS) {
      given = !leadsSomewhere(sent);
      last = now;
    }
    return given;
  };
}

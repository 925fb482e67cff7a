// Elements. Texts are always texts: nothing here reads markup, so a hostile title stays a title.

/** h('button', {onclick: f, class: 'x'}, 'text', child, …): an element. Attributes that are false or null are left out. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'value' || name === 'checked' || name === 'disabled') element[name] = value;
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Replaces what is in an element. */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An SVG text of the server as an element of this page: parsed as XML, scripts and links would not be run. */
export function picture(svg) {
  const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  parsed.querySelectorAll('script,foreignObject,a,image,use').forEach((one) => one.remove());
  return document.importNode(parsed, true);
}

export function svgElement(tag, attributes) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/** A button. */
export function button(words, onclick, attributes = {}) {
  return h('button', { type: 'button', onclick, ...attributes }, words);
}

/** A list to choose from: [[value, words], …]. */
export function select(label, options, chosen, onchange, attributes = {}) {
  const list = h('select', { onchange: () => onchange(list.value), 'aria-label': label, ...attributes },
    options.map(([value, words]) => h('option', { value, selected: value === chosen }, words)));
  return list;
}

/** Calls `f` when nothing has called this for so many milliseconds. */
export function debounce(milliseconds, f) {
  let timer = 0;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => f(...args), milliseconds);
  };
}

/** Gives the browser a text as a file to keep. */
export function download(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }));
  h('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60000);
}

const ICONS = {
  share: 'M12 15V4m-4 4 4-4 4 4M6 12H5v8h14v-8h-1', moon: 'M20 14.5A8 8 0 1 1 9.5 4a6.5 6.5 0 0 0 10.5 10.5z', sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v3m0 14v3M2 12h3m14 0h3M5 5l2 2m10 10 2 2M19 5l-2 2M7 17l-2 2',
  undo: 'M8 5 4 9l4 4M4 9h10a5 5 0 0 1 0 10H9', flip: 'M8 20V5M4.5 8.5 8 5l3.5 3.5M16 4v15m3.5-3.5L16 19l-3.5-3.5', analyse: 'M3 17l6-6 4 4 8-9m-5 0h5v5', more: 'M5 12h.01M12 12h.01M19 12h.01', plus: 'M12 5v14M5 12h14',
  pencil: 'M4 20l1-4L16 5l3 3L8 19l-4 1z', first: 'M6 5v14M18 6l-6 6 6 6', prev: 'M15 6l-6 6 6 6', next: 'M9 6l6 6-6 6', last: 'M18 5v14M6 6l6 6-6 6', close: 'M6 6l12 12M18 6 6 18', check: 'M4 12l5 5L20 6', warn: 'M12 4 2.5 20h19L12 4zM12 10v5m0 2.5v.01',
  bulb: 'M9 18h6m-5 3h4M12 3a6 6 0 0 0-3.5 10.9V15h7v-1.1A6 6 0 0 0 12 3z', search: 'M11 5a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM20 20l-4.5-4.5', menu: 'M4 7h16M4 12h16M4 17h16', file: 'M6 3h8l4 4v14H6zM14 3v4h4', picture: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9h.01', whole: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5', pause: 'M8 5v14M16 5v14', play: 'M8 5v14l11-7z',
};

/** A small drawing beside words, or instead of them. */
export function icon(name) {
  const svg = svgElement('svg', { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' });
  svg.append(svgElement('path', { d: ICONS[name] }));
  return svg;
}

/** Rows that open below a button: [{words, hint, icon, checked, run, key}, …], made when it opens. */
export function menu(face, rows, attributes = {}) {
  const panel = h('div', { role: 'menu', class: 'menu', hidden: true });
  const opener = button(face, () => (panel.hidden ? open() : close()), { 'aria-haspopup': 'menu', 'aria-expanded': 'false', ...attributes });
  const outside = (event) => { if (!holder.contains(event.target)) close(); };
  function close(back) {
    panel.hidden = true;
    opener.setAttribute('aria-expanded', 'false');
    removeEventListener('pointerdown', outside, true);
    if (back) opener.focus();
  }
  function open() {
    fill(panel, rows().filter(Boolean).map((row) => row.element || button([row.icon ? icon(row.icon) : null, h('span', {}, row.words, row.hint ? h('small', {}, row.hint) : null)],
      () => { close(true); row.run(); }, { role: row.checked === undefined ? 'menuitem' : 'menuitemcheckbox', 'aria-checked': row.checked === undefined ? false : String(row.checked), 'data-do': row.key, disabled: row.disabled })));
    panel.hidden = false;
    opener.setAttribute('aria-expanded', 'true');
    addEventListener('pointerdown', outside, true);
    panel.querySelector('button,input,textarea,select')?.focus({ preventScroll: true });
  }
  panel.addEventListener('keydown', (event) => {
    const items = [...panel.querySelectorAll('[role^=menuitem]:not(:disabled)')], at = items.indexOf(document.activeElement);
    if (event.key === 'Escape') close(true);
    else if (at >= 0 && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) items[(at + (event.key === 'ArrowDown' ? 1 : -1) + items.length) % items.length].focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  const holder = h('div', { class: 'menu-holder' }, opener, panel);
  return holder;
}

/** A strip: what happened, its place, one thing to click. `kind`: good, bad, note. */
export function strip(kind, sentence, { place, actions = [], onclose, key } = {}) {
  const drawing = { good: 'check', bad: 'warn', note: 'bulb' }[kind];
  return h('div', { class: `strip ${kind}`, 'data-strip': key || kind }, icon(drawing), h('div', { class: 'says' }, sentence, place ? h('div', { class: 'place' }, place) : null), actions,
    onclose ? button(icon('close'), onclose, { class: 'bare', 'aria-label': onclose.words || '×', 'data-do': 'dismiss' }) : null);
}

/** Writes a text where other programs can take it; false where the browser does not allow that. */
export function copyText(text) {
  return navigator.clipboard?.writeText(text).then(() => true, () => false) ?? Promise.resolve(false);
}

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
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Replaces what is in an element. */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
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

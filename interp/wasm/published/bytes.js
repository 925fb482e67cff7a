// Bytes as text that may stand in a page: five characters for four bytes, a sixteenth shorter than base64. No character begins a tag or an
// entity, and none is a quote.

const DIGITS = Array.from({ length: 94 }, (none, i) => String.fromCharCode(33 + i)).filter((one) => !'<>&"\'`\\-/'.includes(one)).join('');
const BASE = 85, CHARACTERS = 5, BYTES = 4;

/** The number of bytes stands before them. */
export function toText(bytes) {
  let text = `${bytes.length} `;
  for (let at = 0; at < bytes.length; at += BYTES) {
    let value = 0;
    for (let i = 0; i < BYTES; i++) value = value * 256 + (bytes[at + i] || 0);
    let group = '';
    for (let i = 0; i < CHARACTERS; i++, value = Math.floor(value / BASE)) group = DIGITS[value % BASE] + group;
    text += group;
  }
  return text;
}

export function toBytes(text) {
  const start = text.indexOf(' ') + 1, bytes = new Uint8Array(Number(text.slice(0, start))), digits = new Uint8Array(128);
  for (let i = 0; i < BASE; i++) digits[DIGITS.charCodeAt(i)] = i;
  for (let at = 0, next = start; at < bytes.length; at += BYTES, next += CHARACTERS) {
    let value = 0;
    for (let i = 0; i < CHARACTERS; i++) value = value * BASE + digits[text.charCodeAt(next + i)];
    for (let i = 0; i < BYTES; i++) bytes[at + i] = Math.floor(value / 256 ** (BYTES - 1 - i)); // what lies behind the end is not kept
  }
  return bytes;
}

// LZMA: unpacks what `xz --format=lzma` has packed. Browsers unpack gzip by themselves, but the module becomes a third smaller so.

const HEADER = 13, HALF = 1024, MOVE = 5, TOP = 2 ** 24, MATCH_LEAST = 2;

const probabilities = (count) => new Uint16Array(count).fill(HALF);

/** Bits of a range coder. */
class Bits {
  constructor(bytes) {
    Object.assign(this, { bytes, at: HEADER + 5, range: 0xffffffff, code: new DataView(bytes.buffer, bytes.byteOffset).getUint32(HEADER + 1) });
  }

  refill() {
    if (this.range >= TOP) return;
    this.range = (this.range << 8) >>> 0;
    this.code = ((this.code << 8) | this.bytes[this.at++]) >>> 0;
  }

  one(table, i) {
    const chance = table[i], bound = (this.range >>> 11) * chance;
    const bit = this.code < bound ? 0 : 1;
    if (bit) {
      this.range -= bound;
      this.code -= bound;
      table[i] = chance - (chance >> MOVE);
    } else {
      this.range = bound;
      table[i] = chance + ((2 * HALF - chance) >> MOVE);
    }
    this.refill();
    return bit;
  }

  /** A number of so many bits, the highest first. */
  number(table, base, count) {
    let path = 1;
    for (let i = 0; i < count; i++) path = (path << 1) | this.one(table, base + path);
    return path - (1 << count);
  }

  /** The same, the lowest first. */
  reversed(table, base, count) {
    let path = 1, value = 0;
    for (let i = 0; i < count; i++) {
      const bit = this.one(table, base + path);
      path = (path << 1) | bit;
      value |= bit << i;
    }
    return value;
  }

  /** Bits without chances. */
  plain(count) {
    let value = 0;
    for (let i = 0; i < count; i++) {
      this.range >>>= 1;
      const bit = this.code >= this.range ? 1 : 0;
      if (bit) this.code -= this.range;
      value = (value << 1) | bit;
      this.refill();
    }
    return value >>> 0;
  }
}

class Lengths {
  constructor() {
    Object.assign(this, { choice: probabilities(2), low: probabilities(16 << 3), middle: probabilities(16 << 3), high: probabilities(256) });
  }

  next(bits, place) {
    if (!bits.one(this.choice, 0)) return bits.number(this.low, place << 3, 3);
    if (!bits.one(this.choice, 1)) return 8 + bits.number(this.middle, place << 3, 3);
    return 16 + bits.number(this.high, 0, 8);
  }
}

/** The `size` bytes that were packed. */
export function unpackLzma(bytes, size) {
  const lc = bytes[0] % 9, lp = Math.floor(bytes[0] / 9) % 5, pb = Math.floor(bytes[0] / 45), out = new Uint8Array(size), bits = new Bits(bytes);
  const isMatch = probabilities(12 << 4), isRepeat = probabilities(12), notFirst = probabilities(12), notSecond = probabilities(12), notThird = probabilities(12), isLong = probabilities(12 << 4);
  const slots = [0, 1, 2, 3].map(() => probabilities(64)), special = probabilities(128), align = probabilities(16), literals = probabilities(0x300 << (lc + lp)), lengths = new Lengths(), again = new Lengths();
  let state = 0, rep = [0, 0, 0, 0];

  function literal(at) {
    const base = 0x300 * (((at & ((1 << lp) - 1)) << lc) + ((at ? out[at - 1] : 0) >> (8 - lc)));
    let symbol = 1;
    if (state >= 7) { // after a match the byte that would have followed it is a hint
      let hint = out[at - rep[0] - 1], mask = 0x100;
      while (symbol < 0x100) {
        hint <<= 1;
        const expected = hint & mask, bit = bits.one(literals, base + mask + expected + symbol);
        symbol = (symbol << 1) | bit;
        mask &= bit ? expected : ~expected;
      }
    }
    while (symbol < 0x100) symbol = (symbol << 1) | bits.one(literals, base + symbol);
    out[at] = symbol;
    state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
  }

  function distance(length) {
    const slot = bits.number(slots[Math.min(length, 3)], 0, 6), count = (slot >> 1) - 1;
    if (slot < 4) return slot;
    const base = ((2 | (slot & 1)) << count) >>> 0;
    return slot < 14 ? base + bits.reversed(special, base - slot - 1, count) : (base + bits.plain(count - 4) * 16 + bits.reversed(align, 0, 4)) >>> 0;
  }

  /** The length of a match with one of the last distances, which goes to the front; 0: a single byte. */
  function repeat(place) {
    if (!bits.one(notFirst, state)) {
      if (!bits.one(isLong, (state << 4) + place)) {
        state = state < 7 ? 9 : 11;
        return 1;
      }
    } else {
      const which = !bits.one(notSecond, state) ? 1 : !bits.one(notThird, state) ? 2 : 3;
      rep = [rep[which], ...rep.filter((one, i) => i !== which)];
    }
    const length = again.next(bits, place) + MATCH_LEAST;
    state = state < 7 ? 8 : 11;
    return length;
  }

  function fresh(place) {
    const length = lengths.next(bits, place);
    rep = [distance(length), rep[0], rep[1], rep[2]];
    state = state < 7 ? 7 : 10;
    return length + MATCH_LEAST;
  }

  for (let at = 0; at < size;) {
    const place = at & ((1 << pb) - 1);
    if (!bits.one(isMatch, (state << 4) + place)) {
      literal(at++);
      continue;
    }
    const length = bits.one(isRepeat, state) ? repeat(place) : fresh(place);
    for (let i = 0; i < length; i++, at++) out[at] = out[at - rep[0] - 1];
  }
  return out;
}

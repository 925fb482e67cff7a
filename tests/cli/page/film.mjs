// Film: screenshots one after another as one animated picture, WebP, with a pointer that shows where the mouse is.

const FILM_QUALITY = 50, GLIDE_FRAMES = 3, GLIDE_MILLISECONDS = 80;

function chunk(name, ...parts) {
  const body = Buffer.concat(parts), head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
}

/** Numbers of three bytes each. */
function triples(...numbers) {
  return Buffer.concat(numbers.map((number) => Buffer.from([number & 255, (number >> 8) & 255, number >> 16])));
}

/** The picture itself in a WebP file: its chunk with pixels, and that of transparency, if there is one. */
function pixelsOf(file) {
  const found = [];
  for (let at = 12; at + 8 <= file.length;) {
    const name = file.toString('latin1', at, at + 4), size = file.readUInt32LE(at + 4), end = at + 8 + size + (size % 2);
    if (['VP8 ', 'VP8L', 'ALPH'].includes(name)) found.push(file.subarray(at, end));
    at = end;
  }
  return Buffer.concat(found);
}

export class Film {
  static async open(d) {
    await d.page.evaluate(() => {
      const pointer = document.createElementNS('http://www.w3.org/2000/svg', 'svg'), arrow = document.createElementNS('http://www.w3.org/2000/svg', 'path');
      pointer.id = 'pointer';
      pointer.setAttribute('viewBox', '0 0 24 24');
      pointer.style.cssText = 'position:fixed;left:0;top:0;width:24px;height:24px;pointer-events:none;z-index:999';
      arrow.setAttribute('d', 'M3 2l15 12h-8l-3 7z');
      arrow.setAttribute('fill', '#111');
      arrow.setAttribute('stroke', '#fff');
      pointer.append(arrow);
      document.body.append(pointer);
    });
    const film = new Film();
    Object.assign(film, { d, frames: [], at: [560, 560] });
    await film.show(...film.at);
    return film;
  }

  show(x, y) {
    return this.d.page.$eval('#pointer', (pointer, place) => { pointer.style.transform = `translate(${place[0] - 3}px, ${place[1] - 2}px)`; }, [x, y]);
  }

  /** A frame that stays for so many milliseconds. */
  async shot(milliseconds) {
    await this.d.page.evaluate(() => document.getElementById('board').classList.remove('keys')); // no ring: people see a mouse
    const picture = Buffer.from(await this.d.page.screenshot({ type: 'webp', quality: FILM_QUALITY, optimizeForSpeed: false }));
    this.frames.push({ pixels: pixelsOf(picture), milliseconds });
  }

  async glide([x, y]) {
    const [u, v] = this.at;
    for (let i = 1; i <= GLIDE_FRAMES; i++) {
      await this.show(u + ((x - u) * i) / GLIDE_FRAMES, v + ((y - v) * i) / GLIDE_FRAMES);
      await this.shot(GLIDE_MILLISECONDS);
    }
    this.at = [x, y];
    await this.d.page.mouse.move(x, y);
  }

  /** Where a letter stands in an element. */
  letter(selector, wanted) {
    return this.d.page.$eval(selector, (element, one) => {
      const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
        const at = node.data.indexOf(one), range = document.createRange();
        if (at < 0) continue;
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const { x, y, width, height } = range.getBoundingClientRect();
        return [x + width / 2, y + height / 2];
      }
      return null;
    }, wanted);
  }

  async tap(cell) {
    await this.glide(await this.d.middle(cell));
    await this.d.page.mouse.click(...this.at);
    await new Promise((resolve) => setTimeout(resolve, 250)); // what slides has arrived
    await this.shot(300);
  }

  bytes() {
    const { width, height } = this.d.page.viewport(), forever = Buffer.from([255, 255, 255, 255, 0, 0]);
    const frames = this.frames.map(({ pixels, milliseconds }) => chunk('ANMF', triples(0, 0, width - 1, height - 1, milliseconds), Buffer.from([2]), pixels)); // 2: it replaces what was there
    const body = Buffer.concat([Buffer.from('WEBP'), chunk('VP8X', Buffer.from([2, 0, 0, 0]), triples(width - 1, height - 1)), chunk('ANIM', forever), ...frames]);
    return Buffer.concat([chunk('RIFF', body)]);
  }
}

// Taps: games that are driven by clicks alone. In each position all that could be chosen is tried: every piece and every cell that
// the lights show after it, as deep as moves go. It must be what the method `moves` says, move by move.
import assert from 'node:assert/strict';

const DEEP_MAX = 400; // beginnings that are tapped in a position; moves of three parts have thousands

/** In the page: what can be chosen by taps, as lists of parts; words and rolls as buttons. */
function look() {
  const press = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const at = { bubbles: true, cancelable: true, button: 0, pointerType: 'mouse', clientX: left + width / 2, clientY: top + height / 2 };
    element.dispatchEvent(new PointerEvent('pointerdown', at));
    element.dispatchEvent(new PointerEvent('pointerup', at));
  };
  const board = document.getElementById('board');
  window.ferzTaps = window.ferzTaps || {
    press,
    cells: () => new Map([...board.querySelectorAll('[data-cell]')].map((area) => [area.dataset.cell, area])),
    place: (part) => (part.endsWith('@') ? document.querySelector(`.to-move [data-hand="${CSS.escape(part.slice(0, -1))}"]`) : board.querySelector(`[data-cell="${CSS.escape(part)}"]`)),
    put: () => board.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
    next: () => {
      const at = new Map([...board.querySelectorAll('[data-cell]')].map(({ dataset }) => [`${dataset.x} ${dataset.y}`, dataset.cell]));
      return [...document.querySelectorAll('.lights .target')].map((light) => at.get(`${light.getAttribute('cx')} ${light.getAttribute('cy')}`));
    },
    choices: () => [...document.querySelectorAll('.chooser:not([hidden]) [data-move]')].map((one) => one.dataset.move),
  };
  return true;
}

/** In the page: taps beginnings and says what can be chosen after each. The last part of a whole move is not tapped. */
function after(beginnings) {
  const taps = window.ferzTaps;
  return beginnings.map((beginning) => {
    taps.put();
    for (const part of beginning) {
      const place = taps.place(part);
      if (!place) return { next: [], missing: part };
      taps.press(place);
    }
    const next = taps.next(), choices = taps.choices();
    taps.put();
    return { next, choices };
  });
}

async function waitPlies(d, count) {
  await d.page.waitForFunction((n) => document.querySelectorAll('.moves [data-ply]:not(.future)').length >= n, { timeout: 20000, polling: 30 }, count);
}

/** Drops that a tap on their cell chooses; those that it plays at once are not tapped. */
async function compareDrops(d, drops, tapped) {
  const several = drops.filter(({ parts }) => tapped.filter((move) => move.kind === 'drop' && move.parts[1] === parts[1]).length > 1);
  const seen = await d.page.evaluate(after, several.map(({ parts }) => [parts[1]]));
  return several.filter(({ move }, i) => !seen[i].choices.includes(move)).map(({ move }) => `a tap on its cell does not offer ${move}`);
}

/** What the board offers against `moves`: an empty list where all is well. */
async function compare(d, position) {
  const wrong = [], { moves } = position, tapped = moves.filter((move) => move.kind !== 'word' && move.kind !== 'roll');
  const shown = await d.page.evaluate(() => [...document.querySelectorAll('.panel .words [data-move]')].map((one) => one.dataset.move));
  for (const move of moves.filter(({ kind }) => kind === 'word')) if (!shown.includes(move.move)) wrong.push(`no button for ${move.move}`);
  if (moves.some(({ kind }) => kind === 'roll') && !(await d.page.$('[data-move=roll]'))) wrong.push('no dice to roll');
  const starts = new Map();
  for (const move of tapped) for (let n = 1; n < move.parts.length; n++) {
    const key = JSON.stringify(move.parts.slice(0, n));
    starts.set(key, (starts.get(key) || new Set()).add(move.parts[n]));
  }
  // A beginning that only one move has is played at once, and so is not tapped through here.
  const count = (beginning) => tapped.filter(({ parts }) => beginning.every((part, i) => parts[i] === part)).length;
  const startsWith = (parts, beginning) => beginning.every((part, i) => parts[i] === part);
  const whole = (beginning) => tapped.some(({ parts }) => parts.length === beginning.length && beginning.every((part, i) => parts[i] === part)); // a choice is asked for there
  const looked = [...starts].map(([key, wanted]) => [JSON.parse(key), wanted]).filter(([beginning]) => beginning.length === 1 || (count(beginning) > 1 && !beginning.some((part, i) => i > 0 && whole(beginning.slice(0, i + 1))))).slice(0, DEEP_MAX);
  // Where a move may end and may go on, all that begins so is asked for.
  const asked = [...new Set(tapped.filter(({ parts }) => parts.length > 1).map(({ parts }) => JSON.stringify(parts)))].map((key) => JSON.parse(key))
    .filter((parts) => count(parts) > 1 && !parts.some((part, i) => i > 0 && i < parts.length - 1 && whole(parts.slice(0, i + 1)))).slice(0, DEEP_MAX);
  const questions = await d.page.evaluate(after, asked);
  for (const [i, parts] of asked.entries()) {
    const lost = tapped.filter((move) => startsWith(move.parts, parts) && !questions[i].choices.includes(move.move));
    if (lost.length) wrong.push(`after ${parts.join(' ')}: not asked for ${lost.map(({ move }) => move).join(' ')}`);
  }
  const seen = await d.page.evaluate(after, looked.map(([beginning]) => beginning));
  for (const [i, [beginning, wanted]] of looked.entries()) {
    const { next, missing } = seen[i];
    if (missing?.endsWith('@')) { // it is in no hand that is shown: the cell is tapped, and asks where there are several
      wrong.push(...await compareDrops(d, tapped.filter(({ parts }) => parts[0] === missing), tapped));
      continue;
    }
    const lacking = [...wanted].filter((part) => !next.includes(part)), besides = next.filter((part) => !wanted.has(part));
    if (missing || lacking.length || besides.length) wrong.push(`after ${beginning.join(' ')}: not offered ${lacking.join(' ')}${missing || ''}, offered ${besides.join(' ')}`);
  }
  return wrong;
}

/** Plays a move by its taps; what was played. */
async function play(d, move) {
  const count = (await d.plies()).length;
  const done = () => d.page.evaluate((n) => document.querySelectorAll('.moves [data-ply]:not(.future)').length > n || !!document.querySelector('.chooser:not([hidden])'), count);
  if (move.kind === 'roll') await d.page.$eval('[data-move=roll]', (button) => button.click());
  else if (move.kind === 'word') await d.page.$eval(`.panel .words [data-move="${CSS_escape(move.move)}"]`, (button) => button.click());
  else {
    await d.page.evaluate(() => window.ferzTaps.put());
    for (const part of move.parts) {
      if (await done()) break;
      await d.page.evaluate((one) => { const place = window.ferzTaps.place(one); if (place) window.ferzTaps.press(place); }, part);
    }
    const choice = await d.page.$(`.chooser:not([hidden]) [data-move="${CSS_escape(move.move)}"]`);
    if (choice) await choice.evaluate((button) => button.click());
  }
  await waitPlies(d, count + 1);
  return (await d.plies())[count];
}

function CSS_escape(text) {
  return text.replace(/["\\]/g, '\\$&');
}

/** Drives each of these games for so many plies. */
export async function tapThrough(d, games, plies) {
  const wrong = [];
  for (const name of games) {
    const { session } = await d.rpc('load', { game: name });
    await d.open(name);
    await d.page.evaluate(look);
    for (let ply = 0, seed = name.length; ply < plies; ply++, seed = (seed * 31 + 7) % 1009) {
      const { position } = await d.rpc('position', { session });
      if (position.outcome !== 'ongoing' || !position.moves.length) break;
      const found = await compare(d, position);
      wrong.push(...found.slice(0, 3).map((one) => `${name}, ply ${ply}: ${one}`));
      const move = position.moves[seed % position.moves.length];
      try {
        const played = await play(d, move);
        if (played !== move.move && move.kind !== 'roll') throw new Error(`${played} was played`);
        await d.rpc('play', { session, move: played });
      } catch (error) {
        wrong.push(`${name}, ply ${ply}, ${move.move} (${move.parts.join(' ')}): ${error.message}`);
        break;
      }
      if (found.length) break;
    }
    await d.shot(`game-${name}`);
    await d.rpc('close', { session });
  }
  assert.deepEqual(wrong, []);
}

// FEN: what stands on the cells and in the hands, taken out of a text and put into it again. It knows how positions are written, and
// no rules.

const BETWEEN_BOARDS = ' | ', FEW = 4; // more equal pieces on each other are counted

/** Cuts a text into numbers, stacks in brackets and pieces; `words` are all pieces as they are written. */
function cutter(words) {
  const longest = [...words].sort((a, b) => b.length - a.length).map((word) => word.replace(/[^A-Za-z0-9]/g, '\\$&'));
  const parts = new RegExp(`\\d+|\\([^)]*\\)|${[...longest, '\\*'].join('|')}`, 'g');
  return (text) => text.match(parts) || [];
}

/** '2KQ' in brackets is two K below a Q. */
function repeat(parts) {
  let count = 1;
  return parts.flatMap((part) => {
    const times = count;
    count = /^\d+$/.test(part) ? Number(part) : 1;
    return count > 1 || /^\d+$/.test(part) ? [] : new Array(times).fill(part);
  });
}

/** What stands on a cell, from the bottom to the top; a missing cell is a text. */
function readCells(part, cut, hole) {
  if (/^\d+$/.test(part)) return Array.from({ length: Number(part) }, () => []);
  if (part === hole) return [part];
  return [part.startsWith('(') ? repeat(cut(part.slice(1, -1))) : [part]];
}

function readBoard(text, cut) {
  const [first, ...rest] = text.split(' ');
  const begin = first.indexOf('['), placement = begin < 0 ? first : first.slice(0, begin);
  const commas = placement.includes(','), hole = commas ? 'x' : '*';
  const readRow = (row) => (commas ? row.split(',') : cut(row)).flatMap((part) => readCells(part, cut, hole));
  return {
    levels: placement.split('|').map((level) => level.split('/').map(readRow)), commas, rest,
    hand: begin < 0 ? null : repeat(cut(first.slice(begin + 1, first.indexOf(']')))),
  };
}

function writeStack(parts) {
  const runs = [];
  for (const part of parts) {
    if (runs.length && runs[runs.length - 1].part === part) runs[runs.length - 1].count++;
    else runs.push({ part, count: 1 });
  }
  return `(${runs.map(({ part, count }) => (count > FEW ? count + part : part.repeat(count))).join('')})`;
}

function writeRow(cells, commas) {
  const written = [];
  for (const cell of cells) {
    const last = written.length - 1, empty = cell.length === 0;
    if (empty && typeof written[last] === 'number') written[last]++;
    else if (empty) written.push(1);
    else written.push(typeof cell === 'string' || cell.length === 1 ? String(cell) : writeStack(cell));
  }
  return written.join(commas ? ',' : '');
}

function writeBoard({ levels, hand, rest, commas }) {
  const placement = levels.map((rows) => rows.map((row) => writeRow(row, commas)).join('/')).join('|');
  return [placement + (hand ? `[${hand.join('')}]` : ''), ...rest].join(' ');
}

/**
 * A position that can be changed: `boards`, each with `hand` (null where the text has none) and `rest`, the other fields; `cells` by
 * name. Null where the text is not what `names` and `pieces` of the position say.
 */
export function readFen(fen, names, pieces, words) {
  const cut = cutter(words), boards = fen.split(BETWEEN_BOARDS).map((text) => readBoard(text, cut)), cells = new Map();
  let next = 0;
  boards.forEach((board, index) => {
    for (const row of board.levels.flatMap((rows) => [...rows].reverse())) { // cells are numbered from the first player's side
      row.forEach((cell, i) => {
        if (typeof cell !== 'string') cells.set(names[next++], { row, i, board: index });
      });
    }
  });
  const at = (name) => cells.get(name).row[cells.get(name).i];
  const standing = next === names.length ? names.filter((name) => at(name).length) : [];
  if (next !== names.length || standing.length !== pieces.length || pieces.some((piece) => !at(piece.cell).length)) return null;
  return {
    boards, cells, at,
    set(name, stack) { cells.get(name).row[cells.get(name).i] = stack; },
    write: () => boards.map(writeBoard).join(BETWEEN_BOARDS),
    /** What stands there and is in hand, to be compared. */
    key: () => JSON.stringify(boards.map(({ levels, hand }) => [levels, [...(hand || [])].sort()])),
  };
}

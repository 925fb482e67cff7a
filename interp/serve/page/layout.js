// Layout: how large a cell may be, and where the panels stand, so that the board gets all the height there is. Lengths in pixels.

const HEAD = 48, GAP = 24, SEATS = 104, LABELS = 18, TITLES = 22, BELOW = 188, LARGEST = 128, NEAR = 0.92, INSIDE_FROM = 56;
export const PHONE = 760, PANELS = 1000, LOW = 500, SLIM = 480;

/** The widths of the panels: what the game is, and its moves. */
function panels(width) {
  return width >= 1800 ? [342, 519] : width >= 1440 ? [260, 372] : [232, 324];
}

/** `board`: its columns and rows as drawn, levels (rows of boards with names), whether seats stand in its corners. */
function tryLayout(name, { columns, rows, titles, corners }, width, height, outside) {
  const [left, right] = panels(width), labels = outside ? LABELS : 0;
  const high = height - HEAD - GAP - (corners ? 0 : SEATS) - TITLES * titles - labels - (name === 'below' ? BELOW : 0);
  const wide = { three: width - 96 - left - right, two: width - 72 - right, below: width - 48 }[name] - labels;
  return { name, cell: Math.floor(Math.min(high / rows, wide / columns, LARGEST)) };
}

/** For the play screen: {name: 'three' | 'two' | 'below' | 'low' | 'phone', cell, inside}. */
export function playLayout(board, width, height) {
  if (width < PHONE && (height >= LOW || width < SLIM)) return { name: 'phone', cell: width / board.columns, inside: width / board.columns >= 40 && board.mayInside };
  if (height < LOW) {
    const cell = Math.floor(Math.min((height - 40 - 16) / board.rows, (width - 48 - 260 - 24) / board.columns));
    return { name: 'low', cell: Math.max(cell, 16), inside: board.mayInside };
  }
  const choose = (outside) => {
    const all = ['three', 'two', 'below'].map((name) => tryLayout(name, board, width, height, outside)), best = Math.max(...all.map(({ cell }) => cell));
    return { ...all.find(({ cell }) => cell >= NEAR * best), inside: !outside };
  };
  const inside = board.mayInside ? choose(false) : null;
  const found = inside && inside.cell >= INSIDE_FROM ? inside : choose(true);
  return { ...found, cell: Math.max(found.cell, 16) };
}

/** For the board beside an editor or a list: its part of the window; `stacked` below a certain width. */
export function partnerLayout(board, width, height) {
  if (width < PANELS) {
    const cell = Math.min((width - (width < PHONE ? 0 : 48)) / board.columns, (0.4 * height) / board.rows);
    return { name: 'stacked', cell, inside: board.mayInside && cell >= 28 };
  }
  const cell = Math.floor(Math.min((0.47 * width - 24) / board.columns, (height - HEAD - GAP - 76 - LABELS - 154) / board.rows));
  return { name: 'partner', cell: Math.max(cell, 16), inside: board.mayInside };
}

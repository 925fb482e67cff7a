// Plots of a play-test: how many moves there are as a game goes on, and where pieces go.

import { h, svgElement, picture } from './dom.js';
import { t, addWords, nameWords } from './words.js';

addWords({
  branching: ['Legal moves, ply by ply', 'Возможные ходы по полуходам'],
  branchingMean: ['on average {0} moves, at most {1} at ply {2}', 'в среднем ходов: {0}, больше всего {1} – полуход {2}'],
  visits: ['Where pieces go', 'Куда ходят фигуры'],
  visitsOf: ['{0}: most often to {1}', '{0}: чаще всего на {1}'],
  visited: ['{0}: {1} times', '{0}: раз: {1}'],
});

const WIDTH = 300, HEIGHT = 100, FEWEST = 5; // fewer games say nothing of a ply

function titled(element, words) {
  const title = svgElement('title', {});
  title.textContent = words;
  element.append(title);
  return element;
}

function label(x, y, anchor, words) {
  const text = svgElement('text', { x, y, 'font-size': 9, 'text-anchor': anchor });
  text.textContent = words;
  return text;
}

/** Triples of a ply, games and moves in all, as a line of the mean. */
function branching(rows) {
  const points = rows.filter(([, games]) => games >= FEWEST).map(([ply, games, moves]) => [ply, moves / games]);
  if (points.length < 2) return [];
  const last = points[points.length - 1][0] || 1;
  const [top, most] = points.reduce((best, point) => (point[1] > best[1] ? point : best));
  const all = rows.reduce((sum, [, games]) => sum + games, 0), moves = rows.reduce((sum, row) => sum + row[2], 0);
  const at = ([ply, mean]) => `${(20 + ((WIDTH - 24) * ply) / last).toFixed(1)} ${(HEIGHT - 12 - ((HEIGHT - 22) * mean) / (most || 1)).toFixed(1)}`;
  const words = t('branchingMean', (moves / all).toFixed(1), most.toFixed(1), top + 1);
  const svg = svgElement('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'histogram branching', role: 'img', 'aria-label': `${t('branching')}: ${words}` });
  svg.append(svgElement('path', { d: `M20 ${HEIGHT - 12}H${WIDTH - 4}M20 ${HEIGHT - 12}V8`, class: 'axis' }),
    titled(svgElement('path', { d: `M${points.map(at).join('L')}`, class: 'curve' }), words),
    label(20, HEIGHT - 2, 'middle', '1'), label(WIDTH - 4, HEIGHT - 2, 'end', last + 1), label(17, 12, 'end', Math.round(most)));
  return [h('h3', {}, t('branching')), svg, h('p', {}, words)];
}

/** One small board a player: the more often a piece came to a cell, the larger the disc. */
function visits(rows, game) {
  const board = picture(game.position.svg);
  const places = new Map([...board.querySelectorAll('[data-cell]')].map((area) => [area.dataset.cell, area]));
  const boards = game.loaded.players.map((player) => {
    const own = rows.filter((row) => row.player === player && places.has(row.cell)).sort((a, b) => b.count - a.count);
    if (!own.length) return null;
    const words = t('visitsOf', nameWords(player), own.slice(0, 3).map((row) => row.cell).join(', '));
    const svg = svgElement('svg', { viewBox: board.getAttribute('viewBox'), role: 'img', 'aria-label': words });
    for (const area of places.values()) svg.append(svgElement('circle', { cx: area.dataset.x, cy: area.dataset.y, r: 4, class: 'cell' }));
    for (const { cell, count } of own) {
      const area = places.get(cell);
      svg.append(titled(svgElement('circle', { cx: area.dataset.x, cy: area.dataset.y, r: (46 * Math.sqrt(count / own[0].count)).toFixed(1), class: 'bar' }), t('visited', cell, count)));
    }
    return h('figure', {}, svg, h('figcaption', {}, words));
  }).filter(Boolean);
  return boards.length ? [h('h3', {}, t('visits')), h('div', { class: 'visits' }, boards)] : [];
}

/** What `playouts` tells of the games that were looked at ply by ply. */
export function plots(result, game) {
  return result.branching ? [...branching(result.branching), ...visits(result.visits, game)] : [];
}

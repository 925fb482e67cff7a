// Marks: signs on small pictures of boards: what is new or missing, gone or extra, as before, claimed to be illegal.

import { svgElement } from './dom.js';
import { arrow } from './board.js';

/** A sign of truth. */
export function truth(holds) {
  const svg = svgElement('svg', { viewBox: '0 0 20 20', class: 'truth', role: 'img', 'aria-label': holds ? '✓' : '✗' });
  svg.append(svgElement('circle', { cx: 10, cy: 10, r: 10 }), svgElement('path', { d: holds ? 'M5.5 10.5l3 3 6-7' : 'M6.5 6.5l7 7m0-7-7 7' }));
  return svg;
}

/** Puts signs on a picture: {now, gone, same, denied}, each moves with `parts`; the cells that were touched. */
export function putSigns(svg, lists) {
  const place = new Map([...svg.querySelectorAll('[data-cell]')].map(({ dataset }) => [dataset.cell, { x: Number(dataset.x), y: Number(dataset.y) }]));
  const layer = svgElement('g', { class: 'lights' }), froms = new Set(Object.values(lists).flat().map(({ parts }) => parts[0]));
  const touched = new Set();
  for (const [name, moves] of Object.entries(lists)) {
    for (const { parts } of moves) {
      const from = place.get(parts[0]), to = place.get(parts[parts.length - 1]);
      if (!to) continue;
      for (const part of parts) touched.add(part);
      if (from && froms.size > 1 && (name === 'now' || name === 'gone')) layer.append(...arrow(from, to, 13, name));
      const g = svgElement('g', { transform: `translate(${to.x} ${to.y})`, class: `sign ${name}` });
      if (name === 'same') g.append(svgElement('circle', { r: 15, class: 'target' }));
      else if (name === 'denied') g.append(svgElement('path', { d: 'M-22-22l44 44M22-22l-44 44', class: 'bare' }));
      else g.append(svgElement('circle', { r: 23 }), svgElement('path', { d: name === 'now' ? 'M-12 0h24M0-12v24' : 'M-9-9l18 18M9-9l-18 18' }));
      layer.append(g);
    }
  }
  svg.append(layer);
  return [...touched].filter((part) => place.has(part));
}

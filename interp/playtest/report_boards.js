// Games to be played through: a picture of a position is a list of numbers of lines.
for (const figure of document.querySelectorAll('.game')) {
  const frames = JSON.parse(figure.dataset.frames);
  const board = figure.querySelector('.board'), output = figure.querySelector('output');
  const [first, back, on, last] = figure.querySelectorAll('button');
  let at = 0;
  const show = (ply) => {
    at = Math.max(0, Math.min(frames.length - 1, ply));
    board.innerHTML = frames[at].map((number) => lines[number]).join('\n');
    output.textContent = `${at} / ${frames.length - 1}`;
  };
  first.onclick = () => show(0);
  back.onclick = () => show(at - 1);
  on.onclick = () => show(at + 1);
  last.onclick = () => show(frames.length - 1);
  show(0);
}

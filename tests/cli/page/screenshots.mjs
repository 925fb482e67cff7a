// Pictures of the workbench: the one that README shows, and all games on a few sheets, to be looked at. `./dev screenshots` makes them.
import { dirname, join } from 'node:path';

const EACH = 24; // games on a sheet

export const parts = {
  async workbench(d) {
    await d.page.setViewport({ width: 1400, height: 735, deviceScaleFactor: 1000 / 1400 });
    await d.open('frankfurt');
    await d.page.waitForSelector('.cm-content, .editor textarea');
    await d.setFen('4k3/8/8/8/3p4/8/4O3/7N w - - 0 1');
    await d.tap('e2');
    await d.tap('e4');
    await d.page.waitForSelector('.why [data-place]');
    await d.page.click('.why [data-place]');
    await d.until(() => getSelection().toString().length > 3 || document.activeElement.selectionEnd > 0);
    await d.page.evaluate(() => scrollTo(0, 0));
    await d.page.screenshot({ path: join(dirname(process.env.GUIDE), 'workbench.png') });
  },

  async games(d) {
    const { games } = await d.rpc('list', {});
    const boards = [];
    for (const { name, title } of games.filter((game) => !game.writable)) {
      await d.open(name);
      const board = await d.page.$('.board');
      boards.push({ title, picture: await board.screenshot({ encoding: 'base64' }) });
    }
    const sheet = await d.context.newPage();
    await sheet.setViewport({ width: 1400, height: 950 });
    for (let begin = 0, number = 1; begin < boards.length; begin += EACH, number++) {
      await sheet.setContent('<body style="font:14px sans-serif;display:grid;grid-template-columns:repeat(6,1fr);gap:10px"></body>');
      await sheet.evaluate((some) => {
        for (const { title, picture } of some) {
          const figure = document.createElement('figure'), image = new Image();
          figure.style.margin = '0';
          image.src = `data:image/png;base64,${picture}`;
          image.style.cssText = 'max-width:100%;max-height:260px';
          figure.append(title, document.createElement('br'), image);
          document.body.append(figure);
        }
        return Promise.all([...document.images].map((image) => image.decode()));
      }, boards.slice(begin, begin + EACH));
      await sheet.screenshot({ path: `${process.env.SHOTS}/games-${number}.png`, fullPage: true });
    }
    await sheet.close();
  },
};

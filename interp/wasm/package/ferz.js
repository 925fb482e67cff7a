// The package: `start` for programs that can wait, `connect` for pages, where workers do the work.

import { Engine, FerzError } from './engine.js';
import { boardClass } from './board.js';
import { Client } from './client.js';
import { loadModule, loadGames } from './resources.js';

export { FerzError };

/**
 * Ferz in this thread. `games`: false leaves out the games of the package; `files`: texts of one's own by their names, such as
 * {'mine.yaml': 'name: …'}; `module` and `gameFiles`: what is otherwise read beside this file.
 */
export async function start({ games = true, files = {}, module, gameFiles, notify } = {}) {
  const all = { ...(games ? gameFiles || await loadGames() : {}) };
  for (const [name, text] of Object.entries(files)) all[`/mine/${name}`] = text;
  const engine = await Engine.start({
    module: module || await loadModule(), files: all, notify: notify && ((text) => { const one = JSON.parse(text); notify(one.method, one.params); }),
  });
  const call = (method, params) => engine.call(method, params);
  const Board = boardClass(engine);
  return {
    call, Board,
    /** The names of all games, separated by blanks, as in ffish.js. */
    variants: () => call('list').games.map((game) => game.name).join(' '),
    startingFen(variant) {
      const board = new Board(variant);
      board.delete();
      return board.fen();
    },
    /** Whether it is played on several boards at once. */
    twoBoards(variant) {
      const board = new Board(variant);
      board.delete();
      return new Set(board.loaded.boards).size > 1;
    },
    /** 1: the position can be played; else what is wrong with it, as a text. */
    validateFen(fen, variant) {
      try {
        new Board(variant, fen).delete();
        return 1;
      } catch (error) {
        if (!(error instanceof FerzError)) throw error;
        return error.data.messages?.[0]?.text || error.message;
      }
    },
    /** Reads the text of a game as a file of that name. Returns its errors and warnings. */
    loadVariantText(name, text) {
      call('save', { file: `${name}.yaml`, text });
      return call('check', { game: `/mine/${name}.yaml` });
    },
  };
}

/** Ferz in workers: nothing here waits. See client.js for what can be given. */
export function connect(options) {
  return Client.open(options);
}

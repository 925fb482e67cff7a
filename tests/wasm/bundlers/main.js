// What people write in a page that a bundler makes: workers, a move, a search.
import { connect, start } from 'ferz';

async function use() {
  const ferz = await connect();
  const { session } = await ferz.call('load', { game: 'frankfurt' });
  await ferz.call('play', { session, move: 'e2e4' });
  const best = await ferz.call('search', { session, job: 'one', nodes: 500 });
  ferz.close();
  const here = await start();
  return `works: ${typeof best.move} ${here.variants().split(' ').length > 50}`;
}

use().then((title) => { document.title = title; }, (error) => { document.title = `fails: ${error.stack}`; });

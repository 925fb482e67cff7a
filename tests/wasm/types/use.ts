// What people write with the package: it compiles, and the lines that are wrong do not.
import { connect, start, FerzError, type LegalMove, type Position } from 'ferz';

async function here(): Promise<void> {
  const ferz = await start({ files: { 'mine.yaml': 'name: Mine\nextends: chess\n' } });
  const board = new ferz.Board('frankfurt', '', { fifty: 'automatic' });
  const played: boolean = board.push('e2e4');
  const reasons: string[] = board.why('e7e4').lines;
  const first: LegalMove | undefined = board.position.moves[0];
  const { nodes } = ferz.call('perft', { session: board.loaded.session, depth: 2 });
  const kind: 'move' | 'drop' | 'roll' | 'word' | undefined = first?.kind;
  console.log(played, reasons, nodes + 1, kind, ferz.loadVariantText('a', 'name: A\n').messages[0]?.rendered);
  // @ts-expect-error: there is no such method
  ferz.call('no_such_method');
  // @ts-expect-error: a session is a text
  ferz.call('moves', { session: 3 });
  // @ts-expect-error: a depth is wanted
  ferz.call('perft', { session: 's1' });
}

async function beside(): Promise<Position> {
  const ferz = await connect({ onWrite: (name, text) => console.log(name.length, text.length) });
  const end = ferz.listen((method, params) => { if (method === 'progress') console.log(params.depth, params.pv); });
  // @ts-expect-error: no notification has such a member
  ferz.listen((method, params) => { if (method === 'progress') console.log(params.no_such_member); });
  const { session } = await ferz.call('load', { game: 'hex80' });
  try {
    const best = await ferz.call('search', { session, level: 3, job: 'one' });
    return (await ferz.call('play', { session, move: best.move })).position;
  } catch (error) {
    if (error instanceof FerzError) console.log(error.code, error.data.why?.places);
    throw error;
  } finally {
    end();
    ferz.close();
  }
}

export { here, beside };

// Rules: the files of the game in an editor, beside the board. What loads is played at once; what does not is underlined, and the
// last rules that loaded go on. A piece that is clicked makes its lines glow; the cursor on a line of a piece rings its cells.

import { h, fill, button, icon, debounce, download, menu, strip } from './dom.js';
import { call, isLocal, listen, CONFLICT } from './rpc.js';
import { t, capital, nameWords } from './words.js';
import { openEditor } from './editor.js';
import { conflictElement } from './conflict.js';
import { drafts } from './drafts.js';

const CHECK_MILLISECONDS = 200, CURSOR_MILLISECONDS = 120;
const leaf = (file) => file.split('/').pop();

export class Rules {
  constructor(game, table, { onError, onChange }) {
    Object.assign(this, { game, table, onError, onChange });
    this.file = null;
    this.saved = ''; // the text on the disk, as it was when we last looked
    this.hash = ''; // of it: what `save` expects there; '' where there is no file
    this.writable = false;
    this.messages = [];
    this.shownMessage = 0;
    this.fileRow = h('div', { class: 'files', role: 'tablist', 'aria-label': t('file') });
    this.lock = h('span', { class: 'tag', style: 'align-self: center', hidden: true }, t('readOnly'));
    this.head = h('div', { class: 'filetabs' }, this.fileRow, this.lock,
      game.loaded.writable ? menu([icon('plus'), t('add')], () => [{ words: t('addScript'), hint: t('addScriptHint'), icon: 'file', key: 'add-script', run: () => this.addScript() }, { words: t('addPicture'), hint: t('addPictureHint'), icon: 'picture', key: 'add-picture', run: () => this.addPicture() }], { class: 'bare', 'data-do': 'add' }) : null,
      isLocal() ? button(t('download'), () => download(leaf(this.file), this.editor.text()), { class: 'bare', 'data-do': 'download' }) : null);
    this.notice = h('div', { class: 'notice', role: 'status' });
    this.conflict = h('div');
    this.holder = h('div', { class: 'editor' });
    this.code = h('div', { class: 'explained' });
    this.element = h('section', { class: 'rules' }, this.head, this.conflict, this.holder, this.code, this.notice);
    this.checkSoon = debounce(CHECK_MILLISECONDS, () => this.check());
    this.cursorSoon = debounce(CURSOR_MILLISECONDS, (line) => this.cursorAt(this.line = line));
    game.listen((what) => { if (what === 'rules' && this.shown && this.element.isConnected) this.showHead(); });
    this.ended = listen((method, params) => { if (method === 'changed') this.changed(params.files); });
  }

  leave() {
    this.ended();
    this.editor?.destroy();
  }

  async show(place) {
    this.shown = true;
    const wanted = place?.file || (this.files().includes(this.file) ? this.file : this.game.loaded.file);
    try {
      if (wanted !== this.file || !this.editor) this.opening = this.openFile(wanted);
      await this.opening;
      if (place?.line) this.editor.goTo(place.line);
    } catch (error) {
      this.onError(error);
    }
    this.showHead();
  }

  files() {
    const { loaded } = this.game, examples = loaded.file.replace(/\.yaml$/, '.test.yaml');
    return [...loaded.files.filter((file) => !file.endsWith('.tuning.yaml')), ...(this.hasExamples ? [examples] : [])];
  }

  async openFile(file) {
    const read = await this.game.ask('read', { file });
    const draft = drafts.all()[file];
    fill(this.conflict);
    Object.assign(this, { file, saved: read.text, hash: read.hash, writable: read.writable });
    this.hasExamples = this.hasExamples || file.endsWith('.test.yaml');
    this.editor?.destroy();
    const kind = file.endsWith('.lua') || file.endsWith('.svg') ? 'lua' : file.endsWith('.test.yaml') ? 'examples' : 'rules';
    this.editor = await openEditor(this.holder, {
      text: read.writable && draft ? draft.text : read.text, kind, writable: read.writable, label: file,
      schema: kind === 'lua' ? null : await this.schema(kind), onChange: () => this.typed(), onSave: () => this.save(), onCursor: (line) => this.cursorSoon(line),
      onFix: () => this.fix(this.messages[this.shownMessage]), onNext: () => this.nextMessage(),
    });
    this.showHead();
    await this.check();
    const stale = read.writable && draft && draft.base !== read.text && draft.text !== read.text;
    if (stale) this.ask(read); // the draft began with another text than this one
  }

  async schema(kind) {
    this.schemas = this.schemas || {};
    this.schemas[kind] = this.schemas[kind] || (await call('schema', { kind })).schema;
    return this.schemas[kind];
  }

  // ---- files ----

  dirty() {
    return this.editor && this.writable && this.editor.text() !== this.saved;
  }

  showHead() {
    const all = drafts.all();
    const one = (file) => button(leaf(file), () => this.show({ file }), { role: 'tab', 'aria-selected': String(file === this.file), 'data-file': file, class: file in all ? 'dirty' : '', title: file });
    fill(this.fileRow, this.files().map(one));
    this.lock.hidden = !this.editor || this.writable;
    this.showNotice();
  }

  /** The text of the rules themselves, which may be a draft. */
  async ownText() {
    const { file } = this.game.loaded;
    if (this.file !== file) await this.show({ file });
    return this.editor.text();
  }

  async addScript() {
    try {
      const { loaded } = this.game, name = `${leaf(loaded.file).replace(/\.yaml$/, '')}.lua`;
      const text = await this.ownText();
      await call('save', { file: name, new: true, text: '-- The hooks of this game: functions that rules name under `hooks:`.\n' }).catch((error) => { if (error.code !== -32000) throw error; });
      if (!/^script:/m.test(text)) this.write(`${text.replace(/\n*$/, '\n')}script: ${name}\n`);
      this.wanted = name;
    } catch (error) {
      this.onError(error);
    }
  }

  /** A drawing is chosen from the disk, then the piece that gets it. */
  addPicture() {
    const input = h('input', { type: 'file', accept: '.svg,image/svg+xml' });
    input.addEventListener('change', async () => {
      try {
        const [file] = input.files, name = file.name.toLowerCase().replace(/[^a-z0-9.]+/g, '-').replace(/\.svg$/, '') + '.svg';
        await call('save', { file: name, text: await file.text(), new: true });
        this.choosePiece(name);
      } catch (error) {
        this.onError(error);
      }
    });
    input.click();
  }

  choosePiece(name) {
    const done = async (piece) => {
      const text = await this.ownText();
      this.write(addFigure(text, piece, name));
      fill(this.conflict);
    };
    fill(this.conflict, strip('note', t('pictureOf'), { key: 'picture', actions: this.game.loaded.pieces.filter((piece, i, all) => all.findIndex((one) => one.name === piece.name) === i).slice(0, 24).map((piece) => button(capital(nameWords(piece.name)), () => done(piece.name), { 'data-figure': piece.name })) }));
  }

  /** A text of the page's own, as if it was typed. */
  write(text) {
    this.editor.replace(text);
    this.typed();
  }

  // ---- what is typed ----

  typed() {
    const text = this.editor.text();
    drafts.put(this.file, text === this.saved ? null : { text, base: this.saved });
    this.showHead();
    this.checkSoon();
  }

  async check() {
    const { game } = this, overlays = drafts.of(this.game.loaded.files), number = this.checks = (this.checks || 0) + 1;
    try {
      const found = await call('check', { game: game.address, settings: game.settings, overlays });
      if (number !== this.checks) return; // somebody typed on
      this.messages = found.messages;
      this.shownMessage = Math.max(0, found.messages.findIndex(({ severity }) => severity === 'error'));
      this.faulty = found.messages.some(({ severity }) => severity === 'error');
      this.editor.mark(found.messages.filter((message) => message.file === this.file));
      fill(this.code);
      if (found.loads && JSON.stringify(overlays) !== JSON.stringify(game.overlays)) this.result = await game.reload(overlays);
      if (found.loads && this.line) this.cursorAt(this.line);
      this.showHead();
      if (this.wanted && game.loaded.files.some((file) => leaf(file) === this.wanted)) {
        const file = game.loaded.files.find((one) => leaf(one) === this.wanted);
        this.wanted = null;
        await this.show({ file });
      }
    } catch (error) {
      this.onError(error);
    }
  }

  // ---- what is said below ----

  showNotice() {
    if (!this.editor) return;
    const dirty = this.dirty(), message = this.messages[this.shownMessage];
    const saving = dirty ? [button(t('backToSaved'), () => this.write(this.saved), { 'data-do': 'back-to-saved' }), button(t('save'), () => this.save(), { class: 'main', 'data-do': 'save' })] : [];
    if (message) fill(this.notice, this.messageStrip(message, saving));
    else if (!this.writable) fill(this.notice, strip('note', t('readOnlyStrip'), { key: 'read-only', actions: button(t('changeThis'), this.onChange, { class: 'main', 'data-do': 'change-this' }) }));
    else fill(this.notice, strip(this.result?.kept === 'nothing' ? 'note' : 'good', this.changeWords(), { key: 'sound', actions: [dirty ? h('small', {}, t('unsaved')) : null, ...saving] }));
  }

  changeWords() {
    const { change } = this.game;
    if (this.result?.kept === 'nothing') return t('nothingKept');
    if (this.justSaved && !this.dirty()) return t('saved');
    return change ? h('b', { 'data-change': `${change.now.length} ${change.gone.length}` }, t('nowGone', change.now.length, change.gone.length)) : t('sound');
  }

  messageStrip(message, saving) {
    const here = message.file === this.file, bad = message.severity === 'error', count = this.messages.length;
    const words = message.line ? (here ? t('lineSays', message.line, message.text) : t('elsewhere', leaf(message.file), message.line, message.text)) : message.text;
    return strip(bad ? 'bad' : 'note', [h('b', {}, words), h('small', {}, ' ', message.hint || '', bad ? ` ${t('lastPlayed')} ` : ' ', button(message.code, () => this.explain(message.code), { class: 'link', 'data-code': message.code })),
      message.note ? h('p', {}, h('small', {}, message.note, message.note_place ? [': ', button(t('lineOf', leaf(message.note_place.file), message.note_place.line), () => this.show(message.note_place), { class: 'link', 'data-note': message.note_place.line })] : null)) : null], {
      key: 'mistake',
      place: message.line ? [button(t('lineOf', leaf(message.file), message.line), () => this.show(message), { class: 'link', 'data-place': message.line })] : null,
      actions: [message.edits?.length && here && this.writable ? button(t('fix', message.edits[0].text.trim() || t('removeIt')), () => this.fix(message), { class: 'main', 'data-do': 'fix' }) : null,
        count > 1 ? button(`${this.shownMessage + 1} / ${count} ›`, () => this.nextMessage(), { 'aria-label': t('nextMistake'), 'data-do': 'next-mistake' }) : null, ...saving],
    });
  }

  nextMessage() {
    if (!this.messages.length) return;
    this.shownMessage = (this.shownMessage + 1) % this.messages.length;
    this.showNotice();
    const message = this.messages[this.shownMessage];
    if (message.file === this.file && message.line) this.editor.goTo(message.line);
  }

  fix(message) {
    if (message?.edits?.length && message.file === this.file && this.writable) this.editor.edit(message.edits);
  }

  async explain(code) {
    try {
      const e = await call('code', { code });
      fill(this.code, h('div', { class: 'row' }, h('b', {}, `${e.code}: ${e.title}`), h('span', { class: 'gap' }), button(icon('close'), () => fill(this.code), { class: 'bare', 'aria-label': t('close') })), h('p', {}, e.text),
        e.wrong ? [h('h3', {}, t('wrong')), h('pre', {}, e.wrong)] : null, e.fixed ? [h('h3', {}, t('fixed')), h('pre', {}, e.fixed)] : null);
    } catch (error) {
      this.onError(error);
    }
  }

  // ---- the partners ----

  /** Where a piece is defined: its lines in the file that is open. */
  linesOf(piece) {
    return [piece.place, ...piece.movements].filter((place) => place && place.file === this.file).map(({ line }) => line);
  }

  pieceChosen(piece) {
    if (!this.editor || !this.element.isConnected) return;
    const known = piece && this.game.loaded.pieces.find(({ name }) => name === piece.type);
    this.editor.glow(known ? this.linesOf(known) : []);
  }

  /** The cursor is on a line: a piece's cells are ringed, and its words said. */
  async cursorAt(line) {
    const { game, table } = this, { board } = table;
    if (!this.element.isConnected || !board.svg) return;
    const pieces = game.loaded.pieces.filter((one) => this.linesOf(one).includes(line)), piece = pieces[0];
    if (!piece) {
      if (board.marked.rings.length) board.mark({ rings: [] });
      this.editor.tip(line, null);
      return;
    }
    const picked = board.on.get(board.picked[0]), standing = picked?.type === piece.name ? { cell: board.picked[0], owner: picked.owner } : [...board.on.values()].find(({ type, owner }) => type === piece.name && owner === game.viewer) || [...board.on.values()].find(({ type }) => type === piece.name);
    try {
      const { cells, text } = await game.ask('piece', { piece: piece.name, ...(standing?.owner ? { player: standing.owner, cell: standing.cell } : {}) });
      board.mark({ rings: cells });
      table.about.showPiece(piece.name, standing?.owner || game.loaded.players[0]);
      this.editor.tip(line, text.filter(Boolean).join(' '));
    } catch { /* the rules have changed meanwhile */ }
  }

  // ---- the disk ----

  /** Both versions: the one of the editor, and the one that `read` found; null: the file is gone. */
  ask(read) {
    const done = () => { this.saved = read?.text ?? ''; this.hash = read?.hash ?? ''; fill(this.conflict); };
    fill(this.conflict, conflictElement({
      file: this.file, mine: () => this.editor.text(), theirs: read?.text ?? null,
      keepMine: () => { done(); this.typed(); },
      takeTheirs: () => { done(); return this.take(read); },
    }));
  }

  async take({ text, hash }) {
    Object.assign(this, { saved: text, hash });
    fill(this.conflict);
    drafts.put(this.file, null);
    this.editor.replace(text);
    this.showHead();
    await this.checkAgain();
  }

  /** What is in the file now; null where there is none any more. */
  async readFile() {
    try {
      return await this.game.ask('read', { file: this.file });
    } catch (error) {
      if (error.code === -32000) return null;
      throw error;
    }
  }

  async save() {
    if (!this.writable) return;
    const text = this.editor.text();
    try {
      this.hash = (await call('save', { file: this.file, text, expected: this.hash })).hash;
      this.saved = text;
      fill(this.conflict);
      drafts.put(this.file, null);
      this.game.overlays = drafts.of(this.game.loaded.files);
      await this.game.reload(this.game.overlays).catch(() => {});
      [this.result, this.justSaved] = [null, true];
      await this.check();
      setTimeout(() => { this.justSaved = false; }, 4000);
    } catch (error) {
      if (error.code === CONFLICT) await this.readFile().then((read) => this.ask(read), this.onError);
      else this.onError(error);
    }
  }

  /** Files were written, perhaps by ourselves. */
  async changed(files) {
    const ours = this.game.loaded ? [...this.game.loaded.files, this.file].filter((file) => file && files.includes(file)) : [];
    if (!ours.length && !this.faulty) return; // what does not load may wait for any file: a script, a drawing, a parent
    try {
      await this.opening; // a text that is just being read may be the old one
      if (!this.editor) await this.game.reload(drafts.of(this.game.loaded.files));
      else if (ours.includes(this.file)) await this.readAgain();
      else await this.checkAgain();
    } catch { /* the rules do not load: the old ones go on, and the editor says why */ }
  }

  /** The files themselves have changed: what loads is new, whatever is not saved. */
  checkAgain() {
    this.game.overlays = null;
    return this.check();
  }

  async readAgain() {
    const read = await this.readFile();
    if (read?.hash === this.hash) return;
    if (read && (read.text === this.editor.text() || this.editor.text() === this.saved)) await this.take(read);
    else this.ask(read);
  }
}

/** The text with a drawing for a piece: its line gets `figure:`, or the piece gets a line. */
function addFigure(text, piece, name) {
  const lines = text.replace(/\n*$/, '\n').split('\n'), at = lines.findIndex((line) => new RegExp(`^  ${piece}: *\\{`).test(line)), list = lines.findIndex((line) => /^pieces: *$/.test(line));
  if (at >= 0) lines[at] = lines[at].replace(/\{ */, `{figure: ${name}, `).replace(', }', '}');
  else if (list >= 0) lines.splice(list + 1, 0, `  ${piece}: {figure: ${name}}`);
  else lines.splice(lines.length - 1, 0, 'pieces:', `  ${piece}: {figure: ${name}}`);
  return lines.join('\n');
}

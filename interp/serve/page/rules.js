// Rules: the files of the game in an editor. What loads is played at once; what does not is underlined, and the last rules that
// loaded go on. Texts that are not saved are kept in this browser.

import { h, fill, button, select, debounce, download } from './dom.js';
import { call, isLocal, listen } from './rpc.js';
import { t, languageName } from './words.js';
import { openEditor } from './editor.js';

const CHECK_MILLISECONDS = 200;

/** Texts that are not saved, by file, in this browser: {text, base}, `base` as the file was when the writing began. */
export const drafts = {
  all: () => JSON.parse(localStorage.getItem('ferz drafts') || '{}'),
  put(file, draft) {
    const all = drafts.all();
    if (draft) all[file] = draft;
    else delete all[file];
    localStorage.setItem('ferz drafts', JSON.stringify(all));
  },
};

export class Rules {
  constructor(game, onError) {
    Object.assign(this, { game, onError });
    this.file = null;
    this.saved = ''; // the text on the disk
    this.writable = false;
    this.head = h('div', { class: 'row' });
    this.notice = h('div', { class: 'notice', role: 'status' });
    this.holder = h('div', { class: 'editor' });
    this.list = h('ul', { class: 'messages', 'aria-label': t('rules') });
    this.code = h('div', { class: 'code' });
    this.element = h('section', { class: 'rules' }, this.head, this.notice, this.holder, this.list, this.code);
    this.checkSoon = debounce(CHECK_MILLISECONDS, () => this.check());
    game.listen((what) => { if (what === 'rules' && this.shown) this.showHead(); });
    listen((method, params) => { if (method === 'changed') this.changed(params.files); });
  }

  async show(place) {
    this.shown = true;
    const { loaded } = this.game;
    const known = this.files();
    const drawing = place?.file?.endsWith('.svg'); // a message may point into one, but this editor is for rules and scripts
    const wanted = (!drawing && place?.file) || (known.includes(this.file) ? this.file : loaded.file);
    try {
      if (wanted !== this.file || !this.editor) this.opening = this.openFile(wanted);
      await this.opening;
      if (place && !drawing) this.editor.goTo(place.line);
    } catch (error) {
      this.onError(error);
    }
    this.showHead();
  }

  files() {
    const { loaded } = this.game;
    const examples = loaded.file.replace(/\.yaml$/, '.test.yaml');
    return [...loaded.files.filter((file) => !file.endsWith('.svg')), ...(this.hasExamples ? [examples] : [])];
  }

  async openFile(file) {
    const read = await this.game.ask('read', { file });
    const draft = drafts.all()[file];
    Object.assign(this, { file, saved: read.text, writable: read.writable });
    this.hasExamples = this.hasExamples || file.endsWith('.test.yaml');
    this.editor?.destroy();
    const kind = file.endsWith('.lua') ? 'lua' : file.endsWith('.test.yaml') ? 'examples' : 'rules';
    this.editor = await openEditor(this.holder, {
      text: read.writable && draft ? draft.text : read.text, kind, writable: read.writable, label: file,
      schema: kind === 'lua' ? null : await this.schema(kind), onChange: () => this.typed(), onSave: () => this.save(),
    });
    this.showHead();
    await this.check();
  }

  async schema(kind) {
    this.schemas = this.schemas || {};
    this.schemas[kind] = this.schemas[kind] || (await call('schema', { kind })).schema;
    return this.schemas[kind];
  }

  showHead() {
    const dirty = this.editor && this.writable && this.editor.text() !== this.saved;
    fill(this.head,
      select(t('file'), this.files().map((file) => [file, file.split('/').pop()]), this.file, (file) => this.show({ file }), { 'data-files': true }),
      this.writable ? button(t('save'), () => this.save(), { disabled: !dirty, 'data-do': 'save' }) : null,
      isLocal() && this.editor ? button(t('download'), () => download(this.file.split('/').pop(), this.editor.text()), { 'data-do': 'download' }) : null,
      h('span', { class: 'quiet' }, this.writable ? (dirty ? t('unsaved') : '') : t('readOnly')),
      h('small', { class: 'quiet' }, t('editorKeys')));
  }

  typed() {
    const text = this.editor.text();
    drafts.put(this.file, text === this.saved ? null : { text, base: this.saved });
    this.showHead();
    this.checkSoon();
  }

  /** All texts of this game that are not saved. */
  overlays() {
    const all = drafts.all();
    return this.game.loaded.files.filter((file) => file in all).map((file) => ({ file, text: all[file].text }));
  }

  async check() {
    const { loaded } = this.game;
    const overlays = this.overlays();
    const number = this.checks = (this.checks || 0) + 1;
    try {
      const found = await call('check', { game: loaded.writable ? loaded.file : loaded.name, settings: this.game.settings, overlays });
      if (number !== this.checks) return; // somebody typed on
      this.showMessages(found);
      if (found.loads && JSON.stringify(overlays) !== JSON.stringify(this.game.overlays)) await this.playNew(overlays);
    } catch (error) {
      this.onError(error);
    }
  }

  async playNew(overlays) {
    const result = await this.game.reload(overlays);
    const some = (moves) => moves.slice(0, 12).join(' ') + (moves.length > 12 ? ' …' : '');
    fill(this.notice, h('p', {}, result.kept === 'nothing' ? t('nothingKept') : t('kept')),
      result.legal_now?.length ? h('p', { class: 'legal' }, t('legalNow', some(result.legal_now))) : null,
      result.illegal_now?.length ? h('p', { class: 'illegal' }, t('illegalNow', some(result.illegal_now))) : null);
  }

  showMessages(found) {
    const errors = found.messages.filter((message) => message.severity === 'error');
    this.editor.mark(found.messages.filter((message) => message.file === this.file));
    if (errors.length) fill(this.notice, h('p', { class: 'illegal' }, t('faults', errors.length)));
    else if (!found.messages.length) fill(this.notice, h('p', {}, t('sound')));
    fill(this.list, found.messages.map((message) => h('li', { class: message.severity },
      h('pre', {}, message.rendered),
      message.line ? button(t('line', message.line), () => this.show(message), { class: 'link' }) : null,
      button(message.code, () => this.explain(message.code), { class: 'link', 'data-code': message.code }))));
  }

  async explain(code) {
    try {
      const e = await call('code', { code });
      fill(this.code, h('h3', {}, `${e.code}: ${e.title}`), h('p', {}, e.text),
        e.wrong ? [h('h4', {}, t('wrong')), h('pre', {}, e.wrong)] : null, e.fixed ? [h('h4', {}, t('fixed')), h('pre', {}, e.fixed)] : null);
      this.code.scrollIntoView({ block: 'nearest' });
    } catch (error) {
      this.onError(error);
    }
  }

  async save() {
    if (!this.writable) return;
    const text = this.editor.text();
    try {
      await call('save', { file: this.file, text });
      this.saved = text;
      drafts.put(this.file, null);
      this.game.overlays = this.overlays();
      await this.game.reload(this.game.overlays).catch(() => {});
      this.showHead();
      fill(this.notice, h('p', {}, t('saved')));
      await this.check();
    } catch (error) {
      this.onError(error);
    }
  }

  /** Files were written, perhaps by ourselves. */
  async changed(files) {
    const ours = this.game.loaded ? [...this.game.loaded.files, this.file].filter((file) => file && files.includes(file)) : [];
    if (!ours.length) return;
    try {
      await this.opening; // a text that is just being read may be the old one
      if (!this.editor) await this.game.reload(this.overlays());
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
    const { text } = await this.game.ask('read', { file: this.file });
    if (text === this.saved) return;
    const dirty = this.editor.text() !== this.saved;
    const take = async () => {
      this.saved = text;
      drafts.put(this.file, null);
      this.editor.replace(text);
      this.showHead();
      await this.checkAgain();
    };
    if (!dirty) return take();
    fill(this.notice, h('p', {}, t('changedElsewhere', this.file)), button(t('takeTheirs'), take),
      button(t('keepMine'), () => { this.saved = text; this.typed(); fill(this.notice); }));
  }
}

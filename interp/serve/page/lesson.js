// Lesson: the exercises of guides/lesson.md, one at a time: the task, the text, and the claims as boards, which are looked at again
// as one types. An exercise is solved when all its claims are true.

import { h, fill, button, icon, debounce } from './dom.js';
import { call } from './rpc.js';
import { t, capital } from './words.js';
import { openEditor } from './editor.js';
import { claimCard } from './examples.js';

const EXERCISES = ['1-knight', '2-small', '3-stalemate', '4-culprit', '5-peace'];
const CHECK_MILLISECONDS = 250;

function done() {
  return JSON.parse(localStorage.getItem('ferz lesson') || '{}');
}

export class Lesson {
  constructor(index, onError) {
    this.index = Math.max(0, Math.min(EXERCISES.length - 1, index ? index - 1 : EXERCISES.findIndex((name) => !done()[name])));
    this.onError = onError;
    this.paths = {}; // of the exercise's files, when it is open
    this.title = h('h1', { style: 'font-size: 26px' });
    this.task = h('p', { class: 'task' });
    this.progress = h('div', { class: 'steps-done', role: 'group', 'aria-label': t('lesson') });
    this.holder = h('div', { class: 'editor' });
    this.files = h('div', { class: 'row', style: 'margin-bottom: 6px' });
    this.hint = h('p', { class: 'quiet', hidden: true });
    this.message = h('p', { role: 'status' });
    this.next = button(t('nextExercise'), () => this.go(this.index + 1), { class: 'main', 'data-do': 'next' });
    this.when = h('small', {});
    this.count = h('h2', { role: 'status', 'data-claims': true });
    this.claims = h('ul', { class: 'claims' });
    this.left = h('div', {}, h('small', { 'data-of': true }), this.progress, this.title, this.task, this.files, this.holder, this.message,
      h('div', { class: 'actions' }, button([icon('bulb'), t('hint')], () => { this.hint.hidden = !this.hint.hidden; }), button(t('startAgain'), () => this.again(), { 'data-do': 'again' }), h('span', { class: 'gap' }), this.next), this.when, this.hint);
    this.element = h('section', { class: 'lesson' }, this.left, h('div', {}, this.count, this.claims));
    this.checkSoon = debounce(CHECK_MILLISECONDS, () => this.check());
  }

  leave() {
    this.editor?.destroy();
    this.editor = null;
  }

  async show() {
    try {
      this.texts = (await import('./exercises.js')).files;
      await this.open();
    } catch (error) {
      this.onError(error);
    }
  }

  async go(index) {
    if (index >= EXERCISES.length) return;
    this.index = index;
    await this.open().catch(this.onError);
  }

  /** The files of the exercise lie in the folder, as they were left. Who opens another one meanwhile gets that one: `opening` is the last. */
  async open() {
    const name = EXERCISES[this.index], number = this.index + 1, opening = this.opening = {}, paths = {};
    this.hint.hidden = true;
    fill(this.left.querySelector('[data-of]'), t('exercise', number, EXERCISES.length));
    fill(this.title, t(`exercise${number}`));
    fill(this.task, t(`task${number}`));
    fill(this.hint, t(`hint${number}`));
    fill(this.progress, EXERCISES.map((one, i) => button('', () => this.go(i), { 'aria-label': t(`exercise${i + 1}`), title: t(`exercise${i + 1}`), class: done()[one] ? 'done' : '', 'aria-current': i === this.index ? 'step' : false, 'data-exercise': one })));
    this.next.hidden = number === EXERCISES.length;
    this.next.disabled = true; // until its claims were looked at
    for (const file of Object.keys(this.texts).filter((one) => one.startsWith(`${name}.`))) {
      const saved = await call('save', { file, text: this.texts[file], new: true }).catch((error) => { if (error.code !== -32000) throw error; return null; });
      paths[file] = saved?.file || null;
    }
    const listed = (await call('list')).games.find((game) => game.writable && game.name === name);
    if (this.opening !== opening) return;
    for (const file of Object.keys(paths)) paths[file] = paths[file] || listed.file.replace(/[^/]*$/, file);
    Object.assign(this, { paths, game: listed.file, drafts: {} });
    await this.openFile(`${name}.${name.startsWith('5') ? 'lua' : 'yaml'}`);
  }

  async openFile(name) {
    const opening = this.opening = {}, file = this.paths[name], read = await call('read', { file });
    if (this.opening !== opening) return;
    const editable = Object.keys(this.paths).filter((one) => !one.endsWith('.test.yaml'));
    this.file = file;
    fill(this.files, editable.length > 1 ? editable.map((one) => button(one, () => this.openFile(one).catch(this.onError), { 'aria-pressed': String(one === name), 'data-file': one })) : null);
    this.leave();
    const editor = await openEditor(this.holder, { text: this.drafts[file] ?? read.text, kind: name.endsWith('.lua') ? 'lua' : 'rules', writable: true, label: name, schema: null, onChange: () => { this.drafts[file] = editor.text(); this.checkSoon(); }, onSave: () => this.check(), onCursor: () => {}, onFix: () => {}, onNext: () => {} });
    if (this.opening !== opening) return editor.destroy();
    this.editor = editor;
    await this.check();
  }

  async again() {
    try {
      const name = EXERCISES[this.index];
      if (!this.paths[`${name}.yaml`]) return; // it is not open yet
      for (const [file, path] of Object.entries(this.paths)) {
        await call('save', { file: path, text: this.texts[file] });
      }
      this.drafts = {};
      await this.openFile(`${name}.${name.startsWith('5') ? 'lua' : 'yaml'}`);
    } catch (error) {
      this.onError(error);
    }
  }

  /** The claims, for the text as it is now; what is true is kept in the folder. */
  async check() {
    const overlays = Object.entries(this.drafts).map(([file, text]) => ({ file, text })), number = this.checks = (this.checks || 0) + 1;
    try {
      const found = await call('check', { game: this.game, overlays });
      if (number !== this.checks) return;
      this.editor?.mark(found.messages.filter(({ file }) => file === this.file));
      const [first] = found.messages.filter(({ severity }) => severity === 'error');
      fill(this.message, first ? `${first.line ? t('lineSays', first.line, first.text) : capital(first.text)} ${first.hint || ''}` : null);
      if (!found.loads) return;
      const { cells } = this.loaded = await this.cells(overlays);
      const { items, passed, failed } = await call('examples', { game: this.game, overlays });
      if (number !== this.checks) return;
      this.showClaims(items, passed, passed + failed, cells, overlays);
    } catch (error) {
      this.onError(error);
    }
  }

  async cells(overlays) {
    const loaded = await call('load', { game: this.game, overlays });
    call('close', { session: loaded.session }).catch(() => {});
    return loaded;
  }

  showClaims(items, passed, all, cells, overlays) {
    const solved = all > 0 && passed === all, name = EXERCISES[this.index];
    fill(this.count, t('trueClaims', passed, all));
    fill(this.claims, [...items].sort((a, b) => a.passed - b.passed).map((item) => claimCard(item, this.game, cells, { overlays })));
    this.next.disabled = !solved;
    fill(this.when, solved ? `✓ ${t('solved')}` : t('whenTrue', all));
    if (!solved) return;
    localStorage.setItem('ferz lesson', JSON.stringify({ ...done(), [name]: true }));
    this.progress.children[this.index].classList.add('done');
    for (const { file, text } of overlays) call('save', { file, text }).catch(this.onError);
  }
}

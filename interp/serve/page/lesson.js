// Lesson: the exercises of guides/lesson.md on the start page. A click puts the files of one into the folder and opens it; it is
// solved when all its claims are true.

import { h, fill, button } from './dom.js';
import { call } from './rpc.js';
import { t, addWords } from './words.js';

addWords({
  lesson: ['A lesson in five exercises', 'Урок: пять упражнений'],
  lessonAbout: ['Read what is asked for at the top of the rules, change them, save, and run the claims under “Examples”.',
    'Прочтите задание в начале правил, измените их, сохраните и запустите утверждения во вкладке «Примеры».'],
  exerciseKnight: ['The lame horse', 'Хромой конь'],
  exerciseKnightAbout: ['One word changes a piece.', 'Одно слово меняет фигуру.'],
  exerciseSmall: ['Small chess', 'Малые шахматы'],
  exerciseSmallAbout: ['Change the board, and the start and the promotion must follow.', 'Измените доску: начало и превращение должны измениться тоже.'],
  exerciseStalemate: ['No way out', 'Выхода нет'],
  exerciseStalemateAbout: ['How a game ends is a rule like others.', 'Конец игры – такое же правило, как другие.'],
  exerciseCulprit: ['Who broke it?', 'Кто сломал?'],
  exerciseCulpritAbout: ['Three words are wrong: the claims tell where.', 'Три слова неверны: утверждения скажут, где.'],
  exercisePeace: ['Two moves of peace', 'Два хода мира'],
  exercisePeaceAbout: ['A rule that only a script can say.', 'Правило, которое скажет только сценарий.'],
  begin: ['Begin', 'Начать'],
  goOn: ['Go on', 'Продолжить'],
  solved: ['solved', 'решено'],
  trueClaims: ['{0} of {1} claims are true', 'верных утверждений: {0} из {1}'],
});

const EXERCISES = [['1-knight', 'exerciseKnight'], ['2-small', 'exerciseSmall'], ['3-stalemate', 'exerciseStalemate'],
  ['4-culprit', 'exerciseCulprit'], ['5-peace', 'exercisePeace']];

export class Lesson {
  /** onOpen(file): opens a game. */
  constructor(onOpen, onError) {
    Object.assign(this, { onOpen, onError });
    this.list = h('ol', { class: 'exercises' });
    this.element = h('details', { class: 'lesson', hidden: true, ontoggle: () => this.look() },
      h('summary', {}, h('h2', {}, t('lesson'))), h('p', { class: 'quiet' }, t('lessonAbout')), this.list);
  }

  /** Shows the exercises, of which some are among the games of the folder already. */
  async show(games) {
    this.texts = await import('./exercises.js').then((module) => module.files, () => null);
    if (!this.texts || !Object.keys(this.texts).length) return;
    this.own = new Map(games.filter((game) => game.writable).map((game) => [game.name, game.file]));
    fill(this.list, EXERCISES.map(([name, words]) => this.item(name, words)));
    this.element.open = EXERCISES.some(([name]) => this.own.has(name));
    this.element.hidden = false;
  }

  item(name, words) {
    const there = this.own.has(name);
    return h('li', { 'data-exercise': name }, h('strong', {}, t(words)), h('span', {}, t(`${words}About`)),
      h('span', { class: 'solved', role: 'status' }), button(there ? t('goOn') : t('begin'), () => this.begin(name), there ? {} : { class: 'main' }));
  }

  /** How many claims of those that were begun are true. */
  async look() {
    if (!this.element.open || this.looked) return;
    this.looked = true;
    for (const item of this.list.children) {
      const file = this.own.get(item.dataset.exercise);
      if (!file) continue;
      try {
        const { passed, failed } = await call('examples', { game: file });
        item.querySelector('.solved').textContent = failed || !passed ? t('trueClaims', passed, passed + failed) : `✓ ${t('solved')}`;
        item.classList.toggle('passed', passed > 0 && !failed);
      } catch { /* the rules do not load: the game says why */ }
    }
  }

  async begin(name) {
    try {
      for (const file of Object.keys(this.texts).filter((one) => one.startsWith(`${name}.`))) {
        await call('save', { file, text: this.texts[file], new: true }).catch((error) => {
          if (error.code !== -32000) throw error; // -32000: it is there already, as it was left
        });
      }
      this.onOpen(this.own.get(name) || (await call('list')).games.find((game) => game.writable && game.name === name).file);
    } catch (error) {
      this.onError(error);
    }
  }
}

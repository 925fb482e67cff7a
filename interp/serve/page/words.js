// All words of the page, in English and Russian. `{0}` is filled in.

const words = {
  start: ['Games', 'Игры'],
  search: ['Search games', 'Поиск игр'],
  newGame: ['New game', 'Новая игра'],
  name: ['Name of the file', 'Имя файла'],
  nameHint: ['small letters, digits and -', 'строчные латинские буквы, цифры и -'],
  from: ['begins as', 'исходит из'],
  create: ['Create', 'Создать'],
  mine: ['your folder', 'ваша папка'],
  loading: ['Loading …', 'Загрузка…'],
  mineHere: ['kept in this browser', 'в этом браузере'],
  close: ['Close', 'Закрыть'],
  publish: ['Publish as one file', 'Опубликовать одним файлом'],
  publishHint: ['A page with these rules and a board, to be mailed or put on any site', 'Страница с этими правилами и доской: её можно послать или выложить на любой сайт'],
  publishing: ['the page is being made', 'страница готовится'],
  published: ['{0} is made: {1} MB', 'готово: {0}, {1} МБ'],
  download: ['Download', 'Скачать'],
  players: ['{0} players', 'игроков: {0}'],
  dice: ['dice', 'кости'],
  hidden: ['hidden pieces', 'скрытые фигуры'],
  play: ['Play', 'Игра'],
  rules: ['Rules', 'Правила'],
  explain: ['In words', 'Словами'],
  examples: ['Examples', 'Примеры'],
  diff: ['Differences', 'Различия'],
  playtest: ['Play-test', 'Испытание'],
  language: ['Language', 'Язык'],
  theme: ['Colours', 'Цвета'],
  themeAuto: ['as the system', 'как в системе'],
  themeLight: ['light', 'светлые'],
  themeDark: ['dark', 'тёмные'],
  board: ['Board', 'Доска'],
  moves: ['Moves', 'Ходы'],
  seat: ['Who plays {0}', 'Кто играет за {0}'],
  person: ['a person', 'человек'],
  engine: ['ferz, level {0}', 'ferz, уровень {0}'],
  restart: ['From the start', 'С начала'],
  undo: ['Take back', 'Взять назад'],
  redo: ['Forward', 'Вперёд'],
  view: ['Seen by', 'Вид со стороны'],
  umpire: ['everything', 'видно всё'],
  lines: ['Engine lines', 'Варианты движка'],
  stop: ['Stop', 'Стоп'],
  fen: ['Position (FEN)', 'Позиция (FEN)'],
  set: ['Set up', 'Поставить'],
  toMove: ['{0} to move', 'ход: {0}'],
  toRoll: ['the dice are to be rolled', 'надо бросить кости'],
  thinking: ['ferz thinks', 'ferz думает'],
  check: ['check', 'шах'],
  wins: ['{0} wins: {1}', 'победа: {0} ({1})'],
  winsShared: ['{0} wins {2} to {3}: {1}', 'победа {2} : {3}: {0} ({1})'],
  draw: ['draw: {0}', 'ничья: {0}'],
  turnMove: ['move {0} of {1} of this turn', 'ход {0} из {1} в этой очереди'],
  turnMoveOpen: ['move {0} of this turn', 'ход {0} в этой очереди'],
  roll: ['Roll the dice', 'Бросить кости'],
  chooseRoll: ['or choose the roll', 'или выбрать бросок'],
  choose: ['Which move?', 'Какой ход?'],
  cancel: ['Cancel', 'Отмена'],
  illegal: ['{0} is not legal', '{0}: так ходить нельзя'],
  whyNot: ['Why the game is not over', 'Почему игра не окончена'],
  whyOver: ['Why the game is over', 'Почему игра окончена'],
  hand: ['hand of {0}', 'в руке: {0}'],
  empty: ['empty', 'пусто'],
  piece: ['{0} {1}', '{0} {1}'],
  target: ['a legal target', 'сюда можно'],
  chosen: ['chosen', 'выбрано'],
  save: ['Save', 'Сохранить'],
  saved: ['saved', 'сохранено'],
  unsaved: ['not saved', 'не сохранено'],
  readOnly: ['This file can only be read. “New game” on the start page makes one of your own that extends it.',
    'Этот файл только для чтения. «Новая игра» на первой странице создаёт вашу, которая его расширяет.'],
  file: ['File', 'Файл'],
  addScript: ['Add a script', 'Добавить сценарий'],
  sound: ['The rules are in order.', 'Правила в порядке.'],
  faults: ['{0} to correct; the last rules that loaded are played.', 'Исправить: {0}. Играются последние верные правила.'],
  kept: ['The new rules are played.', 'Играются новые правила.'],
  nothingKept: ['The position is not possible any more: from the start.', 'Позиция больше невозможна: с начала.'],
  legalNow: ['legal now: {0}', 'теперь можно: {0}'],
  illegalNow: ['no longer legal: {0}', 'больше нельзя: {0}'],
  changedElsewhere: ['Another program has written {0}.', 'Другая программа записала {0}.'],
  takeTheirs: ['Read it', 'Прочитать'],
  keepMine: ['Keep mine', 'Оставить моё'],
  meaning: ['What {0} means', 'Что значит {0}'],
  wrong: ['wrong', 'неверно'],
  fixed: ['right', 'исправлено'],
  run: ['Run', 'Запустить'],
  makeExample: ['Make this position an example', 'Сделать позицию примером'],
  exampleTitle: ['What it shows', 'Что он показывает'],
  recorded: ['written to {0}', 'записано в {0}'],
  passed: ['{0} passed, {1} failed', 'верно: {0}, неверно: {1}'],
  show: ['Show', 'Показать'],
  other: ['Other game', 'Другая игра'],
  compare: ['Compare', 'Сравнить'],
  noDifference: ['no difference found', 'различий не найдено'],
  onlyHere: ['only here: {0}', 'только здесь: {0}'],
  onlyThere: ['only there: {0}', 'только там: {0}'],
  both: ['leads elsewhere: {0}', 'ведёт не туда: {0}'],
  games: ['Games', 'Партий'],
  of: ['{0} of {1}', '{0} из {1}'],
  results: ['Results', 'Итоги'],
  lengths: ['Plies of a game', 'Полуходов в партии'],
  endings: ['Endings', 'Окончания'],
  mean: ['mean {0}, from {1} to {2}', 'в среднем {0}, от {1} до {2}'],
  interval: ['{0} %, between {1} and {2}', '{0} %, от {1} до {2}'],
  drawn: ['draws', 'ничьи'],
  cut: ['cut off', 'прервано'],
  lost: ['The server does not answer. What you wrote is kept in this browser.',
    'Сервер не отвечает. Написанное хранится в этом браузере.'],
  token: ['The server was started again: open the address that ferz serve prints. What you wrote is kept in this browser.',
    'Сервер запущен заново: откройте адрес, который печатает ferz serve. Написанное хранится в этом браузере.'],
  line: ['line {0}', 'строка {0}'],
  first: ['To the first position', 'К началу'],
  final: ['To the last position', 'К концу'],
  noGames: ['no game of that name', 'такой игры нет'],
  skip: ['To the board', 'К доске'],
  editorKeys: ['Editor: Escape, then Tab leaves it', 'Редактор: Escape, затем Tab, чтобы выйти'],
  options: ['Options', 'Настройки'],
};

let language = localStorage.getItem('ferz language') || (navigator.language.startsWith('ru') ? 'ru' : 'en');

export function languageName() {
  return language;
}

export function setLanguage(wanted) {
  language = wanted;
  localStorage.setItem('ferz language', wanted);
  document.documentElement.lang = wanted;
}

/** More words, for a module that has its own. */
export function addWords(more) {
  Object.assign(words, more);
}

// Names that many rules use, of players and of endings. Other names stand as the rules have them.
const russian = {
  white: 'белые', black: 'чёрные', red: 'красные', green: 'зелёные', blue: 'синие', yellow: 'жёлтые',
  checkmate: 'мат', stalemate: 'пат', repetition: 'повторение', 'fifty moves': 'пятьдесят ходов', 'dead position': 'мёртвая позиция',
  'no moves': 'нет ходов', 'no pieces': 'нет фигур', 'king captured': 'король взят', 'kings captured': 'короли взяты', 'bare king': 'голый король',
  'bare kings': 'голые короли', impasse: 'тупик', 'third check': 'третий шах', 'perpetual check': 'вечный шах', 'full board': 'доска заполнена', line: 'ряд', hill: 'холм',
};

/** The name of a player or an ending in the language of the page. */
export function nameWords(name) {
  return language === 'ru' && Object.hasOwn(russian, name) ? russian[name] : name;
}

/** The words for a key. */
export function t(key, ...values) {
  const row = words[key];
  if (!row) throw new Error(`no words for ${key}`);
  return row[language === 'ru' ? 1 : 0].replace(/\{(\d)\}/g, (all, index) => String(values[index]));
}

/** The words for a game that is won: `end` has winner, reason and, where the point is shared, winner_share. */
export function winWords(end) {
  const share = end.winner_share;
  const [winner, reason] = [nameWords(end.winner), nameWords(end.reason)];
  if (!share) return t('wins', winner, reason);
  const number = (value) => value.toLocaleString(language, { maximumFractionDigits: 2 });
  return t('winsShared', winner, reason, number(share), number(1 - share));
}

// All words of the page, in English and Russian. `{0}` is filled in; "{0|one|few|many}" chooses a form by that number.

const words = {
  // start
  claim: ['Change a rule of chess. Play it at once.', 'Измените правило шахмат. И сразу играйте.'],
  promise: ['Ferz plays any board game whose rules you write down: a short text, and a board beside it that follows every word.',
    'Ferz играет в любую настольную игру, правила которой вы запишете: короткий текст и рядом доска, которая следует за каждым словом.'],
  changeChess: ['Change chess', 'Изменить шахматы'],
  playOne: ['Play one of {0} games', 'Играть: {0} {0|игра|игры|игр}'],
  learn: ['Learn it in five exercises', 'Научиться за пять упражнений'],
  yourGames: ['Your games', 'Ваши игры'],
  makeGame: ['Make a game', 'Создать игру'],
  allGames: ['All games', 'Все игры'],
  search: ['Search names, words and tags', 'Искать по названиям, словам и меткам'],
  games: ['{0} {0|game|games|games}', '{0} {0|игра|игры|игр}'],
  noGames: ['No game says that.', 'Такой игры нет.'],
  groupSmall: ['Small changes of chess', 'Малые изменения шахмат'],
  groupHands: ['Hands and drops', 'Фигуры в руке'],
  groupDice: ['Dice', 'Кости'],
  groupHidden: ['Hidden', 'Скрытые'],
  groupMany: ['Three and more players', 'Трое и больше'],
  groupBig: ['Big and odd boards', 'Большие и необычные доски'],
  groupOther: ['Old, regional and other games', 'Старинные, народные и другие'],
  canNow: ['can go there now', 'теперь можно'],
  noLonger: ['no longer', 'больше нельзя'],
  asBefore: ['as before', 'как прежде'],
  readOnlyRules: ['does not load yet', 'ещё не загружается'],
  inBrowser: ['kept in this browser', 'в этом браузере'],
  inFolder: ['in your folder', 'в вашей папке'],
  forPhones: ['For phones and classes: publish a game as one file, or put the whole workbench on a site with “./dev site”.',
    'Для телефонов и классов: опубликуйте игру одним файлом или выложите всю мастерскую на сайт командой «./dev site».'],
  // tags
  players: ['{0} {0|player|players|players}', '{0} {0|игрок|игрока|игроков}'],
  dice: ['dice', 'кости'], cells: ['{0} cells', '{0} {0|клетка|клетки|клеток}'],
  hidden: ['hidden pieces', 'скрытые фигуры'],
  hands: ['drops', 'фигуры в руке'],
  changesChess: ['changes chess', 'изменяет шахматы'], changes: ['changes {0}', 'изменяет: {0}'],
  // head
  play: ['Play', 'Игра'], rules: ['Rules', 'Правила'], explain: ['In words', 'Словами'], examples: ['Examples', 'Примеры'],
  diff: ['Differences', 'Различия'], playtest: ['Play-test', 'Испытание'],
  menu: ['Menu', 'Меню'], back: ['Back', 'Назад'], language: ['Language', 'Язык'], theme: ['Colours', 'Цвета'],
  themeAuto: ['Colours: as the system', 'Цвета: как в системе'], themeLight: ['Colours: light', 'Цвета: светлые'], themeDark: ['Colours: dark', 'Цвета: тёмные'],
  share: ['Share', 'Поделиться'],
  publish: ['Publish as one file', 'Опубликовать одним файлом'],
  publishHint: ['A page with these rules and a board: mail it, or put it on any site. It plays on phones.', 'Страница с правилами и доской: её можно послать или выложить. Играет и на телефоне.'],
  publishing: ['The page is being made', 'Страница готовится'],
  published: ['{0} is made: {1} MB', 'Готово: {0}, {1} МБ'],
  copyLink: ['Copy a link to this position', 'Скопировать ссылку на позицию'],
  linkHint: ['It opens on this machine while the workbench runs; your own rules go with it.', 'Открывается на этой машине, пока мастерская работает; ваши правила идут вместе с ней.'],
  linkHintSite: ['It opens wherever this site is; your own rules go with it.', 'Открывается везде, где есть этот сайт; ваши правила идут вместе с ней.'],
  linkBrings: ['This link brings rules: {0}', 'Эта ссылка несёт правила: {0}'], linkHow: ['They are kept among your games when you open them.', 'Когда вы их откроете, они останутся среди ваших игр.'], linkOpen: ['Open the game', 'Открыть игру'],
  linkBroken: ['This link is not whole.', 'Эта ссылка неполна.'], linkTaken: ['There are too many files of that name.', 'Файлов с таким именем слишком много.'],
  skip: ['To the board', 'К доске'],
  loading: ['Loading …', 'Загрузка…'],
  // seats
  you: ['you', 'вы'], person: ['a person', 'человек'], engine: ['Ferz, level {0}', 'Ferz, уровень {0}'], engineSeconds: ['Ferz, {0} s a move', 'Ferz, {0} с на ход'], seat: ['Who plays {0}', 'Кто играет: {0}'],
  thinks: ['thinks', 'думает'], withAllies: ['with {0}', 'с {0}'], inHand: ['{0}, in hand: {1}', '{0}, в руке: {1}'],
  // about
  options: ['Options', 'Настройки'], optionsCount: ['{0} {0|option|options|options}', 'Настройки: {0}'], yes: ['yes', 'да'], no: ['no', 'нет'], random: ['random', 'случайно'],
  pieces: ['Pieces', 'Фигуры'], newGame: ['New game', 'Новая партия'], changeThis: ['Change this game', 'Изменить эту игру'],
  line: ['line {0}', 'строка {0}'], lineOf: ['{0}, line {1}', '{0}, строка {1}'],
  // status
  toMove: ['{0} to move', 'Ход {0}'], toMoveCheck: ['{0} to move: check', 'Ход {0}: шах'], toRoll: ['The dice are to be rolled', 'Надо бросить кости'],
  checked: ['{0} on {1} attacks {2}', '{0} на {1} нападает на {2}'],
  wins: ['{0} wins: {1}', 'Победа: {0} ({1})'], winsShared: ['{0} wins {2} to {3}: {1}', 'Победа {2} : {3}: {0} ({1})'], draw: ['Draw: {0}', 'Ничья: {0}'],
  turnMove: ['Move {0} of {1} of this turn.', 'Ход {0} из {1} в этой очереди.'], turnMoveOpen: ['Move {0} of this turn.', 'Ход {0} в этой очереди.'],
  placePieces: ['Place your pieces', 'Расставьте фигуры'],
  placeHow: ['Choose a piece in your hand, then a marked cell. Left: {0}.', 'Выберите фигуру в руке, затем отмеченное поле. Осталось: {0}.'],
  selected: ['{0}: {1} {1|cell|cells|cells}.', '{0}: {1} {1|поле|поля|полей}.'],
  selectedHand: ['Put the {0} on a marked cell, or choose another piece.', 'Поставьте на отмеченное поле ({0}) или выберите другую фигуру.'],
  nextPart: ['Now choose the next cell.', 'Теперь выберите следующее поле.'],
  cannotMove: ['{0} on {1} cannot move now', '{0} на {1}: сейчас нет ходов'],
  chooseBecomes: ['Choose what the {0} becomes', 'Что станет на месте: {0}?'],
  choose: ['Which move?', 'Какой ход?'], cancel: ['Cancel', 'Отмена'],
  illegal: ['{0} is not legal', '{0}: так ходить нельзя'], why: ['Why?', 'Почему?'],
  whyNot: ['Why the game goes on', 'Почему игра не окончена'], whyOver: ['Why the game is over', 'Почему игра окончена'],
  faceDown: ['A card that lies face down', 'Карта лежит рубашкой вверх'], cardsOf: ['{0}: {1} {1|card|cards|cards}', '{0}: {1} {1|карта|карты|карт}'],
  roll: ['Roll the dice', 'Бросить кости'], chooseRoll: ['Choose the roll', 'Выбрать бросок'],
  hiddenFrom: ['What you do not see is shaded.', 'Чего вы не видите, затенено.'],
  // moves and buttons
  moves: ['Moves', 'Ходы'], noMoves: ['No moves yet', 'Ходов ещё нет'], undo: ['Undo', 'Вернуть'], forward: ['Forward', 'Вперёд'], flip: ['Flip', 'Повернуть'],
  analyse: ['Analyse', 'Анализ'], more: ['More', 'Ещё'], pause: ['Pause', 'Пауза'], goOn: ['Go on', 'Продолжить'], first: ['To the first position', 'К началу'], final: ['To the last position', 'К концу'],
  better: ['{0}, depth {1}', '{0}, глубина {1}'],
  position: ['Position (FEN)', 'Позиция (FEN)'], set: ['Set up', 'Поставить'], copy: ['Copy', 'Скопировать'], copied: ['Copied.', 'Скопировано.'],
  setUp: ['Set up pieces', 'Расставить фигуры'], pgn: ['Moves as text (PGN)', 'Ходы текстом (PGN)'], pgnRead: ['Read this game', 'Прочитать партию'],
  view: ['Seen by', 'Видит'], umpire: ['everything', 'видно всё'], characters: ['Characters instead of letters', 'Иероглифы вместо букв'], letters: ['Keys of one letter', 'Клавиши-буквы'], keys: ['All keys', 'Все клавиши'],
  keysList: ['← → Home End: through the game\nU, Ctrl+Z: undo\nF: flip\nA: analyse\nN: new game\n1 – 6: tabs\n/: search\nCtrl+S: save; Ctrl+.: fix; F8: next mistake\nEscape, Tab: leave the editor\nOn the board: arrows, Enter, Escape',
    '← → Home End: по партии\nU, Ctrl+Z: вернуть\nF: повернуть\nA: анализ\nN: новая партия\n1 – 6: вкладки\n/: поиск\nCtrl+S: сохранить; Ctrl+.: исправить; F8: следующая ошибка\nEscape, Tab: выйти из редактора\nНа доске: стрелки, Enter, Escape'],
  lookingAt: ['Looking at “{0}”.', 'Просмотр: «{0}».'], backToGame: ['Back to your game', 'К вашей партии'],
  replaced: ['What followed was replaced.', 'Продолжение заменено.'], bringBack: ['Bring back', 'Вернуть продолжение'],
  wholeBoard: ['Whole board', 'Вся доска'], nearer: ['Nearer', 'Ближе'], close: ['Close', 'Закрыть'], dismiss: ['Dismiss', 'Убрать'],
  // the board, spoken
  board: ['Board', 'Доска'], empty: ['empty', 'пусто'], piece: ['{0} {1}', '{1}, {0}'], target: ['may go', 'сюда можно'], chosen: ['chosen', 'выбрано'],
  movesCount: ['{0} {0|move|moves|moves}', '{0} {0|ход|хода|ходов}'],
  nowLegal: ['now legal', 'теперь можно'], goneLegal: ['no longer legal', 'больше нельзя'],
  // rules
  save: ['Save', 'Сохранить'], saved: ['Saved.', 'Сохранено.'], unsaved: ['not saved', 'не сохранено'], backToSaved: ['Back to saved', 'Вернуть сохранённое'],
  readOnly: ['read only', 'только чтение'], readOnlyStrip: ['This game can only be read.', 'Эту игру можно только читать.'], file: ['File', 'Файл'], add: ['Add', 'Добавить'],
  addScript: ['Add a script', 'Добавить сценарий'], addScriptHint: ['Lua, for rules that words lack', 'Lua, для правил, на которые не хватает слов'],
  addPicture: ['Add a picture', 'Добавить картинку'], addPictureHint: ['SVG, for a piece', 'SVG, для фигуры'], pictureOf: ['For which piece?', 'Для какой фигуры?'],
  sound: ['The rules are in order.', 'Правила в порядке.'], mistakes: ['{0} {0|mistake|mistakes|mistakes}', 'Ошибок: {0}'], remarks: ['{0} {0|remark|remarks|remarks}', 'Замечаний: {0}'], fix: ['Fix: {0}', 'Исправить: {0}'], removeIt: ['remove it', 'убрать'],
  lastPlayed: ['The last rules without mistakes are played.', 'Играются последние правила без ошибок.'], lineSays: ['Line {0}: {1}', 'Строка {0}: {1}'], elsewhere: ['{0}, line {1}: {2}', '{0}, строка {1}: {2}'],
  nothingKept: ['The position is not possible any more: from the start.', 'Позиция больше невозможна: с начала.'],
  nowGone: ['{0} {0|move|moves|moves} now legal, {1} no longer', 'теперь можно: {0}, больше нельзя: {1}'], nextMistake: ['Next mistake', 'Следующая ошибка'],
  changedElsewhere: ['Another program has written {0}.', 'Другая программа записала {0}.'], goneElsewhere: ['Another program has removed {0}.', 'Другая программа удалила {0}.'],
  takeTheirs: ['Take theirs', 'Взять чужое'], keepMine: ['Keep mine', 'Оставить моё'], seeDifference: ['See the difference', 'Показать различия'], differenceSigns: ['−: only theirs; +: only mine', '−: только у них; +: только у меня'],
  explainCode: ['What {0} means', 'Что значит {0}'], wrong: ['wrong', 'неверно'], fixed: ['right', 'исправлено'], download: ['Download', 'Скачать'],
  cursorHint: ['Click a piece, or put the cursor on its line.', 'Нажмите на фигуру или поставьте курсор на её строку.'], cursorOn: ['Its cells are ringed on the board.', 'Её поля обведены на доске.'],
  // examples
  run: ['Run', 'Запустить'], makeExample: ['Make this position an example', 'Сделать позицию примером'], exampleTitle: ['What it shows', 'Что он показывает'], recorded: ['written to {0}', 'записано в {0}'],
  passed: ['{0} true, {1} not', 'верно: {0}, неверно: {1}'], open: ['Open on the board', 'Открыть на доске'], runsText: ['The text in the editor is run.', 'Проверяется текст в редакторе.'], runsSaved: ['The saved file is run.', 'Проверяется сохранённый файл.'], noExamples: ['No examples yet', 'Примеров ещё нет'],
  // differences
  compared: ['Compared with', 'Сравнение с игрой'], itsParent: ['{0}, its parent', '{0}, от неё происходит'], compare: ['Compare', 'Сравнить'], whatChanged: ['What changed', 'Что изменилось'], noDifference: ['No difference found', 'Различий не найдено'],
  notIn: ['Not in {0}: {1}', 'Нельзя в игре «{0}»: {1}'], leadsElsewhere: ['Leads to different positions: {0}', 'Ведёт к разным позициям: {0}'], howFound: ['{0} positions of both games were compared, the smallest first.', 'Сравнено позиций обеих игр: {0}; сначала наименьшие.'], comparing: ['Comparing', 'Сравнение'], stop: ['Stop', 'Стоп'],
  twins: ['Tap both boards at once', 'Ходить на двух досках сразу'], twinsHow: ['A tap on one board is a tap on both.', 'Нажатие на одной доске действует на обеих.'],
  // play-test
  gamesWanted: ['Games of each kind', 'Партий каждого вида'], strongest: ['The strongest looks at', 'Сильнейший смотрит'], nodes: ['{0} positions a move', '{0} позиций на ход'],
  against: ['Against', 'Против'], nothing: ['nothing', 'ничего'], untilAnswered: ['stop once it is sure', 'закончить, когда станет ясно'], saveReport: ['Save the report', 'Сохранить отчёт'], playAgain: ['Play the games', 'Сыграть партии'],
  of: ['{0} of {1}', '{0} из {1}'], timeLeft: ['{0}:{1} left', 'осталось {0}:{1}'], seconds: ['{0} of {1} in {2} s', '{0} из {1} за {2} с'], boardTested: ['The text in the editor is played.', 'Играется текст в редакторе.'],
  playtestHow: ['Equal players play each other, at random and at three strengths; each strength also plays the one below it. The report says who wins, how games end, what is used, and how sure that is. It grows while they play.',
    'Равные игроки играют друг с другом: наугад и трёх сил; каждая сила играет ещё и с той, что ниже. Отчёт говорит, кто побеждает, чем кончаются партии, чем пользуются и насколько это верно. Он растёт, пока идут партии.'],
  // learning
  learning: ['A stronger engine', 'Программа посильнее'], learnHow: ['The engine plays against itself and learns a network for this game. What it has learned counts only if it wins two matches, at equal positions and at equal time.',
    'Программа играет сама с собой и учит сеть для этой игры. Выученное засчитывается, только если выигрывает два матча: при равном числе позиций и при равном времени.'],
  learnFor: ['Learn for', 'Учиться'], minutes: ['{0} {0|minute|minutes|minutes}', '{0} мин'], hours: ['{0} {0|hour|hours|hours}', '{0} ч'], learnStart: ['Learn', 'Учиться'],
  learnPlaying: ['Generation {0} plays: {1} games, {2} positions', 'Поколение {0} играет: партий {1}, позиций {2}'], learnTraining: ['Generation {0} learns: {1} of {2}', 'Поколение {0} учится: {1} из {2}'], learnMatch: ['Generation {0} plays its match', 'Поколение {0} играет матч'],
  learnWon: ['Learned from {0} games, {1} positions.', 'Выучено на партиях: {0}, позициях: {1}.'], learnLost: ['{0} games, {1} positions: no network won its matches. More time finds better ones.', 'Партий {0}, позиций {1}: ни одна сеть не выиграла свои матчи. За большее время найдутся лучше.'],
  lossCurve: ['How the loss falls', 'Как убывает ошибка'], lossWords: ['Error of prediction: {0}; of the formulas: {1} (dashed)', 'Ошибка предсказания: {0}; у формул: {1} (пунктир)'],
  generation: ['Generation', 'Поколение'], generationNumber: ['Generation {0}', 'Поколение {0}'], learnMatchOf: ['Match at', 'Матч при'], learnScore: ['Score', 'Счёт'], equalNodes: ['equal positions', 'равных позициях'], equalTime: ['equal time', 'равном времени'], learnAdds: ['added', 'добавка'], learnInstead: ['instead', 'замена'],
  playAgainst: ['Play against it', 'Сыграть с ней'], playsGeneration: ['The engine plays with generation {0}.', 'Программа играет поколением {0}.'], playsNetwork: ['The engine plays with a network.', 'Программа играет сетью.'], playsFormulas: ['The engine plays by formulas.', 'Программа играет по формулам.'],
  // lesson
  lesson: ['Lesson', 'Урок'], exercise: ['Exercise {0} of {1}', 'Упражнение {0} из {1}'], trueClaims: ['{0} of {1} claims are true', 'Верно утверждений: {0} из {1}'], hint: ['A hint', 'Подсказка'], startAgain: ['Start again', 'Начать заново'], nextExercise: ['Next exercise', 'Следующее'], whenTrue: ['when all {0} claims are true', 'когда верны все утверждения: {0}'], solved: ['solved', 'решено'], begin: ['Begin', 'Начать'],
  exercise1: ['The lame horse', 'Хромой конь'], task1: ['Let the knight step one cell in every direction, and leap no more. Change only the letters after “moves:”, and look at the claims.', 'Пусть конь ходит на одну клетку в любую сторону и больше не прыгает. Измените буквы после «moves:» и смотрите на утверждения.'], hint1: ['Betza’s letter for one step in every direction is K.', 'Шаг в любую сторону – буква K.'],
  exercise2: ['Small chess', 'Малые шахматы'], task2: ['Make the board 5 files by 6 ranks: for each a rook, knight, king, queen and bishop from the a-file on, five pawns before them, and two empty ranks between. The promotion must follow.', 'Сделайте доску 5 на 6: у каждого, считая от вертикали a, ладья, конь, король, ферзь и слон, перед ними пять пешек, и две пустые горизонтали между ними. Превращение должно измениться тоже.'], hint2: ['“board: {size: 5x6}”, “start: rnkqb/ppppp/5/5/PPPPP/RNKQB w - - 0 1”, and pawns promote on “own rank 6”.', '«board: {size: 5x6}», «start: rnkqb/ppppp/5/5/PPPPP/RNKQB w - - 0 1», а пешки превращаются на «own rank 6».'],
  exercise3: ['No way out', 'Выхода нет'], task3: ['A player who cannot move loses, in check or not. The third repetition ends the game at once as a draw, and nobody need claim it.', 'Кому нечем ходить, тот проиграл, под шахом или нет. Третье повторение сразу кончает игру вничью, и требовать этого не надо.'], hint3: ['Endings stand under “end:”. Stalemate may be “loss”, and “claim: none” takes a claim away.', 'Концы игры стоят под «end:». Пат может быть «loss», а «claim: none» отменяет требование.'],
  exercise4: ['What broke it?', 'Что сломалось?'], task4: ['This should be chess, but three words were changed. The claims know that something is wrong: find out what, and mend it.', 'Это должны быть шахматы, но три слова изменены. Утверждения знают, что что-то не так: найдите и исправьте.'], hint4: ['The claims that are not true show whose moves are missing: look at its line.', 'Неверные утверждения показывают, чьих ходов не хватает: посмотрите на строку этой фигуры.'],
  exercise5: ['Two moves of peace', 'Два хода мира'], task5: ['A rule that only a script can say: on their first two moves nobody may take anything. The function forbids nothing yet.', 'Правило, которое скажет только сценарий: первые два хода никому нельзя брать. Функция пока ничего не запрещает.'], hint5: ['turn() is the number of the move; the function answers whether the capture is legal.', 'turn() – номер хода; функция отвечает, можно ли взять.'],
  // published
  madeWith: ['Made with Ferz.', 'Сделано в Ferz.'], saveRules: ['Save the rules', 'Сохранить правила'],
  // faults
  lost: ['The server does not answer. What you wrote is kept in this browser.', 'Сервер не отвечает. Написанное хранится в этом браузере.'],
  token: ['The server was started again: open the address that ferz serve prints. What you wrote is kept in this browser.', 'Сервер запущен заново: откройте адрес, который печатает ferz serve. Написанное хранится в этом браузере.'],
  // set-up by hand
  setUpHow: ['Choose a piece, then tap cells. The same piece again takes it off.', 'Выберите фигуру и нажимайте на поля. Та же фигура ещё раз снимает её.'], setUpCannot: ['This board is set up by its FEN, under “More”.', 'Эта доска задаётся её FEN, в меню «Ещё».'],
  setUpSeen: ['A player who does not see everything cannot set up: choose “everything” in “Seen by”.', 'Кто видит не всё, не может расставлять: выберите «видно всё» в поле «Видит».'], setUpRefused: ['The rules of this game do not allow that.', 'Правила этой игры этого не позволяют.'],
  setUpElsewhere: ['{0} plays on another board.', '{0} играет на другой доске.'], takeOff: ['take off', 'снять'], onTop: ['on top of others', 'поверх других'], nobody: ['nobody', 'ничья'], heldPieces: ['In hand', 'В руке'], rights: ['Rights', 'Права'], clearBoard: ['Clear the board', 'Очистить доску'], whoseTurn: ['To move', 'Ход'], playFromHere: ['Play from here', 'Играть отсюда'],
};

let language = localStorage.getItem('ferz language') || (navigator.language.startsWith('ru') ? 'ru' : 'en');
let names = {}; // of the game that is open: its Russian words for pieces, players and endings, nominative and genitive

export function languageName() {
  return language;
}

export function setLanguage(wanted) {
  language = wanted;
  localStorage.setItem('ferz language', wanted);
  document.documentElement.lang = wanted;
}

export function setNames(russian) {
  names = russian || {};
}

const labels = new Map(); // what the words of moves say, by their text

/** Remembers the labels of moves that the program has named: a list of {move, label, label_ru}. */
export function noteLabels(moves) {
  for (const { move, label, label_ru } of moves || []) {
    if (label) labels.set(move, { label, label_ru });
    else labels.delete(move); // of another game, or of rules that have changed
  }
}

/** A move for people: its words in the language of the page, where it has words; else as `written` has it. */
export function moveWords(move, written = move) {
  return labels.has(move) ? capital(said(labels.get(move), 'label')) : written;
}

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The name of a player, a piece or an ending in the language of the page. */
export function nameWords(name, genitive = false) {
  if (language === 'ru' && Object.hasOwn(names, name)) return names[name][genitive ? 1 : 0];
  return name.replace(/-(?=[a-z])/g, ' ');
}

/** What an object says in the language of the page: its `title_ru`, say, or its `title`. */
export function said(object, key) {
  return (language === 'ru' && object[`${key}_ru`]) || object[key] || '';
}

function pluralForm(number) {
  if (language !== 'ru') return number === 1 ? 0 : 2;
  const tens = number % 100, ones = number % 10;
  return tens > 10 && tens < 20 ? 2 : ones === 1 ? 0 : ones > 1 && ones < 5 ? 1 : 2;
}

/** The words for a key. */
export function t(key, ...values) {
  const row = words[key];
  if (!row) throw new Error(`no words for ${key}`);
  return row[language === 'ru' ? 1 : 0].replace(/\{(\d)(?:\|([^}]*))?\}/g, (all, index, forms) => (forms ? forms.split('|')[pluralForm(Number(values[index]))] : String(values[index])));
}

/** The words for a game that is won: `end` has winner, reason and, where the point is shared, winner_share. */
export function winWords(end) {
  const share = end.winner_share, winner = capital(nameWords(end.winner)), reason = nameWords(end.reason);
  if (!share) return t('wins', winner, reason);
  const number = (value) => value.toLocaleString(language, { maximumFractionDigits: 2 });
  return t('winsShared', winner, reason, number(share), number(1 - share));
}

/** Several moves: with commas where one has words. */
export function movesWords(moves) {
  return moves.map((move) => moveWords(move)).join(moves.some((move) => labels.has(move)) ? ', ' : ' ');
}

/** A number as the language writes it. */
export function numberWords(value, digits = 0) {
  return value.toLocaleString(language, { maximumFractionDigits: digits, minimumFractionDigits: digits });
}

---@meta ferz
-- What a script of Ferz may call, and what its hooks get and return. `ferz new` writes this file for editors;
-- the game does not read it. The guide is scripts/README.md.

---A cell's number, from 0 to cells() - 1.
---@alias ferz.cell integer
---A player's name, as the rules write it.
---@alias ferz.player string
---A piece's name, as the rules write it.
---@alias ferz.piece string

---A piece in a staged hook: on_capture(mover, victim).
---@class ferz.staged_piece
---@field type ferz.piece Its piece.
---@field owner ferz.player Its owner.
---@field royal boolean Whether it is royal.

---A piece of a stack.
---@class ferz.level
---@field piece ferz.piece Its piece.
---@field owner ferz.player Its owner.

---A piece that a move captures.
---@class ferz.victim
---@field cell ferz.cell Where it was captured.
---@field piece ferz.piece The captured piece.
---@field owner ferz.player Its owner.

---The move for which a live hook is called. It is valid only during the call.
---@class ferz.move
---@field from ferz.cell? Where it begins; nil for a drop.
---@field to ferz.cell Where it ends.
---@field piece ferz.piece The piece that moves.
---@field owner ferz.player Its owner.
---@field becomes ferz.piece Its type after the move.
---@field captured ferz.piece? What it captures; nil for a quiet move.
---@field captured_at ferz.cell? The cell of the captured piece.
---@field captured_owner ferz.player? The owner of the captured piece.
---@field victims ferz.victim[] All captured pieces, the first one first.
---@field removal boolean Whether the player takes the piece off the board.
---@field pass boolean Whether the piece stays where it is and nothing else happens.
---@field put ferz.cell? Where the second half of the move puts a piece.
---@field castling string? The letter of the castling's right; nil in other moves.
---@field half "king"|"partner"? Which half of a castling this is.
---@field drop boolean Whether it is a drop.

---A further effect. It has exactly one of the first fifteen fields, and the fields that belong to it.
---@class ferz.effect
---@field capture ferz.cell? {capture = cell}: the piece there is removed.
---@field put ferz.cell? {put = cell, piece = name, owner = name}: a piece appears.
---@field transform ferz.cell? {transform = cell, into = name}: it changes its type.
---@field give ferz.cell? {give = cell, to = owner}: it changes its owner.
---@field move ferz.cell? {move = cell, to = cell}: it moves there.
---@field swap ferz.cell? {swap = cell, with = cell}: the two pieces change places.
---@field hand ferz.player? {hand = owner, piece = name, add = n}: n more in hand, or fewer below 0.
---@field counter string? {counter = name, add = n} or {counter = name, set = n}: a counter changes.
---@field right string? {right = letter, owner = name, set = true or false}: a right is restored or lost.
---@field to_hand ferz.cell? {to_hand = cell}: a piece returns to its owner's hand.
---@field en_passant ferz.cell? {en_passant = cell, by = cell}: the piece on `by` may be captured en passant there.
---@field halfmove_clock integer? {halfmove_clock = n}: the halfmove clock is set to n.
---@field put_under ferz.cell? {put_under = cell, piece = name, owner = name}: a piece appears under the stack.
---@field use_die integer? {use_die = face}: a die that shows this is used up.
---@field next_player ferz.player? {next_player = owner}: that player moves next; in the same turn if it is the player to move.
---@field roll ferz.player? {roll = owner}: the same, but the dice are rolled first.
---@field piece ferz.piece? With put, hand and put_under.
---@field owner ferz.player? With put, put_under and right.
---@field into ferz.piece? With transform.
---@field to ferz.cell|ferz.player|nil With move a cell, with give an owner.
---@field add integer? With hand and counter.
---@field set integer|boolean|nil With counter a number, with right true or false.
---@field with ferz.cell? With swap.
---@field by ferz.cell? With en_passant.

---A move of a hook `{at: moves}`, or a continuation of `{at: choices}`: its effects in order, and these fields.
---@class ferz.listed
---@field from ferz.cell? For programs that draw the board. Of a hook with `pieces`: the cell that it was asked about.
---@field to ferz.cell? For programs that draw the board.
---@field text string? How it is written; by default `from` and `to`.
---@field [integer] ferz.effect

---What on_capture returns when the capturing piece changes its type.
---@class ferz.change
---@field becomes ferz.piece Its new type.

---What the hook of a castling returns.
---@class ferz.castled
---@field king ferz.cell Where the king ends.
---@field partner ferz.cell Where its partner ends.

---What the hook of an ending returns when the game is over.
---@class ferz.ending
---@field winner ferz.player? The winner.
---@field result string? "draw", when there is no winner.
---@field reason string? The reason that `ferz status` shows.

---`{at: after}`: further effects, in this order.
---@alias ferz.after fun(move: ferz.move): ferz.effect[]?
---`{at: legal}` and `{at: made}`: false, or a text with the reason, forbids the move.
---@alias ferz.judge fun(move: ferz.move): boolean|string|nil
---`{at: choices}`: the possible continuations of the move.
---@alias ferz.choices fun(move: ferz.move): ferz.listed[]?
---`{at: moves}`: further moves.
---@alias ferz.moves fun(): ferz.listed[]
---`{at: announce}`: what everybody hears.
---@alias ferz.announce fun(move: ferz.move): string|string[]|nil
---`end: {NAME: {when: hook F}}`: nil while the game goes on.
---@alias ferz.verdict fun(): ferz.ending?
---on_capture: called once for each pair of pieces while the rules load.
---@alias ferz.on_capture fun(mover: ferz.staged_piece, victim: ferz.staged_piece): ferz.change?
---`moves: [{hook: F}]`: the cells of a leap; called while the rules load. `{middle, goal}` is two leaps.
---@alias ferz.leaps fun(piece: ferz.piece, owner: ferz.player, from: ferz.cell): (ferz.cell|ferz.cell[])[]
---`castling: {NAME: {ends: hook F}}`.
---@alias ferz.castling fun(king: ferz.cell, partner: ferz.cell, owner: ferz.player): ferz.castled?
---`start: {hook: F}`: the start as FEN.
---@alias ferz.start fun(number: integer, second: integer): string
---`filter: hook F`: whether a piece may move from one cell to the other.
---@alias ferz.filter fun(from: ferz.cell, to: ferz.cell, owner: ferz.player): boolean

---The cell of a file and a rank, both from 1, or of a name: cell(5, 4), cell("e4"). nil where the board has none.
---@param file integer|string
---@param rank? integer
---@return ferz.cell?
function cell(file, rank) end

---The file of a cell, from 1. nil on boards that have none.
---@param cell ferz.cell
---@return integer
function file(cell) end

---The rank of a cell, from 1. nil on boards that have none.
---@param cell ferz.cell
---@return integer
function rank(cell) end

---The name of a cell, such as "e4".
---@param cell ferz.cell
---@return string
function name(cell) end

---The level or board of a cell, from 1.
---@param cell ferz.cell
---@return integer
function level(cell) end

---The board's lines through a cell, each a list of cells.
---@param cell ferz.cell
---@return ferz.cell[][]
function lines(cell) end

---How many cells there are: they are 0 to cells() - 1.
---@return integer
function cells() end

---The chosen value of the option, or nil.
---@param name string
---@return string?
function option(name) end

---The players' names, in the order of their turns.
---@type ferz.player[]
players = nil

---The piece on a cell, or nil when it is empty. In live hooks only.
---@param cell ferz.cell
---@return ferz.piece?
function piece(cell) end

---The owner of the piece on a cell, or nil when it is empty. In live hooks only.
---@param cell ferz.cell
---@return ferz.player?
function owner(cell) end

---Whether a royal piece is on the cell. In live hooks only.
---@param cell ferz.cell
---@return boolean
function is_royal(cell) end

---The cells of the player's royal pieces. In live hooks only.
---@param player ferz.player
---@return ferz.cell[]
function royals(player) end

---The player to move. In live hooks only.
---@return ferz.player
function side_to_move() end

---How many pieces the player has on the board, or how many of that type. In live hooks only.
---@param player ferz.player
---@param piece? ferz.piece
---@return integer
function count(player, piece) end

---How many pieces of that type the player has in hand. In live hooks only.
---@param player ferz.player
---@param piece ferz.piece
---@return integer
function in_hand(player, piece) end

---Whether that player attacks the cell, or would after these effects. In live hooks only.
---@param cell ferz.cell
---@param player ferz.player
---@param effects? ferz.effect[]
---@return boolean
function attacked(cell, player, effects) end

---The cells from which that player attacks the cell, or would after these effects. In live hooks only.
---@param cell ferz.cell
---@param player ferz.player
---@param effects? ferz.effect[]
---@return ferz.cell[]
function attackers(cell, player, effects) end

---The cells with pieces, of any player, that such a piece would attack from the cell by its leaps and rays, now or after
---these effects. In live hooks only.
---@param cell ferz.cell
---@param piece ferz.piece
---@param player ferz.player
---@param effects? ferz.effect[]
---@return ferz.cell[]
function targets(cell, piece, player, effects) end

---The cells of the player's pieces, of all or of one kind. In live hooks only.
---@param player ferz.player
---@param piece? ferz.piece
---@return ferz.cell[]
function pieces(player, piece) end

---The cells of the player's pieces, of all or of one kind, that could capture if it were their turn, as their movements
---say: what check and hooks forbid is not looked at. In live hooks only.
---@param player ferz.player
---@param piece? ferz.piece
---@return ferz.cell[]
function capturers(player, piece) end

---The enemies that a piece of the player on the cell would enclose: in unbroken rows from there, in all eight ways, each up to
---another piece of the player. In live hooks only.
---@param cell ferz.cell
---@param player ferz.player
---@return ferz.cell[]
function enclosed(cell, player) end

---The first piece on the way from the cell by steps of so many files and ranks. In live hooks only.
---@param cell ferz.cell
---@param across integer
---@param up integer
---@return ferz.cell?
function first_piece(cell, across, up) end

---Whether a royal piece of that player is attacked, or would be after these effects. In live hooks only.
---@param player ferz.player
---@param effects? ferz.effect[]
---@return boolean
function check(player, effects) end

---Whether the player (the one to move if left out) has no legal move of the pieces, or would have none after these
---effects. In live hooks only.
---@param player? ferz.player
---@param effects? ferz.effect[]
---@return boolean
function no_moves(player, effects) end

---Whether the player is to move now, or when the turn of their board comes. In live hooks only.
---@param player ferz.player
---@return boolean
function is_to_move(player) end

---Plies since the last capture or move that resets the clock, on the board that acts. In live hooks only.
---@return integer
function halfmove_clock() end

---The cell of the piece that may be captured en passant on this cell, or nil. In live hooks only.
---@param cell ferz.cell
---@return ferz.cell?
function en_passant(cell) end

---The value of a counter; 0 when there is none of that name. In live hooks only.
---@param name string
---@return integer
function counter(name) end

---Whether the player still holds that right. In live hooks only.
---@param letter string
---@param player ferz.player
---@return boolean
function right(letter, player) end

---The faces of the dice still to be used, the lowest first. In live hooks only.
---@return integer[]
function dice() end

---The pieces of a stack from the bottom to the top. In live hooks only.
---@param cell ferz.cell
---@return ferz.level[]
function stack(cell) end

---What `f` gives in the position before the move that was made. In hooks `{at: made}` only.
---@param f function
---@param ... any Its arguments.
---@return any ...
function before(f, ...) end

---A ply of `cycle()`.
---@class ferz.ply
---@field owner ferz.player The player whose ply it was.
---@field piece? ferz.piece nil where no piece moved.
---@field from? ferz.cell nil for a drop, and where no piece moved.
---@field to? ferz.cell

---The plies since the present position stood first. In the `hook` of an ending `repetition` only.
---@return ferz.ply[]
function cycle() end

---What `f` gives in the position before that ply of `cycle()`; one more than all plies is now. In the `hook` of an ending
---`repetition` only.
---@param number integer
---@param f function
---@param ... any Its arguments.
---@return any ...
function at_ply(number, f, ...) end

---How many moves of this turn have been made. In live hooks only.
---@return integer
function ply() end

---The number of the full move, from 1. In live hooks only.
---@return integer
function turn() end

---Ends the call with the message unless the value is true.
---@param value any
---@param message? string
---@return any
function assert(value, message) end

---Ends the call with this message and the line.
---@param message string
function error(message) end

---Goes through a list from 1 on.
---@param list table
---@return function, table, integer
function ipairs(list) end

---Goes through a table in the order of its keys, numbers first.
---@param table table
---@return function, table
function pairs(table) end

---Writes the values to standard error, behind the file and the line.
---@param ... any
function print(...) end

---Whether both are the same.
---@param one any
---@param other any
---@return boolean
function rawequal(one, other) end

---The length, as # gives it.
---@param value table|string
---@return integer
function rawlen(value) end

---The arguments from that one on; with "#" their number.
---@param index integer|string
---@param ... any
---@return any
function select(index, ...) end

---The number in a text, or nil.
---@param value any
---@return number?
function tonumber(value) end

---The value as a text; of a table it is "table".
---@param value any
---@return string
function tostring(value) end

---"nil", "boolean", "number", "string", "table" or "function".
---@param value any
---@return string
function type(value) end

table = {}

---The texts of a list joined.
---@param list table
---@param between? string
---@param first? integer
---@param last? integer
---@return string
function table.concat(list, between, first, last) end

---Adds a value at the end, or at a position.
---@param list table
---@param ... any
function table.insert(list, ...) end

---Removes the last value, or the one at a position.
---@param list table
---@param at? integer
---@return any
function table.remove(list, at) end

---Sorts; equals keep their order.
---@param list table
---@param before? function
function table.sort(list, before) end

---The values of a list.
---@param list table
---@param first? integer
---@param last? integer
---@return any
function table.unpack(list, first, last) end

string = {}

---The values of bytes.
---@param text string
---@param first? integer
---@param last? integer
---@return integer
function string.byte(text, first, last) end

---How many bytes it has, as # gives it.
---@param text string
---@return integer
function string.len(text) end

---The text in lower case.
---@param text string
---@return string
function string.lower(text) end

---A part of a text.
---@param text string
---@param first? integer
---@param last? integer
---@return string
function string.sub(text, first, last) end

---The text in upper case.
---@param text string
---@return string
function string.upper(text) end

math = {}

---The number without its sign.
---@param x number
---@return number
function math.abs(x) end

---The nearest integer not below it.
---@param x number
---@return integer
function math.ceil(x) end

---The nearest integer not above it.
---@param x number
---@return integer
function math.floor(x) end

---The remainder of a division.
---@param x number
---@param y number
---@return number
function math.fmod(x, y) end

---The largest.
---@param x number
---@param ... number
---@return number
function math.max(x, ...) end

---The smallest.
---@param x number
---@param ... number
---@return number
function math.min(x, ...) end

---The number as an integer, or nil.
---@param x any
---@return integer?
function math.tointeger(x) end

---"integer" or "float"; nil if it is not a number.
---@param x any
---@return string?
function math.type(x) end

---Whether the first is less, as unsigned numbers.
---@param one integer
---@param other integer
---@return boolean
function math.ult(one, other) end

---Larger than any number.
---@type number
math.huge = nil

---The largest integer.
---@type integer
math.maxinteger = nil

---The smallest integer.
---@type integer
math.mininteger = nil

#!/usr/bin/env node
// A newer Fairy-Stockfish than Debian's, as the module ffish of npm, behind the few words of UCI that the tests speak.
// $FERZ_FFISH is the folder that has node_modules/ffish.
'use strict'
const fs = require('fs')
const path = require('path')
delete globalThis.fetch // its loader takes node for a browser where there is one
const folder = process.env.FERZ_FFISH || '.'
const load = require(path.resolve(folder, 'node_modules/ffish'))

function serve(ffish) {
  let variant = 'chess', shuffled = false, board = null
  const say = line => process.stdout.write(line + '\n')
  const answer = words => {
    if (words[0] === 'uci') {
      say('id name ffish ' + ffish.info().split('\n')[0])
      say('option name UCI_Variant type combo default chess' + ffish.variants().split(' ').map(v => ' var ' + v).join(''))
      say('uciok')
    } else if (words[0] === 'isready') {
      say('readyok')
    } else if (words[0] === 'setoption') {
      const value = words[words.indexOf('value') + 1]
      if (words[2] === 'VariantPath') ffish.loadVariantConfig(fs.readFileSync(value, 'utf8'))
      if (words[2] === 'UCI_Variant') variant = value
      if (words[2] === 'UCI_Chess960') shuffled = value === 'true'
    } else if (words[0] === 'position') {
      const moves = words.indexOf('moves')
      const fen = words[1] === 'fen' ? words.slice(2, moves < 0 ? undefined : moves).join(' ') : ffish.startingFen(variant)
      if (board) board.delete()
      board = new ffish.Board(variant, fen, shuffled)
      if (moves > 0) board.pushMoves(words.slice(moves + 1).join(' '))
    } else if (words[0] === 'd') {
      say('Fen: ' + board.fen())
      say('Checkers: ' + board.checkedPieces())
    } else if (words[0] === 'go') {
      const moves = board.legalMoves().split(' ').filter(m => m)
      for (const move of moves) say(move + ': 1')
      say('Nodes searched: ' + moves.length)
    }
  }
  const lines = require('readline').createInterface({input: process.stdin})
  lines.on('line', line => { const words = line.trim().split(/\s+/); if (words[0] === 'quit') process.exit(0); answer(words) })
  lines.on('close', () => process.exit(0))
}

const main = load.default || load
if (typeof main === 'function') main().then(serve)
else main.onRuntimeInitialized = () => serve(main)

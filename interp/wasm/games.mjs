// Prints all games as JSON: the texts of rules, examples, tuned values, networks and scripts by their paths in the module.
// usage: node games.mjs ROOT
import { readdirSync, readFileSync } from 'node:fs';

const files = {};
for (const [folder, ending] of [['rules', /\.(yaml|network)$/], ['scripts', /\.lua$/]]) {
  for (const name of readdirSync(`${process.argv[2]}/${folder}`).sort()) {
    if (ending.test(name)) files[`/${folder}/${name}`] = readFileSync(`${process.argv[2]}/${folder}/${name}`, 'utf8');
  }
}
process.stdout.write(JSON.stringify(files));

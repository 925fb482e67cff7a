// The schemas against every rule file there is: what is right is taken, and what is wrong by its form is refused.
// usage: node schemas.mjs SCHEMA-FOLDER ROOT FAULTY
// FAULTY names the files of tests/invalid/rules in whose form our own validator finds a fault (see form.c), a path a line.
import fs from 'node:fs';
import path from 'node:path';
import {createRequire} from 'node:module';

const require = createRequire(path.join(process.env.FERZ_EDITOR_MODULES, 'here.js'));
const Ajv = require('ajv').default ?? require('ajv');
const YAML = require('yaml');

const [, , folder, root, faultyFile] = process.argv;
let passed = 0, failed = 0;

function verdict(good, words, why) {
  if (good) {
    passed++;
  } else {
    failed++;
    console.log(`FAILED ${words}${why ? `\n    ${why}` : ''}`);
  }
}

const schema = {}, validate = {};
for (const kind of ['rules', 'examples', 'tuning']) {
  schema[kind] = JSON.parse(fs.readFileSync(path.join(folder, `${kind}.json`), 'utf8'));
  const ajv = new Ajv({strict: false, allErrors: false, validateSchema: true});
  validate[kind] = ajv.compile(schema[kind]);
  verdict(ajv.validateSchema(schema[kind]), `the schema of ${kind} is one of draft 7`);
}

// What is wrong with a file, or null.
function wrong(kind, file) {
  const document = YAML.parseDocument(fs.readFileSync(file, 'utf8'), {version: '1.2'});
  if (document.errors.length) return document.errors[0].message;
  if (validate[kind](document.toJS())) return null;
  const error = validate[kind].errors.at(-1);
  return `${error.instancePath}: ${error.message} (${error.schemaPath})`;
}

const yaml = (dir) => fs.readdirSync(path.join(root, dir)).filter((name) => name.endsWith('.yaml')).sort()
  .map((name) => path.join(dir, name));
let files = 0;
for (const file of [...yaml('rules'), ...yaml('tests/samples'), ...yaml('tests/unit/rules/rulesets'),
                    ...yaml('guides/lesson'), ...yaml('guides/lesson/solutions')]) {
  const kind = file.endsWith('.test.yaml') ? 'examples' : file.endsWith('.tuning.yaml') ? 'tuning' : 'rules';
  const found = wrong(kind, path.join(root, file));
  verdict(found === null, `${file} is right`, found);
  files++;
}
verdict(files > 150, `only ${files} files were found`);

// ---- what is wrong ----

const faulty = new Set(fs.readFileSync(faultyFile, 'utf8').split('\n').map((line) => path.basename(line)));
let refused = 0;
for (const file of yaml('tests/invalid/rules')) {
  const name = path.basename(file);
  if (!faulty.has(name)) continue; // names, numbers, what is missing after inheritance: beyond a schema
  const found = wrong('rules', path.join(root, file));
  refused += found !== null;
  verdict(found !== null, `${file}: its fault is not seen`);
}
verdict(refused >= 40, `only ${refused} bad files were refused`);

// ---- examples in the schema itself are right by it ----

let examples = 0;
for (const kind of ['rules', 'examples']) {
  const ajv = new Ajv({strict: false});
  ajv.addSchema(schema[kind], 'it');
  const walk = (node, pointer) => {
    if (node === null || typeof node !== 'object') return;
    if (Array.isArray(node.examples) && node.description) {
      const check = ajv.getSchema(`it#${pointer}`);
      for (const example of node.examples) {
        examples++;
        verdict(check(example), `${kind}${pointer}: the example ${JSON.stringify(example)}`, JSON.stringify(check.errors?.at(-1)));
      }
    }
    for (const [key, value] of Object.entries(node)) {
      walk(value, `${pointer}/${encodeURIComponent(key.replace(/~/g, '~0').replace(/\//g, '~1'))}`);
    }
  };
  walk(schema[kind], '');
}
verdict(examples > 500, `only ${examples} examples were found in the schemas`);

console.log(`${files} files, ${refused} bad ones refused, ${examples} examples`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);

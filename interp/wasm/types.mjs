// Writes the types of the package: the table of methods as TypeScript, and what the modules of package/ export.
// usage: node types.mjs METHODS.JSON HEAD.D.TS >ferz.d.ts
import { readFileSync } from 'node:fs';

const table = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const head = readFileSync(process.argv[3], 'utf8');

const named = (name) => name.replace(/(^|_)(.)/g, (all, _, letter) => letter.toUpperCase());
const comment = (about, pad) => (about ? `${pad}/** ${about.replace(/\*\//g, '* /')} */\n` : '');

function type(schema, pad) {
  if (schema.$ref) return named(schema.$ref);
  if (schema.enum) return schema.enum.map((value) => `'${value}'`).join(' | ');
  if (schema.type === 'array') {
    const items = type(schema.items, pad);
    return /[ |]/.test(items) ? `Array<${items}>` : `${items}[]`;
  }
  if (schema.properties) return members(schema.properties, schema.required || [], pad);
  if (schema.values) return `Record<string, ${type(schema.values, pad)}>`;
  const simple = { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', object: 'Record<string, unknown>' };
  return [...new Set([schema.type].flat().map((one) => {
    if (!simple[one]) throw new Error(`no type of TypeScript for ${one}`);
    return simple[one];
  }))].join(' | ');
}

function members(properties, required, pad) {
  const rows = Object.entries(properties).map(([name, schema]) =>
    `${comment(schema.about, `${pad}  `)}${pad}  ${name}${required.includes(name) ? '' : '?'}: ${type(schema, `${pad}  `)};\n`);
  return rows.length ? `{\n${rows.join('')}${pad}}` : 'Record<string, never>';
}

let text = `// Made from interp/service/methods.json by interp/wasm/types.mjs.\n\n`;
for (const [name, schema] of Object.entries(table.types)) {
  text += `${comment(schema.about, '')}export type ${named(name)} = ${type(schema, '')};\n\n`;
}
text += '/** Every method: its parameters and its result. */\nexport interface Methods {\n';
for (const method of table.methods) {
  text += comment(method.about, '  ');
  text += `  ${method.name}: {\n    params: ${members(method.params, method.required || [], '    ')};\n`;
  text += `    result: ${members(method.result, method.returns || [], '    ')};\n  };\n`;
}
text += '}\n\n/** Every notification and its parameters. */\nexport interface Notifications {\n';
for (const one of table.notifications) text += `${comment(one.about, '  ')}  ${one.name}: ${members(one.params, Object.keys(one.params).filter((name) => ['job', 'files'].includes(name)), '  ')};\n`;
process.stdout.write(`${text}}\n\n${head}`);

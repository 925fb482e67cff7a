// The editor's side: starts `ferz lsp` and speaks with it through vscode-languageserver-protocol, as Visual Studio Code does.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import path from 'node:path';

const require = createRequire(path.join(process.env.FERZ_LSP_MODULES, 'x.js'));
const { createProtocolConnection, StreamMessageReader, StreamMessageWriter } = require('vscode-languageserver-protocol/node');
export const protocol = require('vscode-languageserver-protocol');
const { TextDocument } = require('vscode-languageserver-textdocument');

export class Client {
  constructor(program, folder, words = []) {
    this.folder = folder;
    this.process = spawn(program, ['lsp', ...words], { stdio: ['pipe', 'pipe', 'inherit'], cwd: folder });
    this.ended = new Promise((resolve) => this.process.on('exit', (code, signal) => resolve(signal ?? code)));
    this.connection = createProtocolConnection(new StreamMessageReader(this.process.stdout), new StreamMessageWriter(this.process.stdin));
    this.shown = new Map();
    this.waiting = [];
    this.texts = new Map();
    this.version = 0;
    this.connection.onNotification(protocol.PublishDiagnosticsNotification.type, (params) => {
      this.shown.set(params.uri, params);
      this.waiting = this.waiting.filter((one) => !one(params));
    });
    this.connection.onRequest(protocol.RegistrationRequest.type, (params) => { this.registered = params; });
    this.connection.listen();
  }

  async start(more = {}, general = {}) {
    const uri = pathToFileURL(this.folder).href;
    const result = await this.connection.sendRequest(protocol.InitializeRequest.type, {
      processId: process.pid, rootUri: uri, workspaceFolders: [{ uri, name: 'games' }], ...more,
      capabilities: { general, workspace: { didChangeWatchedFiles: { dynamicRegistration: true } },
        textDocument: { hover: { contentFormat: ['markdown', 'plaintext'] }, publishDiagnostics: { relatedInformation: true, dataSupport: true }, ...more.capabilities?.textDocument } },
    });
    await this.connection.sendNotification(protocol.InitializedNotification.type, {});
    return result;
  }

  uri(name) {
    return name.includes(':') ? name : pathToFileURL(path.join(this.folder, name)).href;
  }

  /** What is shown in a file after its next check. */
  next(name) {
    const uri = this.uri(name), version = this.texts.get(uri)?.version;
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`no diagnostics of ${name}`)), 20000);
      this.waiting.push((params) => {
        if (params.uri !== uri || (params.version !== undefined && params.version < version)) return false;
        clearTimeout(late);
        resolve(params.diagnostics);
        return true;
      });
    });
  }

  /** Waits until what is shown in a file passes `test`. */
  async until(name, test) {
    const uri = this.uri(name);
    while (!test(this.shown.get(uri)?.diagnostics ?? [])) await this.next(name);
  }

  /** Opens a text, or gives it another. */
  async write(name, text, languageId = name.endsWith('.lua') ? 'lua' : 'yaml') {
    const uri = this.uri(name), known = this.texts.has(uri);
    const document = TextDocument.create(uri, languageId, ++this.version, text);
    this.texts.set(uri, document);
    const checked = this.next(name);
    if (known) {
      await this.connection.sendNotification(protocol.DidChangeTextDocumentNotification.type,
        { textDocument: { uri, version: this.version }, contentChanges: [{ text }] });
    } else {
      await this.connection.sendNotification(protocol.DidOpenTextDocumentNotification.type,
        { textDocument: { uri, languageId, version: this.version, text } });
    }
    return checked;
  }

  /** Types into a text: [from, to, words] by offsets. */
  async type(name, from, to, words) {
    const uri = this.uri(name), before = this.texts.get(uri);
    const change = { range: { start: before.positionAt(from), end: before.positionAt(to) }, text: words };
    this.texts.set(uri, TextDocument.update(before, [change], ++this.version));
    const checked = this.next(name);
    await this.connection.sendNotification(protocol.DidChangeTextDocumentNotification.type,
      { textDocument: { uri, version: this.version }, contentChanges: [change] });
    return checked;
  }

  close(name) {
    const uri = this.uri(name);
    this.texts.delete(uri);
    return this.connection.sendNotification(protocol.DidCloseTextDocumentNotification.type, { textDocument: { uri } });
  }

  text(name) {
    return this.texts.get(this.uri(name)).getText();
  }

  /** The parameters of a request at the first place of `words` in a text, `more` characters behind its beginning. */
  at(name, words, more = 0, extra = {}) {
    const document = this.texts.get(this.uri(name));
    const offset = document.getText().indexOf(words);
    if (offset < 0) throw new Error(`${name} has no ${words}`);
    return { textDocument: { uri: document.uri }, position: document.positionAt(offset + more), ...extra };
  }

  ask(type, params) {
    return this.connection.sendRequest(type, params);
  }

  async labels(name, words, more) {
    const found = await this.ask(protocol.CompletionRequest.type, this.at(name, words, more));
    return found.items.map((item) => item.label);
  }

  async hover(name, words, more = 1) {
    const found = await this.ask(protocol.HoverRequest.type, this.at(name, words, more));
    return found?.contents.value ?? '';
  }

  /** A text after edits. */
  edited(name, edits) {
    return TextDocument.applyEdits(this.texts.get(this.uri(name)), edits);
  }

  async actions(name, diagnostic) {
    const textDocument = { uri: this.uri(name) };
    return this.ask(protocol.CodeActionRequest.type, { textDocument, range: diagnostic.range, context: { diagnostics: [diagnostic] } });
  }

  async stop() {
    await this.ask(protocol.ShutdownRequest.type);
    await this.connection.sendNotification(protocol.ExitNotification.type);
    return this.ended;
  }
}

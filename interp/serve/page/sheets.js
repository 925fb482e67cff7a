// Sheet: the rules in words, as the server writes them; the page of another document, in which no script runs.

import { h } from './dom.js';
import { t } from './words.js';

export class Sheet {
  constructor(game, onError) {
    Object.assign(this, { game, onError });
    this.frame = h('iframe', { sandbox: 'allow-same-origin' });
    this.frame.addEventListener('load', () => { this.frame.style.height = `${this.frame.contentDocument.documentElement.scrollHeight + 20}px`; });
    this.element = h('section', { class: 'screen sheet-words' }, this.frame);
    game.listen((what) => { if (what === 'rules' && this.element.isConnected) this.show(); });
  }

  async show() {
    try {
      const { text } = await this.game.ask('explain', { format: 'html', relative: true });
      this.frame.title = t('explain');
      this.frame.srcdoc = text;
    } catch (error) {
      this.onError(error);
    }
  }
}

import { LitElement, css, html } from 'lit';
import { property } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import { csvText, type Table } from '../../export/csv.ts';
import { download, fileName, textFile } from '../../export/download.ts';
import { shared } from '../../styles/shared.ts';
import { icons } from './icons.ts';

/** Hands out the numbers of a picture or a table beside it. */
@customElement('nd-csv-button')
export class CsvButton extends LitElement {
  static override styles = [
    shared,
    css`
      :host {
        display: inline-block;
      }
    `,
  ];

  /** What the numbers are, in words: a part of the file's name. */
  @property() heading = '';
  /** Asked for when the button is pressed. */
  @property({ attribute: false }) table!: () => Table;

  override render() {
    const title = `Download as CSV: ${this.heading}`;
    return html`<button
      class="plain icon"
      aria-label=${title}
      title=${title}
      @click=${() => download(fileName(this.heading, 'csv'), textFile(csvText(this.table()), 'text/csv'))}
    >
      ${icons.download}
    </button>`;
  }
}

import { LitElement, css, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import type { DataSpec, Experiment } from '../../engine/types.ts';
import { formatBytes, textOf } from '../../format/number.ts';
import type { SeenFile } from '../../store/seen.ts';
import { columnName, lineOf, quoted, separators } from './words.ts';
import type { DataFile } from '../../store/state.ts';
import { valueAt } from '../../experiment/paths.ts';
import { panel, shared } from '../../styles/shared.ts';
import type { Choice } from '../../components/fields/choice-field.ts';
import '../../components/fields/choice-field.ts';
import '../../components/fields/number-field.ts';
import '../../components/fields/text-field.ts';
import type { FormContext } from '../../components/shared/events.ts';

type FileData = Extract<DataSpec, { kind: 'file' }>;

const named = (pairs: readonly (readonly [string, string])[]): Choice[] =>
  pairs.map(([value, title]) => ({ value, title }));

const marks = named([
  ['.', 'Point: 0.5'],
  [',', 'Comma: 0,5'],
]);
const encodings = named([
  ['utf-8', 'UTF-8'],
  ['latin1', 'Latin-1'],
]);
const comments = named([
  ['', 'None'],
  ['#', '# before the table'],
  ['%', '% before the table'],
]);
const headers = named([
  ['auto', 'A line without numbers'],
  ['yes', 'The first line'],
  ['no', 'None'],
]);
const formats = named([
  ['csv', 'CSV'],
  ['libsvm', 'LIBSVM'],
]);
const firsts = named([
  ['1', 'From 1'],
  ['0', 'From 0'],
]);

/** Shows what was found in a file and how it is read, and lets the user change that. */
@customElement('nd-file-fields')
export class FileFields extends LitElement {
  static override styles = [
    shared,
    panel,
    css`
      :host {
        display: block;
      }
      summary {
        color: var(--accent);
        cursor: pointer;
      }
      ul {
        margin: 4px 0 8px;
        padding-left: 16px;
      }
    `,
  ];

  @property({ attribute: false }) experiment!: Experiment;
  @property({ attribute: false }) file: DataFile | null = null;
  @property({ attribute: false }) seen: SeenFile | null = null;
  @property({ attribute: false }) form!: FormContext;

  override render() {
    const data = this.experiment.data as FileData;
    const seen = this.seen?.file === this.file ? this.seen : null;
    const paths = [
      'format',
      'delimiter',
      'decimal',
      'header',
      'comments',
      'encoding',
      'target',
      'positive',
    ];
    const isWrong = paths.some((name) => this.form.errorAt(`data.${name}`) !== '');
    const isOpen = seen === null || seen.report.proposal === null || isWrong;
    return html`${this.facts(data)}
      ${seen?.report.format ? html`<p class="small seen" role="status">${lineOf(seen.report)}</p>` : nothing}
      ${seen?.report.format && seen.report.problem ? html`<p class="error">${quoted(seen.report.problem)}</p>` : nothing}
      <details ?open=${isOpen}>
        <summary class="small">${seen ? 'Change' : 'How it is read'}</summary>
        ${seen ? this.choices(seen) : nothing} ${this.fields(data)}
      </details>
      ${data.format === 'libsvm' ? this.featuresField(data) : nothing}`;
  }

  private facts(data: FileData) {
    return this.file
      ? html`<p class="small quiet">
          ${this.file.name}, ${formatBytes(this.file.blob.size)}. It is read in this page and never
          leaves it.
        </p>`
      : html`<p class="error">
          The page does not have the bytes of “${data.name}”: open the file again.
        </p>`;
  }

  private choices({ report }: SeenFile) {
    const { proposal } = report;
    const choices = proposal?.choices ?? report.choices ?? [];
    return html`<ul class="small quiet">
        ${choices.map(({ sentence }) => html`<li>${quoted(sentence)}</li>`)}
      </ul>
      <p class="small caution">
        This was read from the records, so it is not private. If you keep the columns, their number,
        the words or what counts as yes, you state that these are public.
      </p>`;
  }

  private fields(data: FileData) {
    const format = this.select('format', 'Format', formats, 'csv');
    if (data.format === 'libsvm') {
      return html`<div class="pair">
        ${format} ${this.select('firstIndex', 'Indices', firsts, '1')}
      </div>`;
    }
    return html`<div class="pair">
        ${format} ${this.select('delimiter', 'Separator', named(separators), ',')}
      </div>
      <div class="pair">
        ${this.select('decimal', 'Decimal mark', marks, '.')}
        ${this.select('header', 'Header', headers, 'auto')}
      </div>
      <div class="pair">
        ${this.select('encoding', 'Letters', encodings, 'utf-8')}
        ${this.select('comments', 'Comments', comments, '')}
      </div>
      <div class="pair">${this.targetField(data)} ${this.positiveField(data)}</div>`;
  }

  private targetField(data: FileData) {
    const columns = this.columns();
    const target = data.target ?? 'last';
    const description =
      'The column to predict: last, a column’s name from the header, or its position counted from 0.';
    if (columns.length === 0) {
      return html`<nd-text-field
        path="data.target"
        label="Target column"
        numbers
        .description=${description}
        .value=${String(target)}
        .error=${this.form.errorAt('data.target')}
      ></nd-text-field>`;
    }
    const last = columns[columns.length - 1];
    const names = columns.map((one) => columnName(one, columns));
    const value = target === 'last' ? names[last.position] : String(target);
    return html`<nd-choice-field
      path="data.target"
      label="Target column"
      .description=${description}
      .value=${value}
      .choices=${named(names.map((name) => [name, name]))}
      .error=${this.form.errorAt('data.target')}
      @nd-edit=${this.takeNumber}
    ></nd-choice-field>`;
  }

  /** Which word or number of the target counts as yes. */
  private positiveField(data: FileData) {
    const words = this.targetWords(data);
    const step = (data.preprocess ?? []).find(({ kind }) => kind === 'labels');
    const label = step?.kind === 'labels' ? [step.positive].flat().join(', ') : '';
    const positive = data.positive === undefined ? label : [data.positive].flat().join(', ');
    if (positive === '' || words.length === 0) return nothing;
    return html`<nd-choice-field
      path="data.positive"
      label="Counts as yes"
      description="This word of the target means yes; all others mean no. It is public."
      .value=${positive}
      .choices=${named(words.map((word) => [word, word]))}
      .error=${this.form.errorAt('data.positive')}
    ></nd-choice-field>`;
  }

  private targetWords({ target = 'last' }: FileData): string[] {
    const columns = this.columns();
    const at = columns.find(({ name, position }) =>
      typeof target === 'number' ? position === target : name === target,
    );
    const column = at ?? columns.at(-1);
    return (column?.words ?? []).map(({ word }) => word);
  }

  private columns() {
    const { seen } = this;
    return seen !== null && seen.file === this.file ? (seen.report.columns ?? []) : [];
  }

  private featuresField(data: FileData) {
    return html`<nd-number-field
      path="data.features"
      label="Columns"
      integer
      description="Give a public number of columns: the largest index in the file is a fact about one record."
      .value=${data.features}
      .error=${this.form.errorAt('data.features')}
    ></nd-number-field>`;
  }

  private select(name: string, label: string, choices: Choice[], fallback: string) {
    const path = `data.${name}`;
    return html`<nd-choice-field
      .path=${path}
      .label=${label}
      .value=${textOf(valueAt(this.experiment, path)) || fallback}
      .choices=${choices}
      .error=${this.form.errorAt(path)}
      @nd-edit=${name === 'firstIndex' ? this.takeNumber : null}
    ></nd-choice-field>`;
  }

  /** Positions and indices are numbers in the experiment. */
  private takeNumber(event: CustomEvent<{ path: string; value: unknown }>): void {
    const { value } = event.detail;
    const columns = this.columns();
    const isName = columns.some(({ name }) => name === value);
    if (!isName && /^\d+$/.test(String(value))) event.detail.value = Number(value);
  }
}

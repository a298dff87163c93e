import { LitElement, css, html, nothing } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import type { Catalogue, DataSpec, Experiment, PlanReport } from '../../engine/types.ts';
import { formatCount, formatNumber } from '../../format/number.ts';
import type { SeenFile } from '../../store/seen.ts';
import type { DataFile } from '../../store/state.ts';
import { panel, shared } from '../../styles/shared.ts';
import '../../components/fields/choice-field.ts';
import { withSource } from '../../store/sources.ts';
import { isOfTables } from '../workbench/tables.ts';
import type { Choice } from '../../components/fields/choice-field.ts';
import { emit, ownValue, type FormContext } from '../../components/shared/events.ts';
import { parameterFields } from '../../components/fields/parameter-field.ts';
import './preprocess-list.ts';

/** Where the rows come from, what is done to them, and what that enforces. */
@customElement('nd-data-panel')
export class DataPanel extends LitElement {
  static override styles = [
    shared,
    panel,
    css`
      /* Its room is kept before the rows are read: what is below stands still. */
      .facts {
        min-height: 2.9em;
        margin: 8px 0 0;
        color: var(--ink-quiet);
        font-size: var(--text-small);
      }
      .drop {
        margin-top: 4px;
      }
      .drop button.small {
        min-height: var(--low);
      }
      input[type='file'] {
        display: none;
      }
    `,
  ];

  @property({ attribute: false }) catalogue!: Catalogue;
  @property({ attribute: false }) experiment!: Experiment;
  @property({ attribute: false }) plan: PlanReport | null = null;
  @property({ attribute: false }) file: DataFile | null = null;
  @property({ attribute: false }) seen: SeenFile | null = null;
  @property({ attribute: false }) form!: FormContext;
  @query('input[type=file]') private chooser!: HTMLInputElement;
  @state() private hasEditor = false;

  override render() {
    const { data } = this.experiment;
    return html`<section aria-labelledby="title">
      <header><h2 id="title">Data</h2></header>
      <nd-choice-field
        label="Source"
        description="A public data set, generated rows, or a file of yours, which stays in this page."
        .value=${sourceOf(data)}
        .choices=${this.sources()}
        .error=${this.form.errorAt('data') || this.form.errorAt('data.name')}
        @nd-edit=${this.chooseSource}
      ></nd-choice-field>
      <p class="drop small quiet">
        <button class="link" @click=${() => this.chooser.click()}>Open a file</button> or drop one
        anywhere: CSV or LIBSVM, also as gzip. It stays in this page.
      </p>
      <input
        type="file"
        accept=".csv,.tsv,.txt,.dat,.data,.libsvm,.svm,.gz,.json"
        @change=${this.chooseFile}
      />
      ${this.facts()} ${this.sourceFields(data)} ${this.columns(data)}
      ${
        isByColumn(data) && isOfTables(this.experiment, this.catalogue)
          ? nothing
          : html`<nd-preprocess-list
              .catalogue=${this.catalogue}
              .steps=${data.preprocess ?? []}
              .data=${this.plan?.data ?? null}
              .form=${this.form}
            ></nd-preprocess-list>`
      }
    </section>`;
  }

  /** What becomes of each column: its code comes with the first file, or when it is asked for. */
  private columns(data: DataSpec) {
    const isOwn = data.kind === 'file' && data.format !== 'libsvm' && this.file !== null;
    if (data.kind !== 'builtin' && !isOwn) return nothing;
    if (!isOwn && !this.hasEditor && !isByColumn(data)) {
      return html`<p class="drop">
        <button class="link small" @click=${() => (this.hasEditor = true)}>
          Make synthetic data…
        </button>
      </p>`;
    }
    void import('../workbench/column-editor.ts');
    return html`<nd-column-editor
      .catalogue=${this.catalogue}
      .experiment=${this.experiment}
      .file=${this.file}
      .seen=${this.seen}
    ></nd-column-editor>`;
  }

  private sources(): Choice[] {
    const { builtinData, syntheticData } = this.catalogue;
    const { data } = this.experiment;
    return [
      ...builtinData.map((set) => ({
        value: `builtin:${set.name}`,
        title: set.title,
        description: `${formatCount(set.samples)} rows, ${set.features} columns. ${set.source}. Suggested ranges come from ${set.suggestedSource}.`,
        group: 'Public data',
      })),
      ...syntheticData.map((set) => ({
        value: `synthetic:${set.name}`,
        title: set.title,
        description: set.description,
        group: 'Generated',
      })),
      { value: 'file', title: fileTitle(data, this.file), group: 'Yours' },
      ...(data.kind === 'inline' ? [{ value: 'inline', title: 'Rows in the experiment' }] : []),
    ];
  }

  private facts() {
    const { plan } = this;
    if (plan === null) return html`<p class="facts"></p>`;
    const { l1, l2 } = plan.data.bounds;
    const bounds = [
      typeof l1 === 'number' ? `L1\u00a0≤\u00a0${formatNumber(l1)}` : '',
      typeof l2 === 'number' ? `L2\u00a0≤\u00a0${formatNumber(l2)}` : '',
    ].filter(Boolean);
    return html`<p class="facts">
      ${formatCount(plan.data.samples)} rows × ${formatCount(plan.data.features)}
      columns.${bounds.length > 0 ? html` Every row is limited to ${bounds.join(', ')}.` : nothing}
      ${plan.data.header === undefined ? nothing : headerText(plan.data.header)}
      ${plan.data.reasons.map((reason) => html` ${reason}`)}
    </p>`;
  }

  private sourceFields(data: DataSpec) {
    if (data.kind === 'synthetic') {
      const set = this.catalogue.syntheticData.find((known) => known.name === data.name);
      return html`<div class="fields">
        ${parameterFields(set?.parameters, 'data', { form: this.form, values: data })}
      </div>`;
    }
    return data.kind === 'file' ? this.fileFields() : nothing;
  }

  /** Its code comes with the first file. */
  private fileFields() {
    void import('./file-fields.ts');
    return html`<nd-file-fields
      .experiment=${this.experiment}
      .file=${this.file}
      .seen=${this.seen}
      .form=${this.form}
    ></nd-file-fields>`;
  }

  private chooseSource(event: CustomEvent): void {
    const chosen = String(ownValue(event));
    if (chosen === 'file' && this.file === null) this.chooser.click();
    else emit(this, 'nd-edit', { path: '', value: withSource(this.experiment, chosen, this) });
  }

  private chooseFile(): void {
    const file = this.chooser.files?.[0];
    this.chooser.value = '';
    if (file) emit(this, 'nd-file', { file });
  }
}

/** Columns that say by themselves how they are read need no preparation. */
function isByColumn(data: DataSpec): boolean {
  return 'columns' in data;
}

/** Whether a line is a record decides how many there are: a file's first line is accounted for. */
function headerText(header: boolean): string {
  return header
    ? ' The file’s first line was taken as a header, not as a record.'
    : ' The file’s first line was taken as a record, not as a header.';
}

function sourceOf(data: DataSpec): string {
  return data.kind === 'builtin' || data.kind === 'synthetic'
    ? `${data.kind}:${data.name}`
    : data.kind;
}

function fileTitle(data: DataSpec, file: DataFile | null): string {
  if (file !== null) return file.name;
  return data.kind === 'file' && data.name ? data.name : 'A file of yours…';
}

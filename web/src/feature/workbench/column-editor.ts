import { LitElement, css, html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import type { Catalogue, DataSpec, Experiment } from '../../engine/types.ts';
import { formatCount, formatCounted, formatInput, parseNumbers } from '../../format/number.ts';
import type { SeenFile } from '../../store/seen.ts';
import type { DataFile } from '../../store/state.ts';
import { panel, shared } from '../../styles/shared.ts';
import { adviceOn, blocksOf, countsOf, draftOf, equalWidths, faultOf, isListed, levelsOf, lookAt, mostCells, proposed, seenOf, targetOf, withRole, withSeenWords, type Draft, type Role, type Seen } from './columns.ts'; // prettier-ignore
import { linesOf, lineFormOf } from './lines.ts';
import { columnsOf, makingSyntheticData, withColumns } from './make.ts';
import { isOfTables } from './tables.ts';
import { emit } from '../../components/shared/events.ts';

/** How much of a file is looked at: what it proposes is no promise. */
const lookBytes = 2 ** 20;

const roles: readonly (readonly [Role, string])[] = [
  ['out', 'Leave out'],
  ['stated', 'As stated'],
  ['bins', 'Number bins'],
  ['words', 'Categories'],
  ['target', 'To predict'],
];

/** What becomes of each column of a table: the public facts that synthetic data are made with. */
@customElement('nd-column-editor')
export class ColumnEditor extends LitElement {
  static override styles = [
    shared,
    panel,
    css`
      :host {
        margin: 8px 0 12px;
      }
      ul {
        margin: 4px 0 8px;
        padding: 0;
        border-top: 1px solid var(--hairline);
        list-style: none;
      }
      li {
        padding: 4px 0;
        border-bottom: 1px solid var(--hairline);
      }
      .line {
        display: grid;
        grid-template-columns: minmax(0, 1fr) 120px 56px;
        align-items: center;
        gap: 8px;
      }
      .line > button {
        justify-content: flex-start;
        min-height: var(--low);
        padding: 0;
        overflow: hidden;
        text-overflow: ellipsis;
        text-align: left;
      }
      .line > button > span {
        overflow: hidden;
        text-overflow: ellipsis;
      }
      .line select {
        min-height: var(--low);
        padding: 2px 4px;
        font-size: var(--text-small);
      }
      .out .line > :first-child {
        color: var(--ink-quiet);
      }
      .levels {
        color: var(--ink-quiet);
        font-size: var(--text-small);
        text-align: right;
        white-space: nowrap;
      }
      .list {
        display: grid;
        gap: 6px;
        padding: 4px 0 8px;
      }
      textarea {
        width: 100%;
        min-height: 84px;
        padding: 4px 8px;
        border: 1px solid var(--hairline-strong);
        border-radius: var(--radius);
        background: var(--paper);
        resize: vertical;
      }
      .widths {
        display: grid;
        grid-template-columns: 1fr 1fr 64px auto;
        align-items: end;
        gap: 4px;
      }
      label.check {
        display: flex;
        align-items: flex-start;
        gap: 6px;
        font-size: var(--text-small);
      }
      label.check input {
        margin: 2px 0 0;
      }
      .caution {
        color: var(--caution);
      }
      .counts {
        margin: 4px 0;
        overflow-wrap: anywhere;
      }
      .make {
        margin-top: 8px;
      }
    `,
  ];

  @property({ attribute: false }) catalogue!: Catalogue;
  @property({ attribute: false }) experiment!: Experiment;
  @property({ attribute: false }) file: DataFile | null = null;
  @property({ attribute: false }) seen: SeenFile | null = null;
  @state() private drafts: readonly Draft[] = [];
  @state() private opened = '';
  @state() private areListsPublic = false;
  @state() private problem = '';
  private hasHeader = true;
  /** What the drafts were made of. */
  private source: unknown = null;
  private applied = '';

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('experiment') || changed.has('file') || changed.has('seen')) this.follow();
  }

  /** Another table has other columns; the same one with other columns chosen, as by undoing, is told anew. */
  private follow(): void {
    const { data } = this.experiment;
    const source = data.kind === 'file' ? this.file?.blob : sourceName(data);
    const chosen = JSON.stringify([source === this.source, columnsOf(data), headerOf(data)]);
    if (source === this.source && chosen === this.applied) return;
    this.applied = JSON.stringify([true, columnsOf(data), headerOf(data)]);
    this.source = source;
    this.hasHeader = true;
    if (data.kind === 'file') void this.look(data);
    else this.take(this.builtIn(data));
  }

  private async look(data: Extract<DataSpec, { kind: 'file' }>): Promise<void> {
    const { blob } = this.file ?? {};
    if (blob === undefined) return;
    const { report } = (this.seen?.file === this.file ? this.seen : null) ?? {};
    if (report?.columns !== undefined) {
      this.hasHeader = report.header === true;
      this.take(
        report.columns.map((one) => [
          this.hasHeader ? one.name || `column ${one.position}` : String(one.position),
          seenOf(one),
        ]),
      );
      return;
    }
    try {
      const text = await blob.slice(0, lookBytes).text();
      const form = lineFormOf(data, text);
      const lines = linesOf(text, form, blob.size <= lookBytes);
      if (this.file?.blob !== blob) return;
      this.hasHeader = form.hasHeader;
      this.take([...lookAt(lines, form)]);
    } catch (error) {
      this.problem = `The file could not be read: ${String(error)}`;
    }
  }

  /** The names of a public table, and no look at its records: what it ranges over is known. */
  private builtIn(data: DataSpec): [string, Seen | null][] {
    const set = this.catalogue.builtinData.find(({ name }) => name === sourceName(data));
    return [...(set?.columns.map(({ name }) => name) ?? []), 'target'].map((name) => [name, null]);
  }

  private take(found: readonly [string, Seen | null][]): void {
    const { data } = this.experiment;
    // Columns that are chosen for learning are numbers, too; tables have levels alone.
    const blocks = isOfTables(this.experiment, this.catalogue) ? columnsOf(data) : undefined;
    const target = data.kind === 'file' ? data.target : 'target';
    const drafts = found.map(([name, seen]) =>
      this.ranged(
        draftOf(
          name,
          seen,
          blocks?.find((one) => String(one.name) === name),
          name === String(target),
        ),
      ),
    );
    this.problem = '';
    this.areListsPublic = false;
    this.drafts = blocks ? drafts : proposed(drafts);
  }

  /** Three bins of a public range, where the catalogue has one. */
  private ranged(draft: Draft): Draft {
    const set = this.catalogue.builtinData.find(({ name }) => name === sourceName(this.experiment.data)); // prettier-ignore
    if (set === undefined || this.experiment.data.kind !== 'builtin' || draft.edges.length > 0) return draft; // prettier-ignore
    const column = set.columns.find(({ name }) => name === draft.name);
    if (column === undefined) return targetDraft(draft, set.target);
    return { ...draft, edges: equalWidths(column.lower, column.upper, 3) };
  }

  override render() {
    if (this.problem) return html`<p class="error" role="alert">${this.problem}</p>`;
    if (this.drafts.length === 0) return nothing;
    const counts = countsOf(this.drafts, 2);
    const advice = adviceOn(this.drafts, counts);
    const chosen = this.drafts.filter(({ role }) => isListed(role));
    const isRead = chosen.some((draft) => draft.isRead);
    const faults = chosen.some((draft) => faultOf(draft) !== '');
    const isReady = chosen.length > 1 && !faults && advice === '';
    const ofTables = isOfTables(this.experiment, this.catalogue);
    return html`<h3 id="title">${ofTables ? 'Columns' : 'Synthetic data of this table'}</h3>
      <p class="small quiet">
        ${ofTables ? '' : 'The experiment above does not match these settings. '}Say what each
        column is: words are categories, numbers fall into bins, and what is left out is never read.
        What is to be predicted is a category, too.
      </p>
      <ul aria-labelledby="title">
        ${this.drafts.map((draft, place) => this.row(draft, place))}
      </ul>
      <p class="small counts" role="status">
        ${formatCounted(chosen.length, 'column')}: ${formatCount(counts.cells)} of at most
        ${formatCount(mostCells)} combinations, ${formatCount(counts.queries)} numbers in all tables
        of one and two columns.
      </p>
      ${advice ? html`<p class="error" role="alert">Too many combinations. ${advice}</p>` : nothing}
      ${isRead ? this.consent() : nothing}
      <button
        class="primary make"
        ?disabled=${!isReady || (isRead && !this.areListsPublic)}
        @click=${this.make}
      >
        ${ofTables ? 'Use these columns' : 'Make synthetic data'}
      </button>`;
  }

  private consent() {
    return html`<label class="check caution">
      <input
        type="checkbox"
        .checked=${this.areListsPublic}
        @change=${(event: Event) => (this.areListsPublic = (event.target as HTMLInputElement).checked)}
      />
      <span
        >Some lists were filled in from the records, and such a list is not private: a rare word in
        it reveals that somebody has it. I have looked through them, and everybody may know what
        they say.</span
      >
    </label>`;
  }

  private row(draft: Draft, place: number) {
    const isOut = draft.role === 'out';
    const hasLevels = isListed(draft.role);
    const isOpen = this.opened === draft.name && hasLevels;
    const fault = faultOf(draft);
    return html`<li class=${isOut ? 'out' : ''}>
      <div class="line">
        ${
          !hasLevels
            ? html`<span>${draft.name}</span>`
            : html`<button
                class="plain"
                aria-expanded=${isOpen ? 'true' : 'false'}
                title=${draft.name}
                @click=${() => (this.opened = isOpen ? '' : draft.name)}
              >
                <span>${isOpen ? '▾' : '▸'} ${draft.name}</span>
              </button>`
        }
        <select
          aria-label=${`Role of ${draft.name}`}
          @change=${(event: Event) => this.setRole(place, (event.target as HTMLSelectElement).value as Role)}
        >
          ${this.roles(draft).map(([role, title]) => html`<option value=${role} .selected=${role === draft.role}>${title}</option>`)}
        </select>
        <span class="levels">${!hasLevels ? '' : formatCounted(levelsOf(draft), 'level')}</span>
      </div>
      ${isOpen ? this.list(draft, place) : nothing}
      ${fault ? html`<p class="error">${fault}</p>` : nothing}
    </li>`;
  }

  /** Public tables hold numbers alone; only what the experiment says of a column can stay as stated. */
  private roles({ stated }: Draft) {
    const isFile = this.experiment.data.kind === 'file';
    const isPlain = stated !== null && !stated.words && !stated.edges;
    return roles.filter(([role]) =>
      role === 'stated' ? isPlain : isFile || role === 'out' || role === 'bins',
    );
  }

  private list(draft: Draft, place: number) {
    return draft.role === 'bins' ? this.bins(draft, place) : this.words(draft, place);
  }

  private words(draft: Draft, place: number) {
    const change = (words: string[]) => this.change(place, { words, isRead: false });
    return html`<div class="list">
      <label class="small" for="words"
        >Its words, one on each line. They are public: state only what everybody may know.</label
      >
      <textarea
        id="words"
        spellcheck="false"
        .value=${draft.words.join('\n')}
        @change=${(event: Event) => change(wordsIn((event.target as HTMLTextAreaElement).value))}
      ></textarea>
      <label class="check">
        <input
          type="checkbox"
          .checked=${draft.hasOther}
          @change=${(event: Event) => this.change(place, { hasOther: (event.target as HTMLInputElement).checked })}
        />
        <span>Everything else counts as “other”</span>
      </label>
      ${draft.hasOther ? nothing : html`<p class="small quiet">A record with another word stops the run.</p>`}
      ${this.seenWords(draft, place)}
    </div>`;
  }

  private seenWords(draft: Draft, place: number) {
    if (draft.seen === null) return nothing;
    return html`<p class="small ${draft.isRead ? 'caution' : 'quiet'}">
      ${draft.isRead ? `Filled in from the file${draft.seen.hasMore ? ', the most frequent words' : ''}: not private unless you state that these words are public.` : nothing}
      <button class="link small" @click=${() => this.replace(place, withSeenWords(draft))}>
        Fill in what the file shows
      </button>
    </p>`;
  }

  private bins(draft: Draft, place: number) {
    const change = (event: Event) => {
      const numbers = parseNumbers((event.target as HTMLInputElement).value);
      const edges = numbers === null ? [] : [numbers].flat();
      this.change(place, { edges, isRead: false });
    };
    return html`<div class="list">
      <label class="small" for="edges"
        >Where bins begin, in ascending order: 25, 40, 60 makes four bins.</label
      >
      <input id="edges" .value=${formatInput(draft.edges)} @change=${change} />
      ${draft.isRead ? html`<p class="small caution">Made from the smallest and largest number in the file: not private unless you state that the range is public.</p>` : nothing}
      <div class="widths">
        ${this.width('lower', 'From')} ${this.width('upper', 'to')} ${this.width('bins', 'bins')}
        <button @click=${() => this.setWidths(place)}>Set</button>
      </div>
    </div>`;
  }

  private width(id: string, label: string) {
    return html`<div>
      <label class="small" for=${id}>${label}</label>
      <input id=${id} inputmode="decimal" />
    </div>`;
  }

  private setWidths(place: number): void {
    const [lower, upper, bins] = ['lower', 'upper', 'bins'].map((id) =>
      Number(this.renderRoot.querySelector<HTMLInputElement>(`#${id}`)!.value || Number.NaN),
    );
    if (!(lower < upper && bins >= 2 && Number.isInteger(bins) && bins <= 1000)) return;
    this.change(place, { edges: equalWidths(lower, upper, bins), isRead: false });
  }

  /** One column is predicted: another one that was is a category again. */
  private setRole(place: number, role: Role): void {
    const changed = withRole(this.drafts[place], role);
    this.drafts = this.drafts.map((draft, at) => {
      if (at === place) return changed;
      const isOther = role === 'target' && draft.role === 'target';
      return isOther ? { ...draft, role: 'words' as const } : draft;
    });
    if (faultOf(changed)) this.opened = changed.name;
  }

  private change(place: number, part: Partial<Draft>): void {
    this.replace(place, { ...this.drafts[place], ...part });
  }

  private replace(place: number, draft: Draft): void {
    this.drafts = this.drafts.map((one, at) => (at === place ? draft : one));
  }

  private make(): void {
    const { catalogue, experiment } = this;
    const { hasHeader } = this;
    const blocks = blocksOf(this.drafts, hasHeader);
    const data = withColumns(experiment.data, blocks, { target: targetOf(this.drafts), hasHeader });
    this.drafts = this.drafts.map((draft) => ({ ...draft, isRead: false }));
    this.applied = JSON.stringify([true, columnsOf(data), headerOf(data)]);
    const isThere = isOfTables(experiment, catalogue);
    const value = isThere ? { ...experiment, data } : makingSyntheticData(experiment, data, catalogue); // prettier-ignore
    emit(this, 'nd-edit', { path: '', value });
    if (!isThere) emit(this, 'nd-view', { measure: 'marginalError2' });
  }
}

function sourceName(data: DataSpec): string {
  return 'name' in data && typeof data.name === 'string' ? data.name : '';
}

function headerOf(data: DataSpec): unknown {
  return data.kind === 'file' ? [data.header, data.delimiter] : null;
}

/** "diagnosis: 0 malignant, 1 benign" tells two classes; other targets are left out at first. */
function targetDraft(draft: Draft, told: string): Draft {
  const classes = [...told.matchAll(/\b(\d+) [a-z]/g)].map(([, digits]) => Number(digits));
  return { ...draft, edges: classes.slice(1).map((code) => code - 0.5) };
}

function wordsIn(text: string): string[] {
  return text
    .split('\n')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

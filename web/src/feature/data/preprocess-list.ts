import { LitElement, css, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import type { Catalogue, PreprocessStep } from '../../engine/types.ts';
import { withStep, type PublicData } from '../../experiment/starts.ts';
import { shared } from '../../styles/shared.ts';
import '../../components/fields/choice-field.ts';
import '../../components/shared/disclosure.ts';
import { emit, ownValue, type FormContext } from '../../components/shared/events.ts';
import { icons } from '../../components/shared/icons.ts';
import { parameterFields } from '../../components/fields/parameter-field.ts';

/** The steps that every row goes through, in order, each with what it enforces. */
@customElement('nd-preprocess-list')
export class PreprocessList extends LitElement {
  static override styles = [
    shared,
    css`
      ol {
        margin: 0;
        padding: 0;
        list-style: none;
      }
      li {
        border-bottom: 1px solid var(--hairline);
      }
      .body {
        display: grid;
        gap: 8px;
        padding-left: 12px;
      }
      .values {
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      .tag {
        color: var(--caution);
      }
      .add {
        margin-top: 8px;
      }
    `,
  ];

  @property({ attribute: false }) catalogue!: Catalogue;
  @property({ attribute: false }) steps: readonly PreprocessStep[] = [];
  /** The data after these steps; null until they are planned. */
  @property({ attribute: false }) data: PublicData | null = null;
  @property({ attribute: false }) form!: FormContext;

  override render() {
    const kinds = this.steps.map((step) => this.titleOf(step.kind).toLowerCase());
    return html`<nd-disclosure ?attention=${this.hasError()}>
      <span slot="head">Preparation</span>
      <span slot="head" class="values small quiet">${kinds.join(', ') || 'none'}</span>
      <ol>
        ${this.steps.map((step, index) => this.step(step, index))}
      </ol>
      <div class="add">
        <nd-choice-field
          label="Add a step"
          fallback="choose…"
          .value=${''}
          .choices=${this.catalogue.preprocess.map((info) => ({
            value: info.kind,
            title: info.title,
            description: info.description,
          }))}
          description="Steps run in order. Bounds that an algorithm uses are those that a step enforces; the last one wins."
          @nd-edit=${this.add}
        ></nd-choice-field>
      </div>
    </nd-disclosure>`;
  }

  private step(step: PreprocessStep, index: number) {
    const info = this.infoOf(step.kind);
    const path = `data.preprocess.${index}`;
    const title = this.titleOf(step.kind);
    const explain = (event: Event) => {
      if ((event.target as Element).closest('.body') === null)
        emit(this, 'nd-explain', { title, text: info?.description ?? '' });
    };
    return html`<li>
      <nd-disclosure ?attention=${this.hasInnerError(index)} @focusin=${explain}>
        <span slot="head">${title}</span>
        <span slot="head" class="values small quiet">${summarizeStep(step)}</span>
        <span slot="tools">
          <button
            class="plain icon"
            aria-label="Move ${title} up"
            ?disabled=${index === 0}
            @click=${() => this.move(index)}
          >
            ${icons.up}
          </button>
          <button
            class="plain icon"
            aria-label="Remove ${title}"
            @click=${() => this.removeStep(index)}
          >
            ${icons.remove}
          </button>
        </span>
        <div class="body">
          <p class="small quiet">${info?.description}</p>
          ${
            info?.certified === false
              ? html`<p class="small tag">Reads the data: the run is not certified.</p>`
              : nothing
          }
          ${parameterFields(info?.parameters, path, { form: this.form, values: step })}
        </div>
      </nd-disclosure>
      <div class="error" ?hidden=${!this.form.errorAt(path)}>${this.form.errorAt(path)}</div>
    </li>`;
  }

  private titleOf(kind: string): string {
    return this.infoOf(kind)?.title ?? kind;
  }

  private infoOf(kind: unknown) {
    return this.catalogue.preprocess.find((known) => known.kind === kind);
  }

  private hasInnerError(index: number): boolean {
    const { parameters = [] } = this.infoOf(this.steps[index].kind) ?? {};
    return parameters.some(
      ({ name }) => this.form.errorAt(`data.preprocess.${index}.${name}`) !== '',
    );
  }

  private hasError(): boolean {
    return this.steps.some(
      (_, index) =>
        this.hasInnerError(index) || this.form.errorAt(`data.preprocess.${index}`) !== '',
    );
  }

  private add(event: CustomEvent): void {
    const info = this.infoOf(ownValue(event));
    if (info === undefined) return;
    this.send(withStep(this.steps, info, this.data));
  }

  private move(index: number): void {
    const steps = this.steps.slice();
    const [step] = steps.splice(index, 1);
    steps.splice(index - 1, 0, step);
    this.send(steps);
  }

  private removeStep(index: number): void {
    this.send(this.steps.filter((_, position) => position !== index));
  }

  private send(steps: PreprocessStep[]): void {
    emit(this, 'nd-edit', { path: 'data.preprocess', value: steps.length > 0 ? steps : undefined });
  }
}

/** A step's values in a few characters. */
function summarizeStep(step: PreprocessStep): string {
  return Object.entries(step)
    .filter(([name, value]) => name !== 'kind' && name !== 'mode' && value !== undefined)
    .map(([name, value]) => summarizeValue(name, value))
    .join(', ');
}

function summarizeValue(name: string, value: unknown): string {
  if (!Array.isArray(value)) return String(value);
  return name === 'to' ? `to [${value.join(', ')}]` : `${value.length} values`;
}

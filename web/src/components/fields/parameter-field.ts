import { LitElement, css, html } from 'lit';
import { property } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import type { Parameter } from '../../engine/types.ts';
import { formatNumber, textOf } from '../../format/number.ts';
import { valueAt } from '../../experiment/paths.ts';
import { startNumber } from '../../experiment/starts.ts';
import { shared } from '../../styles/shared.ts';
import './choice-field.ts';
import { emit, type FormContext } from '../shared/events.ts';
import './number-field.ts';

const ownNumber = 'number…';

/** The form field of one parameter, made from its catalogue entry alone. */
@customElement('nd-parameter-field')
export class ParameterField extends LitElement {
  static override styles = [
    shared,
    css`
      .words {
        color: var(--ink-quiet);
        font-size: var(--text-small);
      }
    `,
  ];

  @property({ attribute: false }) parameter!: Parameter;
  @property() path = '';
  @property({ attribute: false }) value: unknown;
  /** The value that the plan chose when the file gives none. */
  @property({ attribute: false }) resolved: unknown;
  /** What a number of one's own begins with where the plan chose none. */
  @property({ attribute: false }) begin: unknown;
  /** Words for the choices, where their ids are not words. */
  @property({ attribute: false }) titles: Record<string, string> = {};
  @property() error = '';

  override render() {
    const { type } = this.parameter;
    if (type === 'boolean') return this.choice(['true', 'false'], { true: 'yes', false: 'no' });
    if (type === 'choice') return this.choice(this.parameter.choices ?? []);
    if (type === 'number-or-choice') return this.numberOrChoice();
    if (type === 'integer-or-choice') return this.integerOrChoice();
    return this.number();
  }

  private number() {
    const { parameter } = this;
    const list = parameter.type === 'number-or-vector';
    return html`<nd-number-field
      .path=${this.path}
      .label=${parameter.title}
      .unit=${parameter.unit}
      .description=${describe(parameter)}
      .source=${parameter.source}
      .fallback=${this.fallback()}
      .error=${this.error}
      .value=${this.value}
      .integer=${parameter.type.startsWith('integer')}
      .list=${list}
      .bounds=${parameter}
      .required=${parameter.default === undefined && !parameter.defaultRule}
    ></nd-number-field>`;
  }

  private choice(choices: readonly string[], titles = this.titles) {
    const { parameter } = this;
    const optional = parameter.default !== undefined || Boolean(parameter.defaultRule);
    return html`<nd-choice-field
      .path=${this.path}
      .label=${parameter.title}
      .description=${describe(parameter)}
      .source=${parameter.source}
      .fallback=${optional ? this.fallback() : ''}
      .error=${this.error}
      .value=${textOf(this.value)}
      .choices=${choices
        .filter((value) => value !== parameter.default)
        .map((value) => ({ value, title: titles[value] ?? value }))}
      @nd-edit=${this.asBoolean}
    ></nd-choice-field>`;
  }

  private numberOrChoice() {
    const { parameter, value } = this;
    if (typeof value !== 'number') {
      const choices = [...(parameter.choices ?? []), ownNumber];
      return html`<div @nd-edit=${this.startNumber}>${this.choice(choices)}</div>`;
    }
    return this.number();
  }

  /** A number as a rule; the words that stand for one are a click away. */
  private integerOrChoice() {
    const { parameter, path } = this;
    if (typeof this.value === 'string') return this.numberOrChoice();
    const words = (parameter.choices ?? []).map(
      (value) =>
        html`<button class="link" @click=${() => emit(this, 'nd-edit', { path, value })}>
          ${this.titles[value] ?? value}
        </button> `,
    );
    return html`${this.number()}
      <p class="words">by theory: ${words}</p>`;
  }

  /** "A number" starts from what the plan uses. */
  private startNumber(event: CustomEvent<{ path: string; value: unknown }>): void {
    if (event.detail.value !== ownNumber) return;
    event.stopPropagation();
    const numbers = [this.resolved, this.begin, startNumber(this.parameter)];
    const value = numbers.filter((one) => typeof one === 'number').find(Number.isFinite);
    emit(this, 'nd-edit', { path: this.path, value: Number((value ?? 1).toPrecision(3)) });
  }

  private asBoolean(event: CustomEvent<{ path: string; value: unknown }>): void {
    if (this.parameter.type !== 'boolean' || typeof event.detail.value !== 'string') return;
    event.stopPropagation();
    emit(this, 'nd-edit', { path: this.path, value: event.detail.value === 'true' });
  }

  private fallback(): string {
    const { parameter, resolved, titles } = this;
    const word = show(resolved ?? parameter.default);
    if (word in titles) return titles[word];
    if (typeof resolved === 'number') return formatNumber(resolved);
    if (resolved !== undefined && resolved !== null && !Array.isArray(resolved))
      return show(resolved);
    if (parameter.default !== undefined) return show(parameter.default);
    return parameter.defaultRule ?? '';
  }
}

interface ParameterValues {
  form: Pick<FormContext, 'errorAt'>;
  values: object | undefined;
  /** What the plan chose where the file gives none. */
  resolved?: object | undefined;
}

/** A field for each of some parameters, which lie at `path` in the experiment. */
export function parameterFields(
  parameters: readonly Parameter[] | undefined,
  path: string,
  { form, values, resolved }: ParameterValues,
) {
  return parameters?.map(
    (parameter) =>
      html`<nd-parameter-field
        .parameter=${parameter}
        .path=${`${path}.${parameter.name}`}
        .value=${valueAt(values, parameter.name)}
        .resolved=${valueAt(resolved, parameter.name)}
        .error=${form.errorAt(`${path}.${parameter.name}`)}
      ></nd-parameter-field>`,
  );
}

/** The explanation of a parameter: meaning, range, and what happens when it is left out. */
function describe(parameter: Parameter): string {
  const parts = [parameter.description];
  const range = describeRange(parameter);
  if (range) parts.push(range);
  if (parameter.default !== undefined) parts.push(`Default: ${show(parameter.default)}.`);
  else if (parameter.defaultRule) parts.push(`Default: ${parameter.defaultRule}.`);
  return parts.join(' ');
}

function describeRange({ minimum, maximum, exclusiveMinimum }: Parameter): string {
  const low = numberOr(exclusiveMinimum, 'above') || numberOr(minimum, 'at least');
  const high = maximum !== undefined && maximum < 1e300 ? numberOr(maximum, 'at most') : '';
  const range = [low, high].filter(Boolean).join(', ');
  return range && `${range.charAt(0).toUpperCase()}${range.slice(1)}.`;
}

function numberOr(value: unknown, words: string): string {
  return typeof value === 'number' && value > -1e300 ? `${words} ${formatNumber(value)}` : '';
}

function show(value: unknown): string {
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

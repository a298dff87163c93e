import type { TemplateResult } from 'lit';
import type { OpenFacts } from './open-facts.ts';
import type { TheoryEngine } from './queries.ts';

/** What a reader can set in the lab: its range, its default and what it means. */

export interface NumberSetting {
  kind: 'number';
  label: string;
  /** What stands behind the label, such as "of 1/L". */
  unit: string;
  minimum: number;
  maximum: number;
  default: number;
  /** How the slider runs. */
  scale: 'linear' | 'log';
  integer: boolean;
  why: string;
}

export interface ChoiceSetting<Value extends string = string> {
  kind: 'choice';
  label: string;
  choices: readonly { value: Value; title: string; description?: string }[];
  default: Value;
  why: string;
}

export type Setting = NumberSetting | ChoiceSetting;
export type Group = Readonly<Record<string, Setting>>;

type ValueOf<S extends Setting> = S extends ChoiceSetting<infer Value> ? Value : number;

/** The values of a group of settings. */
export type ValuesOf<G extends Group> = { [Name in keyof G]: ValueOf<G[Name]> };

type NumberOptions = Partial<Pick<NumberSetting, 'unit' | 'scale' | 'integer'>>;

export function number(
  label: string,
  [minimum, start, maximum]: readonly [minimum: number, start: number, maximum: number],
  why: string,
  { unit = '', scale = 'linear', integer = false }: NumberOptions = {},
): NumberSetting {
  return { kind: 'number', label, unit, minimum, maximum, default: start, scale, integer, why };
}

/** One whose slider runs on a logarithmic scale. */
export function logNumber(label: string, range: readonly [number, number, number], why: string) {
  return number(label, range, why, { scale: 'log' });
}

/** A whole one of these. */
export function logCount(label: string, range: readonly [number, number, number], why: string) {
  return number(label, range, why, { scale: 'log', integer: true });
}

/** The first one is the default. Titles by value, or with descriptions as a list. */
export function choice<Value extends string>(
  label: string,
  offered: Readonly<Record<Value, string>> | ChoiceSetting<Value>['choices'],
  why: string,
): ChoiceSetting<Value> {
  const choices = Array.isArray(offered)
    ? (offered as ChoiceSetting<Value>['choices'])
    : Object.entries(offered as Record<string, string>).map(([value, title]) => ({
        value: value as Value,
        title,
      }));
  return { kind: 'choice', label, choices, default: choices[0].value, why };
}

export function defaultsOf<G extends Group>(group: G): ValuesOf<G> {
  return Object.fromEntries(
    Object.entries(group).map(([name, setting]) => [name, setting.default]),
  ) as ValuesOf<G>;
}

/** The values of a group among those of more. */
export function valuesOf<G extends Group>(group: G, values: ValuesOf<G>): ValuesOf<G> {
  const names: (keyof G)[] = Object.keys(group);
  return Object.fromEntries(names.map((name) => [name, values[name]])) as ValuesOf<G>;
}

/** The value that a setting may have: numbers are moved into their range, anything else is null. */
export function readValue(setting: Setting, value: unknown): number | string | null {
  if (setting.kind === 'choice') {
    return setting.choices.find((one) => one.value === value)?.value ?? null;
  }
  const { minimum, maximum, integer } = setting;
  if (typeof value !== 'number' || !Number.isFinite(value)) return null;
  const whole = integer ? Math.round(value) : value;
  return Math.min(Math.max(whole, minimum), maximum);
}

/** The place of a value on a slider from 0 to 1, and back. */
export function sliderPosition({ minimum, maximum, scale }: NumberSetting, value: number): number {
  if (scale === 'linear') return (value - minimum) / (maximum - minimum);
  return Math.log(value / minimum) / Math.log(maximum / minimum);
}

export function sliderValue(setting: NumberSetting, position: number): number {
  const { minimum, maximum, scale, integer } = setting;
  const raw =
    scale === 'linear'
      ? minimum + position * (maximum - minimum)
      : minimum * (maximum / minimum) ** position;
  const value = Math.min(Math.max(Number(raw.toPrecision(3)), minimum), maximum);
  return integer ? Math.round(value) : value;
}

/** One question of the lab: what a reader sets, what is drawn of the answer, and why it looks so. */
export interface AnyQuestion {
  /** On its tab. */
  title: string;
  settings: Group;
  /** Groups of settings that stand folded, because they are seldom touched. */
  folded?: readonly { title: string; names: readonly string[] }[];
  /** On a small screen: a figure is chosen or a table filled before it is looked at. */
  settingsFirst?: boolean;
  story: TemplateResult;
  /** The settings that have no effect at present. */
  idle?(values: ValuesOf<Group>): readonly string[];
  /** What it takes from the open experiment, by setting; null where it takes nothing. Absent: n, p and the budget. */
  factsOf?(open: OpenFacts): Readonly<Record<string, number>> | null;
  view(engine: TheoryEngine, values: ValuesOf<Group>): TemplateResult;
}

/** The same with settings that are known by name. */
interface Question<G extends Group> extends AnyQuestion {
  settings: G;
  folded?: readonly { title: string; names: readonly (keyof G & string)[] }[];
  idle?(values: ValuesOf<G>): readonly (keyof G & string)[];
  view(engine: TheoryEngine, values: ValuesOf<G>): TemplateResult;
}

/** Describes a question; a name that is none of its settings is a type error. */
export function question<G extends Group>(one: Question<G>): Question<G> {
  return one;
}

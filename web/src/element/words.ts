import type { ElementView, HideablePart } from '../../../wasm/client/element.ts';
import type { ErrorBody } from '../../../wasm/client/index.ts';
import { refusal } from './refusal.ts';

const views: readonly ElementView[] = ['chart', 'curve', 'full'];
const themes = ['light', 'dark', 'auto'] as const;
const starts = ['visible', 'click'] as const;
const hideable: readonly HideablePart[] = ['title', 'epsilon', 'controls', 'legend'];

/** What the words in the element's attributes say. */
export interface Words {
  view: string;
  theme: string;
  start: string;
  hide: string;
}

/** What is wrong with one of them; null where all are known. */
export function wrongWord({ view, theme, start, hide }: Words): ErrorBody | null {
  const unknown = hiddenParts(hide).find((word) => !hideable.some((part) => part === word));
  return (
    wrong('view', view, views) ??
    wrong('theme', theme, themes) ??
    wrong('start', start, starts) ??
    (unknown === undefined ? null : wrong('hide', unknown, hideable))
  );
}

/** The parts that are left out. */
export function hiddenParts(hide: string): string[] {
  return hide.split(/\s+/).filter((word) => word !== '');
}

function wrong(field: string, word: string, known: readonly string[]): ErrorBody | null {
  if (known.includes(word)) return null;
  const message = `"${word.slice(0, 40)}" is not one of ${known.join(', ')}.`;
  return refusal('invalid-value', field, message).body;
}

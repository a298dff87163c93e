import { broken } from './broken.ts';
import { momentum } from './momentum.ts';
import { price } from './price.ts';
import { proof } from './proof.ts';
import { stopping } from './stopping.ts';
import type { Step, Story } from './step.ts';

/** In the order in which they are offered; each takes about two minutes. */
export const stories: readonly Story[] = [price, momentum, stopping, proof, broken];

export function storyOf(id: string): Story | undefined {
  return stories.find((story) => story.id === id);
}

/** A step by its number, from 1; the nearest one where there is none of that number. */
export function stepOf({ steps }: Story, number: number): { step: Step; number: number } {
  const within = Number.isFinite(number) ? Math.round(number) : 1;
  const nearest = Math.min(Math.max(within, 1), steps.length);
  return { step: steps[nearest - 1], number: nearest };
}

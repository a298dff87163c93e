import type { Feature } from '../registration.ts';
import './statement-panel.ts';

export const statement: Feature = {
  title: 'Statement',
  place: 'story',
  order: 30,
  fold: { summary: () => 'What you may say about these runs, in plain words' },
  when: ({ picture }) => Boolean(picture?.result),
  panel: 'nd-statement-panel',
  also: ({ picture }) => ({ statement: picture?.result?.privacy.statement ?? null }),
};

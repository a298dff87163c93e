import type { Feature } from '../registration.ts';
import { areAllTriangles } from './players.ts';

/** Where x and y of a saddle problem went, unless triangles of strategies have shown it. */
export const paths: Feature = {
  title: 'Where x and y went',
  place: 'story',
  order: 120,
  late: { since: 'shown', load: () => import('./paths-panel.ts') },
  when: ({ picture }) => picture?.experiment.problem.kind === 'saddle' && !areAllTriangles(picture),
  panel: 'nd-paths-panel',
  takes: ['engine', 'catalogue', 'picture', 'view'],
};

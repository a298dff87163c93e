import type { Feature } from '../registration.ts';

export const storiesToChoose: Feature = {
  title: 'Stories',
  place: 'story',
  order: 900,
  late: { since: 'leisure', load: () => import('./stories-panel.ts') },
  panel: 'nd-stories-panel',
};

import type { LinkDefaults } from './defaults.ts';
import { v1 } from './v1.ts';
import { statedOfV1 } from './v2.ts';
import { withGeometricSchedule } from './v4.ts';

/**
 * What links of the form `#e=` leave open. They hold their whole experiment, but those from before
 * the range of `scale-columns` could be said mean the range that it was then.
 */
export const v0: Pick<LinkDefaults, 'view' | 'fields'> = {
  view: v1.view,
  fields: {
    ...withGeometricSchedule(statedOfV1),
    preprocess: { ...v1.fields.preprocess, 'scale-columns': { to: [0, 1] } },
  },
};

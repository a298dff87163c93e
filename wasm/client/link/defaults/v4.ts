import type { FieldDefaults, LinkDefaults } from './defaults.ts';
import { v3 } from './v3.ts';

/** Methods whose plans compare their schedules since version 4, and take the one with the least bound. */
const phased = ['phased-minimax', 'phased-output-perturbation'];

/** What links of version 4 are differences from. */
export const v4: LinkDefaults = v3;

/** Fields of an earlier version, when these methods took the geometric schedule. */
export const withGeometricSchedule = (fields: FieldDefaults): FieldDefaults => ({
  ...fields,
  parameters: {
    ...fields.parameters,
    ...Object.fromEntries(
      phased.map((id) => [id, { ...fields.parameters[id], schedule: 'geometric' }]),
    ),
  },
});

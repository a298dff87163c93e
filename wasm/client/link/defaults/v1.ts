import frozen from './v1.json' with { type: 'json' };

import type { LinkDefaults } from './defaults.ts';

/**
 * What links of version 1 are differences from. Its file is frozen: a change there changes what
 * links mean that stand in papers. What the engine takes later for a field that is left out, or what
 * the page opens with later, goes into the defaults of a later version.
 */
export const v1 = frozen as LinkDefaults;

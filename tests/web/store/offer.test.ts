import { describe, expect, it } from 'vitest';

import { offeredExample } from '../../../web/src/store/sources.ts';

describe('a file that is known by its name', () => {
  it.each(['covtype.data', 'covtype.csv', 'CovType.txt'])('is %s', (name) => {
    expect(offeredExample({ name })?.example).toBe('covertype-file');
  });

  it.each(['covtypes.csv', 'my-covtype.csv', 'a9a.libsvm'])('is not %s', (name) => {
    expect(offeredExample({ name })).toBeNull();
  });
});

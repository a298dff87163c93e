import { describe, expect, it } from 'vitest';

import { tooLarge } from '../../../web/src/app/files.ts';
import { checkExperiment } from '../../../web/src/experiment/check.ts';
import { readExperimentText } from '../../../web/src/experiment/text.ts';

describe('a JSON file that is dropped', () => {
  it('is refused by its size before any of it is read', () => {
    expect(tooLarge({ name: 'r.json', size: 5e6 })).toBeNull();
    expect(tooLarge({ name: 'r.json', size: 300e6 })).toBe(
      'r.json was not opened: it has 300 MB, and the page reads experiments and results of up to ' +
        '64 MB. The command line reads larger ones.',
    );
  });
});

describe('the text of an experiment file', () => {
  it('with two values for one key is refused, not read as the last', () => {
    expect(readExperimentText('{"version":1,"version":1}', checkExperiment)).toEqual({
      kind: 'broken',
      code: 'invalid-json',
      field: '',
      message: 'The key "version" appears twice in one object.',
    });
  });
});

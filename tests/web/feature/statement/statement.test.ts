import { describe, expect, it } from 'vitest';

import { statementText } from '../../../../web/src/privacy/statement-text.ts';
import type { ResultStatement } from '../../../../web/src/engine/types.ts';

describe('the privacy statement as text', () => {
  it('has one sentence on each line', () => {
    const statement = { text: ['It is 1-DP.', 'n is public.'] } as ResultStatement;
    expect(statementText(statement)).toBe('Privacy statement\n\nIt is 1-DP.\nn is public.\n');
  });
});

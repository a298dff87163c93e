import { describe, expect, it } from 'vitest';

import { initialLab, withSetting } from '../../../../web/src/feature/lab/state.ts';
import {
  askTables,
  certifiedWords,
  complexityTable,
} from '../../../../web/src/feature/lab/tables/question.ts';
import { parseFormula } from '../../../../web/src/feature/lab/tables/formula.ts';
import { FakeTheory } from '../../support/fake-theory.ts';

describe('the tables', () => {
  it('are downloaded with the formulas, their values, and what is certified', async () => {
    const { tables } = await askTables(new FakeTheory(), initialLab.tables);
    const { columns, rows } = complexityTable(tables);
    expect(new Set(columns).size).toBe(columns.length);
    const [{ setting, rows: methods, certified }] = tables;
    expect(rows.filter(([first]) => first === setting)).toHaveLength(methods.length + 1);
    expect(rows[0]).toContain(methods[0].utility.value);
    expect(rows[methods.length]).toContain(certified.bound);
  });

  it('are asked with the reader’s numbers', async () => {
    const theory = new FakeTheory();
    const settings = withSetting(initialLab, 'tables.conditionNumber', 50).tables;
    const answer = await askTables(theory, settings);
    expect(theory.asked[0]).toMatchObject({ query: 'gaussian-width', set: 'l1-ball' });
    expect(theory.asked[1]).toMatchObject({
      strongConvexity: 0.02,
      diameter: 2,
      bregmanRadius: 0.5,
      gaussianWidth: Math.sqrt(Math.log(108)),
    });
    expect(certifiedWords(answer.tables[0].certified)).toBe(
      '9 epochs, 1800 inner steps on batches of 250, σ = 0.012',
    );
    expect(
      certifiedWords({ ...answer.tables[0].certified, innerSteps: null, batchSize: null }),
    ).toBe('9 full gradients, σ = 0.012');
  });
});

describe('a formula', () => {
  it.each([
    'p log(n)/(n eps)^2',
    '(n + kappa) log(n eps mu/p)',
    'p/(n eps)^2 + lambda |x_*|^2/(n eps)',
    'min(1, sqrt(p)/(n eps))',
    'n^(3/2) sqrt(eps)/(G_C^2 + |C|^2)^(1/4)',
    'n^3 eps^2/((G_C^2 + |C|^2) log(n)^2)',
    'G_C^(2/3) log(n)^2/(n eps)^(2/3)',
  ])('is read: %s', (text) => {
    expect(parseFormula(text)).not.toBeNull();
  });

  it('puts all that stands before a slash over what follows it', () => {
    expect(parseFormula('p q/r s')).toEqual({
      kind: 'product',
      factors: [
        {
          kind: 'fraction',
          top: {
            kind: 'product',
            factors: [
              { kind: 'word', text: 'p' },
              { kind: 'word', text: 'q' },
            ],
          },
          bottom: { kind: 'word', text: 'r' },
        },
        { kind: 'word', text: 's' },
      ],
    });
  });

  it.each(['', 'p +', '(p', 'p)', 'log', '|x', 'p^'])('is refused: %j', (text) => {
    expect(parseFormula(text)).toBeNull();
  });
});

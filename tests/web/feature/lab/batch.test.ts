import { describe, expect, it } from 'vitest';

import {
  askNoise,
  batchesOf,
  noisePicture,
  noiseVerdict,
  theoremTable,
} from '../../../../web/src/feature/lab/batch/question.ts';
import { initialLab } from '../../../../web/src/feature/lab/state.ts';
import { FakeTheory } from '../../support/fake-theory.ts';

describe('noise by batch size', () => {
  it('is downloaded as it stands in the table', async () => {
    const answer = await askNoise(new FakeTheory(), initialLab.batch);
    const { rows } = theoremTable(answer);
    expect(rows.map(([batch]) => batch)).toEqual(answer.batchSize);
    expect(rows[0][1]).toBe(answer.tight[0]);
    expect(rows[0][4]).toBe(answer.paper.certifiedEpsilon[0]);
  });

  it('is asked for a few batch sizes below n', async () => {
    expect(batchesOf(569)).toEqual([1, 3, 10, 30, 100, 300]);
    expect(batchesOf(1e8)).toHaveLength(16);
    expect(batchesOf(1e20).length).toBeLessThanOrEqual(24);
    const theory = new FakeTheory();
    await askNoise(theory, { ...initialLab.batch, samples: 569 });
    expect(theory.asked[0]).toMatchObject({ batchSizes: [1, 3, 10, 30, 100, 300] });
  });

  it('draws what is proven, the theorem beside it, and the batch worth taking', async () => {
    const answer = await askNoise(new FakeTheory(), initialLab.batch);
    const picture = noisePicture(answer);
    expect(picture.mark).toBe(120);
    expect(picture.series.map(({ label }) => label)).toEqual([
      'Accountant',
      'Advanced composition',
      'The theorem',
    ]);
    expect(picture.series[1].median.at(-1)).toBeNull();
    const { title, text } = noiseVerdict(answer, initialLab.batch);
    expect(title).toContain('Batches of 120');
    expect(text).toMatch(/covers batches of about 100 to 100\s000\.$/);
  });
});

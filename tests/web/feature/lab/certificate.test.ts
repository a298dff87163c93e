import { describe, expect, it } from 'vitest';

import {
  askProof,
  askScan,
  certifiedPicture,
  certificateVerdict,
} from '../../../../web/src/feature/lab/certificate/question.ts';
import { initialLab } from '../../../../web/src/feature/lab/state.ts';
import { FakeTheory } from '../../support/fake-theory.ts';

describe('what is asked for a certificate', () => {
  it('look for a proof and for the rate on quadratics', async () => {
    const engine = new FakeTheory();
    const proof = await askProof(engine, { ...initialLab.certificate, distance: 3 });
    expect(engine.asked[0]).toMatchObject({
      query: 'lmi-certificate',
      form: 'corrected',
      bound: { iterations: 50, squaredDistance: 9 },
    });
    expect(proof.quadraticRate).toBeCloseTo(0.99 - 0.1 * 0.5 * 0.3, 12);
  });

  it('end the certified line where there is no certificate', async () => {
    const engine = new FakeTheory();
    const { x, y } = await askScan(engine, initialLab.certificate);
    expect(x[10]).toBe(0.5);
    expect(y.findIndex((rate) => rate === null)).toBe(11);
  });
});

describe('a certificate', () => {
  it('is drawn with the chosen momentum marked', () => {
    const line = { x: [0], y: [0.9] };
    expect(certifiedPicture(line, line, 0.3).mark).toBe(0.3);
  });

  it('that is missing is not taken for divergence', () => {
    const query = { query: 'lmi-certificate' } as const;
    const none = certificateVerdict({ ...query, found: false, reason: 'no-certificate' }, 0.9);
    expect(none.title).toContain('No certificate');
    expect(none.text).toContain('does not mean that the method diverges');
    expect(none.text).toContain('On quadratics the method converges at rate 0.9');
    const certificate = { rate: 0.926, p11: 1, p12: 0, p22: 1, c0: 0, margin: 0 };
    expect(
      certificateVerdict({ ...query, found: true, certificate, bestBound: null }, 0.9).title,
    ).toContain('0.926');
  });
});

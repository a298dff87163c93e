import { describe, expect, it } from 'vitest';

import type { ProbeReport } from '../../../../web/src/engine/types.ts';
import {
  breakers,
  cloudOf,
  fittedLine,
  lineOf,
  probeSentences,
} from '../../../../web/src/feature/probe/probe-told.ts';

// gap = (3 norm)^2 at three points, and one outside the domain.
const probe: ProbeReport = {
  gaps: [9, 36, null, 225],
  gradientNorms: [1, 2, null, 5],
  given: 0,
  used: 3,
  slope: 2,
  offset: 2 * Math.log(3),
  exponent: 2,
  exponentIs: 'fitted',
  constant: 3,
  worst: { gap: 36, norm: 2, point: [2] },
};
const known = { exponent: 2, constant: 3, weakConvexity: null, source: 'a closed form' };

describe('the cloud of a probe', () => {
  it('has the points that lie in the domain, above the optimum', () => {
    expect(cloudOf(probe)).toEqual([{ gap: 9, norm: 1 }, { gap: 36, norm: 2 }, { gap: 225, norm: 5 }]); // prettier-ignore
    expect(cloudOf({ ...probe, gaps: [0, 1], gradientNorms: [1, 0] })).toEqual([]);
  });

  it('lies on or below the line of a condition that it keeps', () => {
    const line = lineOf(known);
    for (const { gap, norm } of cloudOf(probe)) {
      expect(line.slope * Math.log(norm) + line.offset).toBeCloseTo(Math.log(gap), 12);
    }
    expect(fittedLine(probe)).toEqual(line);
    expect(fittedLine({ ...probe, slope: null })).toBeNull();
    expect(breakers(cloudOf(probe), known)).toBe(0);
    expect(breakers(cloudOf(probe), { exponent: 2, constant: 2.9 })).toBe(3);
    expect(breakers(cloudOf(probe), { exponent: 1, constant: 25 })).toBe(1);
  });
});

describe('what is said of a probe', () => {
  const told = (more: Partial<ProbeReport>, of: typeof known | null = known) =>
    probeSentences({ ...probe, ...more }, of).join(' ');

  it('is the exponent, the constant that it takes, and whether the known one holds', () => {
    const text = told({});
    expect(text).toContain('Over 3 points the gap goes like the gradient’s length to the power 2');
    expect(text).toContain('With κ = 2 all 3 hold for γ ≥ 3, and for no less.');
    expect(text).toContain('The gap of 36 at a gradient of length 2 determines this.');
    expect(text).toContain('(a closed form); no point lies above its line.');
    expect(told({}, { ...known, constant: 1 })).toContain('3 of 3 points lie above its line, where it does not hold'); // prettier-ignore
    expect(told({}, null)).toContain('No κ and γ are known for this problem.');
  });

  it('owns up to exponents below 1, to flat places, and to points that tell nothing', () => {
    expect(told({ slope: 0.8, exponent: 1 })).toContain('The condition needs an exponent of at least 1, so 1 is used.'); // prettier-ignore
    expect(told({ exponentIs: 'given', exponent: 3 })).toContain('With κ = 3, as asked for,');
    expect(told({ constant: null, worst: null })).toContain('With κ = 2 no γ is large enough');
    const nothing = told({ slope: null, offset: null, used: 0, constant: null, exponentIs: 'given' }); // prettier-ignore
    expect(nothing).toContain('No exponent can be estimated from these points.');
    expect(nothing).not.toContain('no γ is large enough');
  });
});

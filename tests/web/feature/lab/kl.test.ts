import { describe, expect, it } from 'vitest';

import { askKl, type KlAnswer } from '../../../../web/src/feature/lab/kl/model.ts';
import {
  promisePicture,
  targetPicture,
  contradictionsOf,
  conversionFacts,
  klVerdict,
  lineSentences,
  planFacts,
} from '../../../../web/src/feature/lab/kl/question.ts';
import type { Query, TheoryEngine } from '../../../../web/src/feature/lab/shared/queries.ts';
import { initialLab } from '../../../../web/src/feature/lab/state.ts';

const kappa = (exponent: number) => ({ ...initialLab.kl, exponent });

/** Promises the gap 1 / n, times 10 as printed; refuses plans of more than 1e8 records as too long. */
function engine(asked: Query[] = [], isVacuous = false): TheoryEngine {
  const answer = (query: Query): unknown => {
    const n = 'samples' in query ? (query.samples ?? 0) : 0;
    const shared = { isVacuous, contradictions: ['F0 is too large.'], radius: 2, cost: 0.5, lowerBoundRate: n ** -1.5 }; // prettier-ignore
    switch (query.query) {
      case 'kl-spider-plan':
        return {
          ...shared,
          promisedGap: (query.mode === 'paper' ? 10 : 1) / n,
          distance: 3,
          rounds: 2,
          steps: 5,
          equalRounds: null,
          schedule: { round: [1, 2], target: [0.5, 0.25], threshold: [0.2, 0.1], freshNoise: [0.02, 0.01] }, // prettier-ignore
        };
      case 'kl-adaptive-bound':
        return {
          ...shared,
          bound: { total: 5 / n, normNoise: 5 / n, gradientBudget: 0, noiseFloor: 0, queryCap: 0 },
          setting: { mostNormQueries: 7 },
          fixedNoise: null,
        };
      case 'kl-proximal-plan':
        return { ...shared, provenGap: 2 / n, outerSteps: 3, passes: 9, schedule: { step: [1], target: [0.1], weight: [2] } }; // prettier-ignore
      case 'kl-target-budget':
        return { rho: 0.125, samples: 4321 };
      default:
        return { klExponent: 2, klConstant: 1, plConstant: 0.5, lojasiewicz: { exponent: 0.5, constant: 1 }, plainConstant: 1, growth: null, start: null }; // prettier-ignore
    }
  };
  return {
    theory: (query) => {
      asked.push(query);
      const isLong = 'samples' in query && (query.samples ?? 0) > 1e8;
      return isLong
        ? Promise.reject(new Error('too long'))
        : Promise.resolve(answer(query) as never);
    },
  };
}

const labels = (answer: KlAnswer) =>
  promisePicture(answer, initialLab.kl).series.map(({ label }) => label.split(',')[0]);

describe('the KL question', () => {
  it('asks of each κ the methods that have a use for it', async () => {
    const flat: Query[] = [];
    const found = await askKl(engine(flat), kappa(1.5));
    const names = (asked: Query[]) => new Set(asked.map(({ query }) => query));
    expect(names(flat)).toEqual(new Set(['kl-spider-plan', 'kl-adaptive-bound', 'kl-target-budget', 'kl-conversions'])); // prettier-ignore
    expect(labels(found)).toEqual(['KL Spider', 'KL Spider', 'Adaptive GD', 'x^κ']); // prettier-ignore
    const sharp: Query[] = [];
    const other = await askKl(engine(sharp), kappa(3));
    expect(names(sharp)).toEqual(new Set(['kl-proximal-plan', 'kl-conversions']));
    expect(labels(other)).toEqual(['Proximal', 'x^κ', 'Theorem 8']); // prettier-ignore
    expect(labels(await askKl(engine(), kappa(2)))).toHaveLength(6);
  });

  it('draws promises over n as far as there are plans, and Theorem 8’s line by its formula', async () => {
    const { over } = await askKl(engine(), { ...kappa(3), epsilon: 0.5 });
    const at = (samples: number) => over.find((one) => one.samples === samples)!;
    expect(at(1e6).proximal).toBe(2e-6);
    expect(at(1e6).lowest).toBeCloseTo(0.25 * 2e-6 ** 3, 25);
    expect(at(1e9).proximal).toBeNull();
  });

  it('says who promises least, what a wish costs, and what contradicts itself', async () => {
    const found = await askKl(engine(), kappa(1.5));
    const verdict = klVerdict(found, initialLab.kl);
    expect(verdict.title).toBe('KL Spider promises a gap of 1 × 10⁻⁶.');
    expect(verdict.text).toMatch(/needs ρ = 0\.125 with these 1\s000\s000 records, or 4321 records with ρ = 0\.5/); // prettier-ignore
    expect(contradictionsOf(found)).toEqual(['F0 is too large.']);
    const vain = klVerdict(await askKl(engine([], true), kappa(1.5)), initialLab.kl);
    expect(vain).toMatchObject({ bad: true, title: 'Nothing better than the start is promised here.' }); // prettier-ignore
  });

  it('says of each line that is drawn what it is', async () => {
    const flat = lineSentences(await askKl(engine(), kappa(1.5))).join(' ');
    expect(flat).toContain('costs up to 2.25 ρ');
    expect(flat).not.toContain('Theorem 8');
    const sharp = await askKl(engine(), kappa(3));
    expect(lineSentences(sharp).join(' ')).toMatch(/^Certified: .*Proximal: growing weights.*Theorem 8/); // prettier-ignore
    expect(lineSentences(sharp).join(' ')).not.toContain('cap on its iterations');
    const inner = { wasCapped: true } as never;
    const capped = { ...sharp, here: { ...sharp.here, proximal: { ...sharp.here.proximal!, inner } } }; // prettier-ignore
    expect(lineSentences(capped).join(' ')).toContain('cap on its iterations');
  });

  it('shows the rounds of a plan, its numbers, and the condition in other words', async () => {
    const found = await askKl(engine(), kappa(2));
    expect(targetPicture(found)!.series.map(({ median }) => median)).toContainEqual([0.5, 0.25]);
    expect(planFacts(found).map(([name]) => name)).toEqual(['KL Spider', 'Adaptive GD', 'Proximal point']); // prettier-ignore
    expect(conversionFacts(found)).toContainEqual(['Polyak–Łojasiewicz: μ', '0.5']);
    expect(conversionFacts(found)).toContainEqual(['Growth that follows: λ, τ', 'none of κ = 1']);
    const bare = {
      ...found,
      here: { spider: null, adaptive: found.here.adaptive, proximal: null },
    };
    expect(targetPicture(bare)).toBeNull();
  });

  it('of where plans are too long is refused as a whole', async () => {
    await expect(askKl(engine(), { ...kappa(2), samples: 2e8 })).rejects.toThrow('too long');
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import quickstart from '../../examples/quickstart.json' with { type: 'json' };
import { createEngine, type Catalogue, type Engine } from '../../wasm/node/index.ts';
import type { Experiment, Parameter, PlanReport } from '../../web/src/engine/types.ts';
import { withChoice } from '../../web/src/fit/choices.ts';
import { withAlgorithm } from '../../web/src/store/algorithms.ts';
import { withSource } from '../../web/src/store/sources.ts';
import { startNumber, startOf, withStep } from '../../web/src/experiment/starts.ts';
import { isSettable } from '../../web/src/experiment/terms.ts';

// Whatever the page adds to an experiment begins with the catalogue's default or start, or with what a
// rule of the engine finds: never with the least that the format allows.

const opening = quickstart as Experiment;
let engine: Engine<Experiment>;
let catalogue: Catalogue;
let plan: PlanReport;

beforeAll(async () => {
  engine = await createEngine({ variant: 'simd', workers: 1 });
  catalogue = await engine.catalogue();
  plan = await engine.plan(opening);
});
afterAll(() => {
  engine.dispose();
});

/** Neither absent nor the bare minimum, but where that is the catalogue's own default. */
function expectSensible(parameter: Parameter, value: unknown, place: string): void {
  const { default: usual, defaultRule, minimum, type } = parameter;
  if (usual !== undefined) expect(value, place).toEqual(usual);
  else if (defaultRule) expect(value, place).toBeUndefined();
  else {
    expect(value, place).toBeDefined();
    if (type !== 'choice' && type !== 'boolean') expect(value, place).not.toBe(minimum);
  }
}

describe('what a form adds', () => {
  it('begins with public, sensible values', () => {
    const { preprocess, regularizers, domains, losses, saddles, gallery } = catalogue;
    const { syntheticData, gradientClip, algorithms } = catalogue;
    const lists = [...preprocess, ...regularizers, ...domains, ...losses, ...saddles, ...gallery, ...syntheticData, ...algorithms]; // prettier-ignore
    const settable = lists.filter((one) => isSettable({ id: '', parameters: one.parameters }));
    const all = [...settable.flatMap(({ parameters = [] }) => parameters), ...gradientClip];
    expect(all.length).toBeGreaterThan(300);
    for (const parameter of all) {
      expectSensible(parameter, startOf(parameter, plan.data), parameter.name);
      if (parameter.type.endsWith('-or-choice')) {
        expect(startNumber(parameter), parameter.name).toBeGreaterThan(parameter.minimum ?? 0);
      }
    }
  });

  it('is what comes with each generator, regularizer and domain that is chosen', () => {
    for (const { name, parameters } of catalogue.syntheticData) {
      const { data } = withSource(opening, `synthetic:${name}`, { catalogue, file: null });
      const values = data as unknown as Record<string, unknown>;
      for (const one of parameters) expectSensible(one, values[one.name], `${name}.${one.name}`);
    }
    const facts = { catalogue, samples: plan.data.samples };
    for (const menu of ['regularizer', 'domain'] as const) {
      for (const { id, parameters = [] } of catalogue[`${menu}s`]) {
        if (!isSettable({ id, parameters })) continue;
        const bare = { ...opening, problem: { loss: 'logistic' } };
        const term = withChoice(bare, menu, id, facts).problem[menu] as Record<string, unknown>;
        for (const one of parameters) {
          if (one.default !== undefined) continue;
          expectSensible(one, term[one.name], `${id}.${one.name}`);
        }
      }
    }
  });

  it('is no parameter of a method but what it shares with the one before', () => {
    const shared = new Set(Object.keys(opening.algorithms.at(-1)?.parameters ?? {}));
    for (const { id } of catalogue.algorithms) {
      const added = withAlgorithm(opening, id, catalogue).algorithms.at(-1)!;
      for (const name of Object.keys(added.parameters ?? {})) expect(shared).toContain(name);
    }
  });
});

describe('a step that is added to the first experiment', () => {
  it('leaves curves that move, or says what is wrong with a field of the page', async () => {
    for (const info of catalogue.preprocess) {
      const { kind } = info;
      const preprocess = withStep(opening.data.preprocess ?? [], info, plan.data);
      const data = { ...opening.data, preprocess } as Experiment['data'];
      const run = { ...opening.run, repeats: 2 };
      const asked = engine.run({ ...opening, data, run });
      if (kind === 'standardize') {
        await expect(asked).rejects.toThrow(/nothing limits one record's effect: bound the rows/);
        continue;
      }
      const result = await asked;
      expect(result.runs.length, kind).toBeGreaterThan(0);
      for (const { algorithm, nonPrivate } of result.runs) {
        const gaps = nonPrivate?.trace?.suboptimality;
        const drawn = (gaps ?? []).filter((gap) => typeof gap === 'number' && gap > 0);
        expect(new Set(drawn).size, `${kind} ${algorithm}`).toBeGreaterThanOrEqual(2);
      }
    }
  });
});

// What links leave out means what the engine takes for it today. Where a default of the engine changes, the frozen ones
// stay, and a later version of links gets defaults of its own: then links of this one state what they meant.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Catalogue, Engine, Experiment } from '../../wasm/client/index.ts';
import { v2 } from '../../wasm/client/link/defaults/v2.ts';
import { createEngine } from '../../wasm/node/index.ts';
import { opening } from './experiments.ts';

let engine: Engine;
let catalogue: Catalogue;
beforeAll(async () => {
  engine = await createEngine({ workers: 1 });
  catalogue = await engine.catalogue();
});
afterAll(() => engine.dispose());

type Entries = readonly { parameters?: readonly { name: string; default?: unknown }[] }[];
const defaultsOf = (parameters: Entries[number]['parameters'] = []) =>
  Object.fromEntries(
    parameters.flatMap(({ name, default: usual }) => (usual === undefined ? [] : [[name, usual]])),
  );
/** Defaults by the word that an entry goes by; entries without any are left out. */
const byWord = (entries: Entries, word: string) =>
  Object.fromEntries(
    entries
      .map((entry) => [(entry as Record<string, unknown>)[word], defaultsOf(entry.parameters)])
      .filter(([, fields]) => Object.keys(fields as object).length > 0),
  ) as Record<string, object>;

describe('the defaults of links of version 2', () => {
  it('are those of the catalogue', () => {
    const { fields } = v2;
    expect(byWord(catalogue.algorithms, 'id')).toEqual(fields.parameters);
    const { losses, gallery, saddles } = catalogue;
    expect(byWord([...losses, ...gallery, ...saddles], 'id')).toEqual(fields.loss);
    expect(byWord(catalogue.regularizers, 'id')).toEqual(fields.regularizer);
    expect(byWord(catalogue.domains, 'id')).toEqual(fields.domain);
    expect(byWord(catalogue.preprocess, 'kind')).toEqual(fields.preprocess);
    expect(byWord(catalogue.syntheticData, 'name')).toEqual(fields.synthetic);
    expect(defaultsOf(catalogue.constants)).toEqual(fields.constants);
    expect(defaultsOf(catalogue.gradientClip)).toEqual(fields.gradientClip);
  });

  it('are what the engine takes where the catalogue does not list them', async () => {
    const { data, run, ...others } = opening;
    expect(run).toBeDefined();
    // More iterations than are traced, so that it can be seen how many are.
    others.algorithms = [{ id: 'dp-gd', parameters: { iterations: 500 } }];
    const silent: Experiment = { ...others, data };
    const { trace, randomness, run: usual, privacy, algorithm } = v2.fields;
    const stated = {
      ...others,
      data: { ...data, ...v2.fields.data['builtin'] },
      privacy: { ...others.privacy, ...privacy },
      algorithms: others.algorithms.map((one) => ({ ...one, ...algorithm })),
      run: { ...usual, randomness, trace, diagnostics: ['objective', 'suboptimality'] },
    } as Experiment;
    const [one, other] = [await engine.run(silent), await engine.run(stated)];
    expect(other.fingerprint).toBe(one.fingerprint);
    expect(other.runs.map((each) => each.privacy)).toEqual(one.runs.map((each) => each.privacy));
    expect(other.runs.map((each) => each.trace?.iteration)).toEqual(
      one.runs.map((each) => each.trace?.iteration),
    );
  });

  it('are an experiment that runs', async () => {
    const { runs } = await engine.run(v2.experiment as unknown as Experiment);
    expect(new Set(runs.map(({ status }) => status))).toEqual(new Set(['completed']));
  });
});

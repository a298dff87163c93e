import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { encodeLink, encodePlainLink } from '../../wasm/client/link/index.ts';
import { recordsPlace, shownAxes, withoutRecords } from '../../wasm/client/record-places.ts';
import type { ExperimentFile } from '../../wasm/client/schema.ts';
import type { Engine, ExperimentResult, TraceEvent } from '../../wasm/client/types.ts';
import { recordFields } from '../../wasm/client/words.ts';
import { createEngine } from '../../wasm/node/index.ts';
import { holdsPlanted, othersIn, plantedCases, recordPlaces } from './planted.ts';

const root = join(import.meta.dirname, '..', '..');
const native = join(root, 'build', 'native', 'engine', 'cli', 'noisy-descent');
const inNode = ['--no-warnings', join(root, 'wasm', 'node', 'cli.ts')];

let folder = '';
let started: Promise<Engine> | null = null;
const theEngine = () => (started ??= createEngine({ workers: 1, variant: 'simd' }));
const path = (name: string) => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'noisy-descent-planted-'));
  process.env.NOISY_DESCENT_STATE = path('state');
});
afterAll(async () => {
  (await started)?.dispose();
  delete process.env.NOISY_DESCENT_STATE;
  rmSync(folder, { recursive: true });
});

function call(program: string, words: string[]) {
  const { stdout, stderr } = spawnSync(program, words, { cwd: folder, encoding: 'utf8' });
  expect(holdsPlanted(stderr), `${words.join(' ')}: ${stderr}`).toBe(false);
  return stdout;
}

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => '',
    (error: unknown) => JSON.stringify((error as { body?: unknown }).body ?? String(error)),
  );

let searched = 0;
function search(what: string, text: string): void {
  searched += 1;
  expect(holdsPlanted(text), `${what}: ${text.slice(0, 2000)}`).toBe(false);
}

const modes = ['secure', 'reproducible'] as const;
const cases = modes.flatMap((mode) => plantedCases(mode).map((one) => ({ ...one, mode })));

describe('a number that stands as a record', () => {
  it('is found in any notation', () => {
    for (const text of ['77345.678912', '7.7345678912e4', 'x77345678y', '"0.00077345679"']) {
      expect(holdsPlanted(text), text).toBe(true);
    }
    expect(holdsPlanted('77344.678912 and 7734')).toBe(false);
  });

  it('can stand where the engine says that records stand, and nowhere else', () => {
    const fields = Object.entries(recordFields).flatMap(([kind, names]) =>
      names.map((field) => ({ kind, field })),
    );
    expect(recordPlaces().map(({ kind, field }) => ({ kind, field }))).toEqual(fields);
  });

  it.each(cases)(
    'is in nothing that the engine gives beside the result: $name, $mode',
    async ({ experiment }) => {
      const engine = await theEngine();
      search('estimate', JSON.stringify(await engine.estimate(experiment)));
      search('plan', JSON.stringify(await engine.plan(experiment)));
      const told: TraceEvent[] = [];
      const result = await engine.run(experiment, { onTrace: (event) => told.push(event) });
      const text = JSON.stringify(result);
      search('run', othersIn(text, ['experiment']));
      search('traces', JSON.stringify(told.map(({ sweep, label }) => ({ sweep, label }))));
      const points = new Set(result.runs.map(({ sweep }) => JSON.stringify(sweep)));
      expect(new Set(told.map(({ sweep }) => JSON.stringify(sweep)))).toEqual(points);
      for (const table of ['traces', 'summary'] as const) {
        search(table, await engine.table(result, table));
      }
      // A sweep of records alone has no slopes.
      search('slopes', await engine.table(result, 'slopes').catch(String));
      const redacted = await engine.redact(result);
      search('redact', JSON.stringify(redacted));
      expect((await engine.checkStatement(redacted)).consistent).toBe(true);
      expect((await engine.checkStatement(result)).consistent).toBe(true);
      search('check-statement', JSON.stringify(await engine.checkStatement(redacted)));
      const asked = { algorithm: 'dp-gd' };
      search('audit', JSON.stringify(await engine.audit(experiment, { ...asked, runs: 100 })));
      search('neighbours', await engine.neighbours(experiment, asked).then(JSON.stringify, String));
      search('verify', await failure(engine.verify(redacted)));
      const trial = await engine.klTrial(experiment).then(JSON.stringify, () => '{}');
      search('kl-trial', othersIn(trial, ['experiment']));
      const values = await engine
        .landscape(experiment, { points: [[0, 0]] })
        .then((report) => othersIn(JSON.stringify(report)), String);
      search('landscape', values);
      const solved = await engine
        .solve(experiment)
        .then((report) => othersIn(JSON.stringify(report)), String);
      search('solve', solved);
      search(
        'an error',
        await failure(engine.plan({ ...experiment, privacy: { notion: 'pure', epsilon: -1 } })),
      );
      search(
        'an error',
        await failure(engine.plan({ ...experiment, problem: { loss: 'none' as 'squared' } })),
      );
    },
  );

  it.each(cases)(
    'is in nothing that programs write beside the result: $name, $mode',
    ({ experiment }) => {
      writeFileSync(path('e.json'), JSON.stringify(experiment));
      call(native, ['run', 'e.json', '--quiet', '--out', 'r.json']);
      search('run', othersIn(readFileSync(path('r.json'), 'utf8'), ['experiment']));
      const redacted = call(native, ['redact', 'r.json']);
      search('redact', redacted);
      writeFileSync(path('d.json'), redacted);
      for (const words of [
        ['plan', 'e.json'],
        ['check-statement', 'r.json'],
        ['check-statement', 'd.json'],
        ['verify', 'd.json'],
        ['run', 'd.json'],
        ['odometer'],
        ['audit', 'e.json', '--runs', '200', '--quiet'],
        ['export', 'r.json'],
        ['export', 'r.json', '--table', 'summary'],
        ['export', 'd.json'],
        ['plan', 'e.json', '--format', 'csv'],
        ['constants', 'e.json', '--rho', '1'],
      ]) {
        search(words.join(' '), call(native, words));
      }
    },
  );

  it.each(cases)(
    'is in no link, nor in what an element saves: $name, $mode',
    async ({ experiment }) => {
      const file = experiment as ExperimentFile;
      expect(recordsPlace(file)).not.toBeNull();
      expect(() => encodePlainLink({ experiment: file, engine: '0.1.0' })).toThrow(
        /never carries data/,
      );
      search('a link', await failure(encodeLink({ experiment: file, engine: '0.1.0' })));
      search('an element', JSON.stringify(withoutRecords(file)));
      search('axes', JSON.stringify(shownAxes(file)));
    },
  );

  it('is in no link that the program makes of an experiment or a result', () => {
    const [{ experiment }] = cases.filter(
      ({ name }) => name.includes('data x') || name.includes('data.features.0'),
    );
    writeFileSync(path('e.json'), JSON.stringify(experiment));
    call(native, ['run', 'e.json', '--quiet', '--out', 'r.json']);
    for (const input of ['e.json', 'r.json'])
      search('link', call(process.execPath, [...inNode, 'link', input]));
  });

  it.each(modes)(
    'is in nothing but nonPrivate blocks where it stands in a file, %s',
    async (mode) => {
      const rows = ['0.1,0.2,1', '77345.678912,0.3,-1', '0.5,-0.4,1', '0.2,0.2,-1'].join('\n');
      const [{ experiment }] = plantedCases(mode);
      const onFile = {
        ...experiment,
        data: {
          kind: 'file',
          name: 'a.csv',
          format: 'csv',
          preprocess: experiment.data.preprocess,
        },
      } as typeof experiment;
      const data = new Blob([rows]);
      const engine = await theEngine();
      search('plan', JSON.stringify(await engine.plan(onFile, { data })));
      const result: ExperimentResult = await engine.run(onFile, { data });
      search('run', othersIn(JSON.stringify(result)));
      search('redact', JSON.stringify(await engine.redact(result)));
      writeFileSync(path('e.json'), JSON.stringify(onFile));
      writeFileSync(path('a.csv'), rows);
      search('run', othersIn(call(native, ['run', 'e.json', '--data', 'a.csv', '--quiet'])));
      search('odometer', call(native, ['odometer']));
      const journals = mode === 'secure' ? readdirSync(path('state')) : [];
      for (const name of journals) search(name, readFileSync(join(path('state'), name), 'utf8'));
      // The engine and the program count in one journal.
      if (mode === 'secure') expect(journals).toHaveLength(1);
    },
  );

  it('was searched for in all of these', () => {
    expect(searched).toBeGreaterThan(1000);
  });
});

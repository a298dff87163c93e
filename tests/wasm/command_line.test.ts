import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { bare, csv, endless, onFile, opening } from './experiments.ts';
import { queries } from './theory-queries.ts';

const root = join(import.meta.dirname, '..', '..');
const inNode = [process.execPath, '--no-warnings', join(root, 'wasm', 'node', 'cli.ts')];
const native = [join(root, 'build', 'native', 'engine', 'cli', 'noisy-descent')];

/** A problem whose constants can be estimated. */
const squares = {
  ...onFile,
  data: {
    ...onFile.data,
    preprocess: [
      { kind: 'clip-rows', norm: 'l2', bound: 1 },
      { kind: 'clamp-target', lower: -1, upper: 1 },
    ],
  },
  problem: { loss: 'squared', gradientClip: { bound: 1 } },
  privacy: { notion: 'zcdp', rho: 0.5 },
  algorithms: [{ id: 'dp-gd' }],
  run: { randomness: { mode: 'reproducible', seed: 7, release: 'floating' } },
};

let folder = '';
const path = (name: string) => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'noisy-descent-cli-'));
  const write = (name: string, value: unknown) => {
    writeFileSync(path(name), typeof value === 'string' ? value : JSON.stringify(value));
  };
  write('opening.json', opening);
  write('file.json', onFile);
  write('points.csv', csv);
  write('bare.json', bare);
  write('broken.json', '{"version": 1');
  write('wrong.json', { ...opening, privacy: { notion: 'pure', epsilon: -1 } });
  write('secure.json', { ...opening, run: { randomness: { mode: 'secure' } } });
  write('endless.json', endless);
  write('query.json', queries[0]);
  write('squares.json', squares);
  write('probe.json', { probe: { radius: 1, samples: 20, exponent: 2 } });
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function call([program, ...before]: string[], words: string[], input = '') {
  const { status, stdout, stderr } = spawnSync(program, [...before, ...words], {
    cwd: folder,
    encoding: 'utf8',
    input,
    maxBuffer: 2 ** 28,
  });
  return { status, stdout, stderr };
}

/** Leaves out the guess of how long a run takes, which depends on the vectors of the build. */
function withoutGuess(text: string): string {
  return text.replace(/"seconds": [^,\n]+/, '"seconds": null');
}

/** Leaves out what a clock says. */
function withoutTimes(text: string): unknown {
  return JSON.parse(text, (key, value: unknown) => (key === 'seconds' ? null : value));
}

describe('the command line in Node', () => {
  it.each([1, 2])('runs on %i thread(s); verify and redact take its result', (threads) => {
    const words = ['run', 'opening.json', '--threads', String(threads), '--out', 'result.json'];
    expect(call(inNode, words)).toEqual({ status: 0, stdout: '', stderr: '' });
    const verified = call(inNode, ['verify', 'result.json']);
    expect(verified.status).toBe(0);
    expect(JSON.parse(verified.stdout)).toMatchObject({ matches: true, differing: [] });
    const checked = call(inNode, ['check-statement', 'result.json']);
    expect(checked.status).toBe(0);
    expect(JSON.parse(checked.stdout)).toMatchObject({ consistent: true, problems: [] });
    const redacted = call(inNode, ['redact', 'result.json']);
    expect(redacted.status).toBe(0);
    expect(redacted.stdout).not.toContain('"nonPrivate"');
  });

  it('reads the experiment from standard input and data from a file', () => {
    const words = ['run', '-', '--data', 'points.csv', '--quiet'];
    const { status, stdout } = call(inNode, words, JSON.stringify(onFile));
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ version: 1 });
  });

  it.each(['run', 'plan', 'audit', 'solve', 'kl-trial', 'verify', 'check-statement', 'redact'])(
    '%s refuses what is wrong on standard input in one line, and lives on to say so',
    (command) => {
      for (const input of ['{"version": 1', '{"version":1,"data":3}', '', '\u0000', '[]']) {
        const { status, stdout, stderr } = call(inNode, [command, '-'], input);
        expect(stderr).toMatch(/^noisy-descent: error: [a-z-]+ at [^\n]+\n$/);
        expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      }
    },
  );

  it('recommends a method in an experiment that runs', () => {
    const words = ['recommend', 'bare.json', '--data', 'points.csv', '--out', 'chosen.json'];
    const { status, stdout } = call(inNode, words);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^The first choice is [^\n]+\nNo record was read: /);
    const run = ['run', 'chosen.json', '--data', 'points.csv', '--quiet', '--format', 'csv'];
    expect(call(inNode, run).stdout).toMatch(/^algorithm/);
  });

  it('runs parts beside the native binary, which either of them puts together', () => {
    const part = (program: string[], number: number) => {
      const out = `part-${String(number)}.jsonl`;
      const words = ['run', 'opening.json', '--part', `${String(number)}/3`, '--out', out];
      expect(call(program, words).stderr).toBe(
        `noisy-descent: part ${String(number)}/3 is finished: ${out}\n`,
      );
    };
    part(inNode, 1);
    part(native, 2);
    part(inNode, 3);
    const words = ['assemble', 'part-3.jsonl', 'part-1.jsonl', 'part-2.jsonl'];
    const assembled = call(inNode, words);
    expect(assembled.status).toBe(0);
    expect(assembled.stdout).toBe(call(native, words).stdout);
    const whole = call(inNode, ['run', 'opening.json', '--quiet']).stdout;
    const fingerprint = (text: string) => /"fingerprint": "[0-9a-f]{64}"/.exec(text)?.[0];
    expect(fingerprint(assembled.stdout)).toBe(fingerprint(whole));
    const text = readFileSync(path('part-2.jsonl'), 'utf8');
    writeFileSync(path('cut.jsonl'), text.slice(0, -50));
    const refused = call(inNode, ['assemble', 'part-1.jsonl', 'cut.jsonl', 'part-3.jsonl']);
    expect(refused.stderr).toMatch(
      /^noisy-descent: error: invalid-value at cut.jsonl: is not fini/,
    );
    expect(call(inNode, ['run', '--resume', 'cut.jsonl', '--quiet']).status).toBe(0);
    const again = call(native, ['assemble', 'part-1.jsonl', 'cut.jsonl', 'part-3.jsonl']);
    expect(fingerprint(again.stdout)).toBe(fingerprint(whole));
  });

  it('says that a forged result does not replay', () => {
    call(inNode, ['run', 'opening.json', '--out', 'result.json']);
    const forged = readFileSync(path('result.json'), 'utf8').replace(
      /"fingerprint": "[0-9a-f]{8}/,
      '"fingerprint": "01234567',
    );
    writeFileSync(path('forged.json'), forged);
    const { status, stderr } = call(inNode, ['verify', 'forged.json']);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^noisy-descent: error: fingerprint-mismatch at fingerprint: .*\n$/);
  });

  it('answers an accountant question with the words of the native binary', () => {
    const query = '{"query":"zcdp-to-epsilon","rho":0.1,"delta":1e-5}';
    const answered = call(inNode, ['account', '-'], query);
    expect(answered.status).toBe(0);
    expect(answered.stdout).toBe(call(native, ['account', '-'], query).stdout);
    expect(call(inNode, ['account', '-'], '{"query":"?"}').stderr).toMatch(
      /error: unknown-name at query: /,
    );
  });

  it('answers a theory query from the line, a file or standard input', () => {
    const query = JSON.stringify(queries[0]);
    const fromLine = call(inNode, ['theory', query]);
    expect(fromLine).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.parse(fromLine.stdout)).toMatchObject({ query: queries[0].query, stable: true });
    expect(call(inNode, ['theory', 'query.json'])).toEqual(fromLine);
    expect(call(inNode, ['theory', '-'], query)).toEqual(fromLine);
  });

  it('says that a forged privacy statement does not add up, as the native binary does', () => {
    call(inNode, ['run', 'opening.json', '--out', 'result.json']);
    const forged = readFileSync(path('result.json'), 'utf8').replace(
      /"allRuns": /,
      '"allRuns": 0.',
    );
    writeFileSync(path('forged.json'), forged);
    const { status, stdout, stderr } = call(inNode, ['check-statement', 'forged.json']);
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ consistent: false });
    expect(stderr).toMatch(/^noisy-descent: error: inconsistent-statement at privacy\.statement: /);
    if (existsSync(native[0])) {
      expect(call(native, ['check-statement', 'forged.json'])).toEqual({ status, stdout, stderr });
    }
  });

  it('runs with the fallback where nobody knows the solver, and cannot check that', () => {
    const method = { id: 'output-perturbation', parameters: { solver: 'my-own' } };
    const problem = { loss: 'logistic', domain: { kind: 'l2-ball', radius: 1 } };
    const privacy = { notion: 'approximate', epsilon: 1, delta: 1e-6 };
    const run = { repeats: 1, diagnostics: [] };
    const asking = JSON.stringify({ ...opening, problem, privacy, algorithms: [method], run });
    const ran = call(inNode, ['run', '-', '--out', 'own.json'], asking);
    expect(ran.status).toBe(0);
    expect(ran.stderr).toContain('no solver is called my-own here: the fallback answers');
    const checked = call(inNode, ['check-statement', 'own.json']);
    expect(checked.status).toBe(2);
    const unknown = ['the solver my-own is not known here'];
    expect(JSON.parse(checked.stdout)).toMatchObject({ consistent: null, unknown, problems: [] });
    if (existsSync(native[0])) {
      expect(call(native, ['check-statement', 'own.json'])).toEqual(checked);
    }
  });

  it('a reader that stops reading is no error', () => {
    const command = [...inNode, 'catalogue'].map((word) => `'${word}'`).join(' ');
    const script = `set -o pipefail; ${command} | head -c 10 > /dev/null`;
    expect(call(['bash', '-c'], [script])).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  it('an interrupt writes what was finished', async () => {
    const [program, ...before] = inNode;
    const words = ['run', 'endless.json', '--out', 'partial.json', '--quiet'];
    const child = spawn(program, [...before, ...words], { cwd: folder });
    let stderr = '';
    child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
    const ended = new Promise((resolve) => child.on('exit', resolve));
    // Before it listens, an interrupt ends it without a word: a busy machine is slow to start Node.
    await new Promise((resolve) => setTimeout(resolve, 5000));
    child.kill('SIGINT');
    expect(await ended).toBe(1);
    expect(stderr).toContain('noisy-descent: error: cancelled at run');
    const { runs } = JSON.parse(readFileSync(path('partial.json'), 'utf8')) as {
      runs: { status: string }[];
    };
    expect(new Set(runs.map(({ status }) => status))).toEqual(new Set(['cancelled']));
  });
});

describe('the command link', () => {
  const decoded = (link: string) => {
    const { status, stdout } = call(inNode, ['link', '--decode', link]);
    expect(status).toBe(0);
    return JSON.parse(stdout) as Record<string, unknown>;
  };

  it('makes a link of a result that says what its run gave, for a site or alone', () => {
    call(inNode, ['run', 'opening.json', '--quiet', '--out', 'result.json']);
    const { engine, fingerprint } = JSON.parse(readFileSync(path('result.json'), 'utf8')) as {
      engine: string;
      fingerprint: string;
    };
    const site = 'https://a.example/play/';
    const { status, stdout } = call(inNode, ['link', 'result.json', '--site', site]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^https:\/\/a\.example\/play\/#v4\.\w+\.[\w-]+\n$/);
    const alone = call(inNode, ['link', 'result.json']).stdout;
    expect(stdout).toBe(site + alone);
    expect(decoded(stdout.trim())).toMatchObject({ experiment: opening, engine, fingerprint });
  });

  it('names the data file of an experiment by its SHA-256', () => {
    const { stdout } = call(inNode, ['link', 'file.json', '--data', 'points.csv']);
    const sha256 = createHash('sha256').update(csv).digest('hex');
    expect(decoded(stdout.trim())).toMatchObject({ sha256, fingerprint: null, experiment: onFile });
    expect(stdout).not.toContain(Buffer.from(csv.slice(0, 30)).toString('base64url').slice(2, -2));
  });

  it.each([
    [['link', 'wrong.json'], 'invalid-budget at privacy.epsilon'],
    [['link', 'broken.json'], 'invalid-json at input'],
    [['link', 'opening.json', '--data', 'points.csv'], 'invalid-command at --data'],
    [['link', 'opening.json', '--site', 'a.example'], 'invalid-command at --site'],
    [['link', '--decode', '#v1.plain.e3'], 'invalid-link at payload'],
    [['link', '--decode', '#v9.plain.e30'], 'unsupported-version at link'],
    [['link', '--decode', 'opening.json'], 'invalid-link at link'],
  ])('%j says what is wrong', (words, wrong) => {
    const { status, stdout, stderr } = call(inNode, words);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(new RegExp(`^noisy-descent: error: ${wrong}: [^\\n]+\\n$`));
  });

  it.runIf(existsSync(native[0]))('is not the native binary’s, which says whose it is', () => {
    const { status, stderr } = call(native, ['link', 'opening.json']);
    expect(status).toBe(2);
    expect(stderr).toContain('npx noisy-descent link');
  });
});

describe.runIf(existsSync(native[0]))('the native binary and Node say the same', () => {
  beforeAll(() => {
    call(native, ['run', 'opening.json', '--quiet', '--out', 'recorded.json']);
  });

  it.each([
    [['--help']],
    [['run', '--help']],
    [['link', '--help']],
    [['--version']],
    [['help']],
    [['help', 'run']],
    [['help', 'rum']],
    [['version']],
    [['-V']],
    [['man']],
    [['completion', 'bash']],
    [['completion', 'zsh']],
    [['completion', 'fish']],
    [['completion', 'csh']],
    [[]],
    [['catalogue']],
    [['plan', 'opening.json']],
    [['plan', 'file.json', '--data', 'points.csv']],
    [['plan', 'file.json']],
    [['plan', 'opening.json', '--data', 'points.csv']],
    [['plan', 'broken.json']],
    [['plan', 'wrong.json']],
    [['run', 'wrong.json']],
    [['run', 'secure.json', '--threads', '0']],
    [['run']],
    [['run', 'a', 'b']],
    [['run', '-', '--data', '-']],
    [['run', 'opening.json', '--colour', 'red']],
    [['race']],
    [['Plan', 'opening.json']],
    [['audit', 'opening.json', '--run', '5000']],
    [['audit', 'opening.json', '--runs=99']],
    [['audit', 'opening.json', '--runs', '200', '--runs', '300']],
    [['audit', 'opening.json', '--neighbours=yes']],
    [['--error-format', 'json', 'race']],
    [['plan', 'wrong.json', '--error-format=json']],
    [['plan', 'opening.json', '--error-format', 'xml']],
    [['audit', 'opening.json', '--planted', 'weak-sed']],
    [['audit', 'opening.json', '--algorithm', 'DP-GD']],
    [['audit', 'opening.json', '--algorithm', 'dp-hb']],
    [['audit', 'opening.json', '--runs', '99']],
    [['audit', 'opening.json', '--runs', '200', '--algorithm', 'dp-nag-opt']],
    [['audit', 'file.json', '--data', 'points.csv', '--runs', '200', '--seed', '3']],
    [['audit', 'opening.json', '--runs', '2000', '--planted', 'weak-seed']],
    [['landscape', 'opening.json', '--request', '{"probe":{"radius":1,"samples":20}}', '--quiet']],
    [['landscape', 'file.json', '--data', 'points.csv', '--request', 'probe.json', '--quiet']],
    [['landscape', 'opening.json', '--request', '{"u":[1]}']],
    [['landscape', 'opening.json']],
    [['solve', 'opening.json', '--solver', 'accelerated-gradient', '--quiet']],
    [['solve', 'opening.json', '--tolerance', '2']],
    [['kl-trial', 'opening.json']],
    [['kl-trial', 'opening.json', '--experiment']],
    [['kl-trial', 'file.json', '--data', 'points.csv']],
    [['kl-trial', 'file.json']],
    [['kl-trial', 'opening.json', '--data', 'points.csv']],
    [['kl-trial', 'broken.json']],
    [['recommend', 'bare.json', '--data', 'points.csv', '--format', 'json']],
    [['recommend', 'bare.json', '--samples', '100', '--features', '2']],
    [['recommend', 'bare.json', '--samples', '100', '--features', '2', '--method', 'dp-hb']],
    [['recommend', 'bare.json', '--samples', '9', '--features', '2']],
    [['recommend', 'file.json']],
    [['recommend', 'wrong.json']],
    [['constants', 'squares.json', '--data', 'points.csv', '--rho', '0.1']],
    [['constants', 'squares.json', '--data', 'points.csv', '--rho=0.1', '--failure=0.01']],
    [['constants', 'squares.json', '--data', 'points.csv']],
    [['constants', 'opening.json', '--rho', '0.1']],
    [['plan', 'opening.json', '--experiment']],
    [['run', 'opening.json', '--request', '{}']],
    [['verify', 'opening.json']],
    [['export', 'opening.json']],
    [['export', 'recorded.json']],
    [['export', 'recorded.json', '--table', 'summary', '--format', 'csv']],
    [['export', 'recorded.json', '--table', 'runs']],
    [['run', 'opening.json', '--quiet', '--format', 'csv', '--table', 'summary']],
    [['run', 'secure.json', '--quiet', '--format', 'csv']],
    [['run', 'opening.json', '--quiet', '--format', 'csv', '--table', 'slopes']],
    [['export', 'recorded.json', '--table', 'slopes']],
    [['theory', 'query.json']],
    [['theory', 'opening.json']],
    [['theory', '{"query":"figure-2","form":"published","stages":0}']],
    [['theory', '{"query":"figure-3"}']],
    [['theory']],
  ])('%j', (words) => {
    const [here, there] = [call(inNode, words), call(native, words)];
    expect(here.status).toBe(there.status);
    expect(here.stderr).toBe(there.stderr);
    expect(withoutGuess(here.stdout)).toBe(withoutGuess(there.stdout));
  });

  it.each(['opening.json', 'file.json'])('the result of %s', (file) => {
    const data = file === 'file.json' ? ['--data', 'points.csv'] : [];
    const words = ['run', file, '--quiet', ...data];
    const [here, there] = [call(inNode, words), call(native, words)];
    expect(here.status).toBe(0);
    expect(withoutTimes(here.stdout)).toEqual(withoutTimes(there.stdout));
  });

  it('counts estimates of constants on a file in secret noise', () => {
    const run = { randomness: { mode: 'secure', release: 'floating' } };
    writeFileSync(path('secret.json'), JSON.stringify({ ...squares, run }));
    const words = ['constants', 'secret.json', '--data', 'points.csv', '--rho', '0.1'];
    const said = [inNode, native].map((one, i) => {
      process.env.NOISY_DESCENT_STATE = path(`state-${i}`);
      return call(one, words).stderr;
    });
    delete process.env.NOISY_DESCENT_STATE;
    expect(said[0]).toMatch(/^noisy-descent: odometer: 1 estimate of constants has read this file/);
    expect(said[0]).toBe(said[1]);
  });

  it('a secure result cannot be verified', () => {
    call(native, ['run', 'secure.json', '--out', 'secure-result.json']);
    const [here, there] = [inNode, native].map((one) =>
      call(one, ['verify', 'secure-result.json']),
    );
    expect(here).toEqual(there);
    expect(here.stderr).toContain('not-reproducible');
  });
});

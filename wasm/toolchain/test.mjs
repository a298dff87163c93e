// Sets up, builds and runs every test.
//   npm test [-- --fast] [--seconds N] [STAGE ...]
// --fast leaves out tests labelled slow and the stages that only repeat others elsewhere; STAGE runs only these. The stages
// sanitizers, wasm-every, compilers, includes and fuzz, which take long, run only where they are named; --seconds is how long to fuzz.
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { batching, buildClient, buildPreset, buildSite, packPackage } from './build.mjs';
import { checks, runAll } from './checks.mjs';
import { fuzz } from './fuzz.mjs';
import {
  Failure,
  commandSeconds,
  duration,
  main,
  processorTime,
  root,
  run,
  say,
} from './process.mjs';
import { countCTest, countVitest, leftOut, reports } from './reports.mjs';
import { setUp } from './setup.mjs';

async function lint(env) {
  const list = checks();
  const failures = await runAll(list, env);
  return { passed: list.length - failures.length, failed: failures.length, failures };
}

/** Builds a preset and runs its tests through CTest, each for so many seconds at most. */
function cpp(preset, { seconds = 900, variables = {}, every = false } = {}) {
  return async (base, { fast }) => {
    const env = { ...base, ...variables };
    const which = `-DNOISY_EVERY_TEST=${every ? 'ON' : 'OFF'}`;
    await buildPreset(preset, [], env, ['-DNOISY_BUILD_TESTS=ON', which]);
    const details = join(root, 'build', preset, 'reports');
    await rm(details, { recursive: true, force: true });
    const report = join(reports, `${preset}.xml`);
    const args = [
      '--preset',
      preset,
      '--parallel',
      '2',
      '--timeout',
      String(seconds),
      '--output-junit',
      report,
    ];
    if (fast) args.push('--label-exclude', 'slow');
    await run('ctest', args, { env, quiet: true });
    return countCTest(report, preset === 'wasm' ? details : null);
  };
}

/** Runs one project of vitest.config.ts, after what it needs was built. */
function vitest(project, prepare = async () => {}) {
  return async (env) => {
    await prepare(env);
    const report = join(reports, `${project}.json`);
    const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', project];
    await run(
      'node',
      [...args, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`],
      { env, quiet: true },
    );
    for (const sentence of await leftOut(project)) say(sentence);
    return countVitest(report);
  };
}

/** Compiles every file of the engine by itself: batches and precompiled headers hide what a file forgets to include. */
async function compileAlone(env) {
  await buildPreset('native-clang', ['noisy_descent'], env, batching(false));
  return { passed: 1, failed: 0, failures: [] };
}

async function buildEveryEngine(env) {
  await buildCommandLine(env);
  if (env.NOISY_DESCENT_CLANG) await buildPreset('native-clang', ['noisy-descent'], env);
  await buildClient(env);
}

const buildCommandLine = (env) => buildPreset('native', ['noisy-descent'], env);

async function buildPage(env) {
  await buildClient(env);
  await buildSite(env);
}

/** The page's tests, and what its first screen was seen to load. */
async function testPage(env) {
  const result = await vitest('browser', buildPage)(env);
  const list = await readFile(join(reports, 'first-screen.txt'), 'utf8').catch(() => '');
  if (list !== '') say(`the first screen loads\n${list.trimEnd()}`);
  return result;
}

// Any report of a sanitizer ends the test program that it is about.
const sanitized = cpp('asan', {
  seconds: 7200,
  variables: {
    // Tests ask for more memory than there is: that is an error to them, not the end.
    ASAN_OPTIONS:
      'detect_stack_use_after_return=1:strict_string_checks=1:allocator_may_return_null=1',
    UBSAN_OPTIONS: 'print_stacktrace=1',
  },
});

// `repeats`: the tests of another stage in another build. `--fast` leaves these out.
// `onRequest`: runs only where it is named.
// `beside`: runs at the same time as this stage where that is the next one; processor time is then that of both.
const stages = {
  lint: { about: 'format, lint, types', body: lint, beside: 'unit' },
  unit: { about: 'TypeScript unit tests', body: vitest('unit') },
  native: { about: 'engine, native', body: cpp('native') },
  golden: {
    about: 'what the command line says, as it was frozen, and how files are cut',
    body: vitest('golden', (env) => buildPreset('native', ['noisy-descent', 'print_cells'], env)),
  },
  wasm: { about: 'what computes, wasm in Node', body: cpp('wasm') },
  client: { about: 'client and command line in Node', body: vitest('wasm', buildClient) },
  'same-bits': {
    about: 'one experiment in every build',
    body: (env) => vitest('same-bits', buildEveryEngine)({ ...env, NOISY_DESCENT_CLANG: '' }),
    repeats: true,
  },
  package: {
    about: 'the packed npm package',
    body: vitest('package', packPackage),
    repeats: true,
  },
  browser: { about: 'the page in Chromium', body: testPage },
  toolchain: { about: 'set-up and server', body: vitest('toolchain') },
  sanitizers: {
    about: 'engine, native, with AddressSanitizer and UndefinedBehaviorSanitizer',
    body: sanitized,
    onRequest: true,
  },
  'wasm-every': {
    about: 'every test of the engine, wasm in Node',
    body: cpp('wasm', { seconds: 7200, every: true }),
    onRequest: true,
  },
  compilers: {
    about: 'one experiment in every build, and in that of another compiler',
    body: vitest('same-bits', buildEveryEngine),
    onRequest: true,
  },
  includes: {
    about: 'every file of the engine includes what it needs',
    body: compileAlone,
    onRequest: true,
  },
  fuzz: {
    about: 'parsers under libFuzzer with both sanitizers',
    body: (env, { seconds }) => fuzz(env, seconds),
    onRequest: true,
  },
};

async function runStage(name, env, options) {
  const start = Date.now();
  const before = commandSeconds();
  say(`${name}: ${stages[name].about} ...`);
  let result;
  try {
    result = await stages[name].body(env, options);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    result = { passed: 0, failed: 1, failures: [error.message] };
  }
  const time = `${duration(Date.now() - start)}${processorTime(before)}`;
  say(`${name}: ${result.passed} passed, ${result.failed} failed in ${time}`);
  return { name, time, ...result };
}

function chosenStages() {
  try {
    const { values, positionals } = parseArgs({
      options: { fast: { type: 'boolean' }, seconds: { type: 'string', default: '120' } },
      allowPositionals: true,
    });
    const seconds = Number(values.seconds);
    if (!(seconds > 0)) throw new Error('--seconds must be a number greater than 0');
    const unknown = positionals.find((name) => !(name in stages));
    if (unknown)
      throw new Error(`there is no stage '${unknown}', only ${Object.keys(stages).join(', ')}`);
    const all = Object.keys(stages).filter(
      (name) => !stages[name].onRequest && !(values.fast && stages[name].repeats),
    );
    return { fast: values.fast, seconds, names: positionals.length > 0 ? positionals : all };
  } catch (error) {
    throw new Failure(error.message);
  }
}

await main(async () => {
  const { names, ...options } = chosenStages();
  const start = Date.now();
  const before = commandSeconds();
  const env = await setUp();
  say(`set-up: ${duration(Date.now() - start)}`);
  await rm(reports, { recursive: true, force: true });
  const results = [];
  for (let next = 0; next < names.length;) {
    const group = [names[next++]];
    while (names[next] !== undefined && stages[group.at(-1)].beside === names[next])
      group.push(names[next++]);
    results.push(...(await Promise.all(group.map((name) => runStage(name, env, options)))));
  }

  console.log('');
  for (const { name, passed, failed, time } of results) {
    console.log(
      `  ${name.padEnd(14)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed   ${time}`,
    );
  }
  for (const { name, failures } of results) {
    for (const failure of failures) console.log(`  FAILED ${name}: ${failure}`);
  }
  const total = (key) => results.reduce((sum, result) => sum + result[key], 0);
  const time = `${duration(Date.now() - start)}${processorTime(before)}`;
  console.log(`\n  all of it in ${time}\n`);
  console.log(`${total('passed')} passed, ${total('failed')} failed`);
  process.exitCode = total('failed') === 0 && total('passed') > 0 ? 0 : 1;
});

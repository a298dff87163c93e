// Fuzzes the parsers: plays each one's stored inputs, then changed ones for a while.
import { mkdir, readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

import { buildPreset } from './build.mjs';
import { findFuzzer } from './fuzzer.mjs';
import { root, run, say } from './process.mjs';

const corpus = join(root, 'tests', 'fuzz', 'corpus');
const built = join(root, 'build', 'fuzz');

// Tests ask for more memory than there is: that is an error to them, not the end.
const sanitizers = {
  ASAN_OPTIONS: 'allocator_may_return_null=1:detect_stack_use_after_return=1',
  UBSAN_OPTIONS: 'print_stacktrace=1',
};

/**
 * Every target for an equal part of the time, as many at once as there are cores.
 *
 * @param {number} seconds in all
 * @returns {Promise<{passed: number, failed: number, failures: string[]}>} one for each target
 */
export async function fuzz(env, seconds) {
  const own = { ...env, ...sanitizers, NOISY_DESCENT_FUZZER: await findFuzzer(env) };
  await buildPreset('fuzz', ['fuzzers'], own);
  const targets = (await readdir(corpus)).sort();
  const cores = Math.min(availableParallelism(), targets.length);
  const each = Math.max(1, Math.round((seconds * cores) / targets.length));
  const failures = [];
  const left = [...targets];
  const work = async () => {
    for (let target = left.shift(); target; target = left.shift()) {
      if (!(await fuzzTarget(target, each, own))) failures.push(target);
    }
  };
  await Promise.all(Array.from({ length: cores }, work));
  return { passed: targets.length - failures.length, failed: failures.length, failures };
}

/** What is new goes to build/fuzz/found, from which the next run goes on; what fails, to build/fuzz/failures. */
async function fuzzTarget(target, seconds, env) {
  const found = join(built, 'found', target);
  const failures = join(built, 'failures');
  await Promise.all([found, failures].map((folder) => mkdir(folder, { recursive: true })));
  const args = [
    `-max_total_time=${seconds}`,
    '-timeout=25',
    '-rss_limit_mb=3000',
    '-verbosity=0',
    '-print_final_stats=1',
    `-artifact_prefix=${join(failures, target)}-`,
    found,
    join(corpus, target),
  ];
  say(`fuzzing ${target} for ${seconds} s ...`);
  const program = join(built, 'tests', 'fuzz', `fuzz_${target}`);
  return (await run(program, args, { env, quiet: true })) === 0;
}

// Every way in which this machine can run the engine outside a browser.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../../wasm/toolchain/process.mjs';
import { instructionSets } from '../../wasm/toolchain/system.mjs';

export interface Build {
  name: string;
  /** The command line up to the engine's own words, `run EXPERIMENT ...`. */
  command: string[];
  environment: Record<string, string>;
}

const binary = (preset: string) => join(root, 'build', preset, 'engine', 'cli', 'noisy-descent');
const node = join(root, 'wasm', 'dist', 'cli.js');

function native(compiler: string, preset: string): Build[] {
  return instructionSets().map((set) => ({
    name: `${compiler}, ${set}`,
    command: [binary(preset)],
    environment: { NOISY_DESCENT_INSTRUCTION_SET: set },
  }));
}

function wasm(variant: string): Build {
  return {
    name: `wasm in Node, ${variant}`,
    command: [process.execPath, node],
    environment: { NOISY_DESCENT_VARIANT: variant },
  };
}

export const builds: Build[] = [
  ...native('g++', 'native'),
  // Set-up names a second compiler where there is one.
  ...(process.env.NOISY_DESCENT_CLANG ? native('clang++', 'native-clang') : []),
  wasm('simd'),
  wasm('simd-mt'),
];

export interface Result {
  fingerprint: string;
  runs: { algorithm: string; label: string; repeat: number; status: string; fingerprint: string }[];
}

/** What the program printed; fails with what it complained about. */
function call(build: Build, words: string[]): string {
  const [program, ...before] = build.command;
  const { status, stdout, stderr, error } = spawnSync(program, [...before, ...words], {
    encoding: 'utf8',
    env: { ...process.env, ...build.environment },
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(`${build.name}: ${error?.message ?? stderr}`);
  return stdout;
}

/** Runs an experiment. */
export function run(build: Build, experiment: string, out: string, threads: number): Result {
  call(build, ['run', experiment, '--threads', String(threads), '--out', out, '--quiet']);
  return JSON.parse(readFileSync(out, 'utf8')) as Result;
}

/** The text of the answer to a query of this command. */
export function answer(build: Build, command: 'account' | 'theory', query: object): string {
  return call(build, [command, JSON.stringify(query)]);
}

// Small helpers that every script of this folder shares: where we are, how a command is run, how a failure is said.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The checkout's top folder. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** A failure that the user can act on; it is printed as one line, without a stack. */
export class Failure extends Error {}

/** Runs a script's main function and turns a Failure into one line on standard error and exit status 1. */
export async function main(body) {
  try {
    await body();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(`noisy-descent: ${error.message}`);
    process.exit(1);
  }
}

export function say(text) {
  console.log(`noisy-descent: ${text}`);
}

/** `12.3 s` or `4 min 05 s`. */
export function duration(milliseconds) {
  const seconds = milliseconds / 1000;
  if (seconds < 100) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  return `${minutes} min ${String(Math.round(seconds - 60 * minutes)).padStart(2, '0')} s`;
}

/** Processor seconds of all commands that have ended, and of theirs; null where the system has no /proc. */
export function commandSeconds() {
  try {
    // After the program's name, which may hold anything, follow numbers: the 14th and 15th are these, in hundredths.
    const numbers = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1).split(' ');
    return (Number(numbers[13]) + Number(numbers[14])) / 100;
  } catch {
    return null;
  }
}

/** `, 12.3 s of processor time` since `commandSeconds()` gave `before`. */
export function processorTime(before) {
  return before === null
    ? ''
    : `, ${duration(1000 * (commandSeconds() - before))} of processor time`;
}

/** The first line that a command prints, or null when it cannot be run. */
export function firstLine(command, args = ['--version'], env = process.env) {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8', env });
  return status === 0 ? stdout.split('\n')[0].trim() : null;
}

/** The first `a.b.c` in a text, as numbers; null when there is none. */
export function version(text) {
  const match = /(\d+)\.(\d+)(?:\.(\d+))?/.exec(text ?? '');
  return match && match.slice(1).map((part) => Number(part ?? 0));
}

export function atLeast(found, wanted) {
  for (let i = 0; i < wanted.length; ++i) {
    if ((found?.[i] ?? 0) !== wanted[i]) return (found?.[i] ?? 0) > wanted[i];
  }
  return found !== null;
}

/**
 * Runs a command with its output shown and resolves to its exit status.
 * Interrupting the script interrupts the command too, since both are in the terminal's group.
 */
export function run(command, args, { env = process.env, cwd = root, quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const output = [];
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    });
    child.stdout?.on('data', (chunk) => output.push(chunk));
    child.stderr?.on('data', (chunk) => output.push(chunk));
    child.on('error', (error) => reject(new Failure(`${command} cannot be run: ${error.message}`)));
    child.on('close', (status, signal) => {
      if (quiet && status !== 0) process.stderr.write(Buffer.concat(output));
      resolve(status ?? (signal ? 1 : 0));
    });
  });
}

/** Like run, but a status other than 0 is a Failure. */
export async function mustRun(what, command, args, options) {
  const status = await run(command, args, options);
  if (status !== 0) throw new Failure(`${what} failed (${command} ended with status ${status})`);
}

/** Says what starts, does it, and says how long it took. */
export async function step(name, body) {
  const start = Date.now();
  say(`${name} ...`);
  const result = await body();
  say(`${name}: ${duration(Date.now() - start)}`);
  return result;
}

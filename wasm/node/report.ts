import { take } from '../client/host.ts';
import type { CommandLine } from '../client/module.ts';
import type { WholeHost } from '../client/whole-host.ts';
import { writeText } from './files.ts';
import type { Instance, Reader } from './instance.ts';

// What plans and runs say: the report, what it refuses, and which solvers nobody has.

/** Solvers that an experiment names and nobody registers here: the fallback answers for them. */
export function declareSolvers({ module }: Instance, experiment: string, isQuiet: boolean): void {
  for (const name of take(() => module.declareSolvers(experiment))) {
    if (isQuiet) continue;
    const note = `noisy-descent: no solver is called ${name} here: the fallback answers`;
    process.stderr.write(`${note}\n`);
  }
}

/** A plan report or a result as it is asked for. */
export function written({ table }: CommandLine, report: string, host: WholeHost): string {
  return table === null ? host.readable(report) : host.table(report, table);
}

/** Writes a plan report or a result, then says what it refuses; returns the exit status. */
export async function writeReport(
  line: CommandLine,
  report: string,
  { host, messages }: Reader,
): Promise<number> {
  await writeText(line.out, written(line, report, host));
  const lines = take(() => messages.refusals(report));
  for (const refusal of lines) process.stderr.write(`${refusal}\n`);
  return lines.length === 0 ? 0 : 1;
}

import { engineError } from '../client/error.ts';
import type { Session } from '../client/host.ts';
import type { CommandLine, FileIdentityHandle, SliceProgress } from '../client/module.ts';
import { unpacked } from '../client/unpack.ts';
import type { Audit, WholeHost } from '../client/whole-host.ts';
import { hasThreads } from './environment.ts';
import { mostUnpacked, openData } from './files.ts';
import { heard } from './odometer.ts';
import { progressLine } from './progress.ts';

// What several commands do: load data, and work in slices between which interrupts are seen.

const sliceSeconds = 0.05;

export interface RunOutcome {
  /** The result file. */
  text: string;
  isCancelled: boolean;
}

/** All runs of a session that has its data; an interrupt ends them early. */
export async function runSession(
  line: CommandLine,
  host: WholeHost,
  session: Session,
  experiment: string,
): Promise<RunOutcome> {
  session.start(0, session.runCount());
  const advance = (seconds: number) => {
    const slice = session.advance(seconds);
    session.drain();
    return slice;
  };
  const isCancelled = await advanceToEnd(advance, line.isQuiet);
  if (isCancelled) session.cancel();
  return { text: host.assemble(experiment, [session.group()]), isCancelled };
}

/** NOISY_DESCENT_VARIANT overrules what the threads ask for. */
export function chosenVariant(threads: number): 'simd' | 'simd-mt' {
  const wanted = process.env.NOISY_DESCENT_VARIANT;
  if (wanted === 'simd' || wanted === 'simd-mt') return wanted;
  return threads > 1 && hasThreads() ? 'simd-mt' : 'simd';
}

/** @param identity hears the bytes of the data file */
export async function load(
  session: Session | Audit,
  line: CommandLine,
  identity?: FileIdentityHandle,
): Promise<void> {
  const { data } = line;
  if (data !== null && !session.needsBytes()) {
    const message = 'the experiment does not take its data from a file';
    throw engineError('invalid-command', '--data', message);
  }
  const source = data === null ? null : await unpacked(openData(data), mostUnpacked(line));
  await session.load(source && identity ? heard(source, identity) : source);
}

/** @returns whether an interrupt came before the end */
export async function advanceToEnd(
  advance: (seconds: number) => SliceProgress,
  isQuiet: boolean,
): Promise<boolean> {
  const interrupt = new AbortController();
  const forget = () => {
    for (const name of ['SIGINT', 'SIGTERM']) process.off(name, listener);
  };
  // A second one, which nobody listens to, ends the process at once.
  const listener = () => {
    forget();
    interrupt.abort();
  };
  for (const name of ['SIGINT', 'SIGTERM']) process.on(name, listener);
  const progress = progressLine(isQuiet);
  try {
    while (!interrupt.signal.aborted) {
      const slice = advance(sliceSeconds);
      progress.show(slice);
      if (slice.done) return false;
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
    return true;
  } finally {
    forget();
    progress.end();
  }
}

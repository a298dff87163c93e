import { engineAge } from './engine-version.ts';
import type { Link } from './link.ts';

/** What a replay was made with, and what it gave. */
export interface Replay {
  /** Version of the engine. */
  engine: string;
  /** The result's fingerprint; null where the result has none. */
  fingerprint: string | null;
  /** SHA-256 of the data file that was read; null where none was, or where it is not known. */
  sha256?: string | null;
}

export interface ReplayReport {
  /** `unproven` where one of the two fingerprints is missing. */
  verdict: 'same' | 'different' | 'unproven';
  /** The verdict in a sentence. */
  sentence: string;
  /** What is not as it was for the sender, and what follows from it, in sentences. */
  differences: string[];
}

type Promised = Pick<Link, 'engine' | 'fingerprint' | 'sha256' | 'experiment'>;

/** Compares a replay with what a link says of its sender's run. */
export function compareReplay(link: Promised, replay: Replay): ReplayReport {
  const causes = [...dataDifferences(link, replay), ...engineDifferences(link, replay)];
  const [theirs, ours] = [link.fingerprint, replay.fingerprint];
  if (theirs === null || ours === null) {
    return { verdict: 'unproven', sentence: unprovenSentence(link), differences: causes };
  }
  if (theirs === ours) {
    return { verdict: 'same', sentence: 'Replayed bit for bit.', differences: causes };
  }
  const prints = `Fingerprint ${short(ours)} here, ${short(theirs)} at the sender’s.`;
  return {
    verdict: 'different',
    sentence: 'The replay gave different bits.',
    differences: [prints, ...(causes.length > 0 ? causes : [unexplained])],
  };
}

/** The beginning of a hash, enough to tell two apart by eye. */
export function short(hash: string): string {
  return `${hash.slice(0, 8)}…`;
}

function unprovenSentence({ fingerprint, experiment }: Promised): string {
  if (experiment.run?.randomness?.mode === 'secure') {
    return 'Secure noise is never the same twice, so there is nothing to compare.';
  }
  return fingerprint === null
    ? 'The link holds no fingerprint, so there is nothing to compare with.'
    : 'This result has no fingerprint, so nothing can be compared with the sender’s.';
}

function dataDifferences({ sha256, experiment }: Promised, replay: Replay): string[] {
  if (experiment.data.kind !== 'file') return [];
  if (sha256 === null) return ['The link does not say which file its sender had.'];
  const here = replay.sha256 ?? null;
  if (here === null) return ['Whether the data file is the sender’s was not checked.'];
  if (here === sha256) return [];
  return [
    `The data file is a different one: SHA-256 ${short(here)} here, ${short(sha256)} at the sender’s.`,
  ];
}

function engineDifferences({ engine }: Promised, replay: Replay): string[] {
  const sentence = engineSentence(replay.engine, engine);
  return sentence === null ? [] : [sentence];
}

/** Says that an engine is not the one that a link was made with; null where it is. */
export function engineSentence(here: string, there: string | null): string | null {
  const age = engineAge(here, there);
  if (age === 'same') return null;
  if (there === null) return 'The link does not say which engine its sender had.';
  if (age === 'unknown') return `The link was made with engine ${there}; this one is ${here}.`;
  return `This engine, ${here}, is ${age} than the link’s, ${there}: its noise and steps may differ.`;
}

const unexplained =
  'Data and engine are as the link says: what the link holds was changed on its way, or these are ' +
  'two builds of one version.';

import { EngineError, limits, readExperiment } from '../../../wasm/client/index.ts';
import type { Experiment } from '../engine/types.ts';
import type { View, OpenedLink } from '../store/state.ts';
import { readAt, refusal } from './refusal.ts';

/** Where an element's experiment may come from. */
export interface Sources {
  experiment: unknown;
  src: string | null;
  link: string | null;
}

/** An experiment, and how it is looked at where its source says so. */
export interface Opened {
  experiment: Experiment;
  view: View | null;
  /** The link that it came with. */
  opened?: OpenedLink | null;
}

/** What an element says that was given none. */
export const noSource = refusal(
  'missing-field',
  'experiment',
  'Give an experiment, src or link.',
).body;

/** What Svelte writes on a server for an object, which comes with the page's script. */
const objectOnServer = '[object Object]';
const objectMilliseconds = 5000;

/** Null where there is no source. */
export async function readSource(sources: Sources, signal: AbortSignal): Promise<Opened | null> {
  const given = (['experiment', 'src', 'link'] as const).filter((name) => sources[name] !== null);
  if (given.length > 1) {
    const message = `Give one source: this element has ${given.join(' and ')}.`;
    throw refusal('invalid-value', given[1], message);
  }
  const [name] = given as (keyof Sources | undefined)[];
  if (name === undefined) return null;
  if (name === 'link') {
    // Many elements have none.
    const { openLink } = await import('./open-link.ts');
    return openLink(sources.link!);
  }
  if (sources.experiment === objectOnServer) {
    await new Promise((resolve) => setTimeout(resolve, objectMilliseconds));
  }
  const source = name === 'src' ? await fetchText(sources.src!, signal) : sources.experiment;
  // What is wrong with the text as a whole is wrong with the attribute that holds it.
  const { experiment } = readAt(
    (field) => field || name,
    () => readExperiment(source as Experiment),
  );
  return { experiment, view: null };
}

async function fetchText(address: string, signal: AbortSignal): Promise<string> {
  try {
    const response = await fetch(new URL(address, document.baseURI), { signal });
    if (!response.ok) {
      const answer = `${response.status} ${response.statusText}`.trim();
      throw unread(address, `the server answered ${answer}`);
    }
    const bytes = await response.blob();
    if (bytes.size > limits.textBytes) {
      throw unread(address, `it has more than ${limits.textBytes} bytes`);
    }
    return await bytes.text();
  } catch (error) {
    if (error instanceof EngineError) throw error;
    throw unread(address, error instanceof Error ? error.message : String(error));
  }
}

function unread(address: string, reason: string): EngineError {
  const message = `The experiment at ${address.slice(0, 200)} could not be read: ${reason}.`;
  return refusal('io-failed', 'src', message);
}

import { simd, threads } from 'wasm-feature-detect';

import type { Environment, WorkerEvents, WorkerPort } from './environment.ts';
import { engineError } from './error.ts';
import type { Control, Reply, Request } from './protocol.ts';
import { locksHere } from './locks.ts';
import type { Variant } from './types.ts';

const mostCores = 16;
const defaultMemoryBytes = 2e9;

/** The page: its workers, cores and memory. */
export function browserEnvironment(baseUrl: string | URL | undefined): Environment {
  const folder = baseUrl === undefined ? undefined : folderAt(baseUrl);
  return {
    cores: Math.min(navigator.hardwareConcurrency || 1, mostCores),
    memoryBytes: deviceMemoryBytes(),
    bestVariant: async () => ((await canShareMemory()) ? 'simd-mt' : 'simd'),
    requireVariant,
    sendable: (blob) => Promise.resolve(blob),
    startWorker: (events, lock) => startWorker(events, lock, folder),
  };
}

function folderAt(baseUrl: string | URL): URL {
  try {
    return new URL(baseUrl, location.href);
  } catch {
    throw engineError('invalid-value', 'baseUrl', 'Give the address of a folder.');
  }
}

/** Half of what the browser says the machine has; it says little, and some say nothing. */
function deviceMemoryBytes(): number {
  const { deviceMemory } = navigator as Navigator & { deviceMemory?: number };
  return deviceMemory ? (deviceMemory * 2 ** 30) / 2 : defaultMemoryBytes;
}

/** Without isolation a build with threads would never start, nor say so: ask before loading. */
async function canShareMemory(): Promise<boolean> {
  return globalThis.crossOriginIsolated && navigator.hardwareConcurrency > 1 && (await threads());
}

async function requireVariant(variant: Variant): Promise<void> {
  if (!(await simd())) {
    throw engineError('unsupported-option', 'variant', 'This browser has no WebAssembly SIMD.');
  }
  if (variant === 'simd-mt' && !(globalThis.crossOriginIsolated && (await threads()))) {
    const message = 'Threads need a page that is cross-origin isolated (COOP and COEP headers).';
    throw engineError('unsupported-option', 'variant', message);
  }
}

function startWorker(events: WorkerEvents, lock: string, folder: URL | undefined): WorkerPort {
  const worker = folder === undefined ? ownWorker() : foreignWorker(new URL('worker.js', folder));
  let isOver = false;
  const die = (reason: string) => {
    if (!isOver) events.died(reason);
    isOver = true;
  };
  let watched = false;
  worker.onmessage = ({ data }: MessageEvent<Reply>) => {
    if (!watched) watchLock(lock, die);
    watched = true;
    events.reply(data);
  };
  worker.onerror = (event) => {
    die(event.message || 'its script could not be loaded');
  };
  worker.onmessageerror = () => {
    die('its answer could not be read');
  };
  return {
    post: (message: Request | Control) => {
      worker.postMessage(message);
    },
    terminate: () => {
      isOver = true;
      worker.terminate();
    },
  };
}

function ownWorker(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
}

/**
 * A worker from a given address, possibly another origin, behind a blob of this page: so it keeps
 * the page's content security policy instead of having its own.
 */
function foreignWorker({ href }: URL): Worker {
  let script = scripts.get(href);
  if (script === undefined) {
    const source = new Blob([`import ${JSON.stringify(href)};`], { type: 'text/javascript' });
    script = URL.createObjectURL(source);
    scripts.set(href, script);
  }
  return new Worker(script, { type: 'module' });
}

const scripts = new Map<string, string>();

/** The lock that a worker holds comes free when the worker ends, which no event says. */
function watchLock(lock: string, die: (reason: string) => void): void {
  void locksHere()
    ?.request(lock, () => {
      die('it was ended from outside');
    })
    .catch(() => undefined);
}

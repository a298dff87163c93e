import { simd, threads } from 'wasm-feature-detect';

import { ScriptWatch } from './blocked.ts';
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
    bestVariant: async () => {
      const mayThread = !isForeign(folder) && navigator.hardwareConcurrency > 1;
      return mayThread && (await canShareMemory()) ? 'simd-mt' : 'simd';
    },
    requireVariant: (variant) => requireVariant(variant, folder),
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
  return globalThis.crossOriginIsolated && hasWebAssembly() && (await threads());
}

async function requireVariant(variant: Variant, folder: URL | undefined): Promise<void> {
  if (!hasWebAssembly() || !(await simd())) {
    const lacks = hasWebAssembly() ? 'WebAssembly SIMD' : 'WebAssembly, or a setting forbids it';
    throw engineError('unsupported-option', 'variant', `This browser has no ${lacks}.`);
  }
  if (variant === 'simd') return;
  if (!(await canShareMemory())) {
    const message = 'Threads need a page that is cross-origin isolated (COOP and COEP headers).';
    throw engineError('unsupported-option', 'variant', message);
  }
  if (isForeign(folder)) {
    const message = 'Threads need the files at baseUrl to be of the page’s own origin.';
    throw engineError('unsupported-option', 'variant', message);
  }
}

function hasWebAssembly(): boolean {
  return 'WebAssembly' in globalThis;
}

/** Threads start from the files themselves, which a browser allows on the page's origin only. */
function isForeign(folder: URL | undefined): boolean {
  return folder !== undefined && folder.origin !== location.origin;
}

function startWorker(events: WorkerEvents, lock: string, folder: URL | undefined): WorkerPort {
  const address = folder === undefined ? null : new URL('worker.js', folder);
  const worker = address === null ? ownWorker() : foreignWorker(address);
  const watch = new ScriptWatch(address);
  let isOver = false;
  const die = (reason: string, field?: string) => {
    watch.end();
    if (!isOver) events.died(reason, field);
    isOver = true;
  };
  let watched = false;
  worker.onmessage = ({ data }: MessageEvent<Reply>) => {
    if (!watched) watchLock(lock, die);
    watch.end();
    watched = true;
    events.reply(data);
  };
  worker.onerror = ({ message }) => {
    if (message) die(message);
    else
      void watch.reason().then(({ text, field }) => {
        die(`its script could not be loaded: ${text}`, field);
      });
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
      watch.end();
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

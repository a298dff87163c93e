import { simd, threads } from 'wasm-feature-detect';

import type { Environment, WorkerEvents, WorkerPort } from './environment.ts';
import { engineError } from './error.ts';
import { sleep } from './follow.ts';
import { locksHere, type Control, type Reply, type Request } from './protocol.ts';
import { hasThreads, ownScript } from './own-script.ts';
import { notLoaded, scriptIn, startScript, type Script } from './script.ts';
import type { Reason } from './trusted.ts';
import type { Variant } from './types.ts';

const mostCores = 16;
const defaultMemoryBytes = 2e9;
/** A policy's report comes about as soon as the error that it explains. */
const reportMilliseconds = 50;

/** The page: its workers, cores and memory. */
export function browserEnvironment(baseUrl: string | URL | undefined): Environment {
  const folder = baseUrl === undefined ? undefined : folderAt(baseUrl);
  return {
    cores: Math.min(navigator.hardwareConcurrency || 1, mostCores),
    memoryBytes: deviceMemoryBytes(),
    bestVariant: async () =>
      hasThreads && navigator.hardwareConcurrency > 1 && (await canShareMemory())
        ? 'simd-mt'
        : 'simd',
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
  return globalThis.crossOriginIsolated && hasWebAssembly() && (await threads());
}

async function requireVariant(variant: Variant): Promise<void> {
  if (!hasWebAssembly() || !(await simd())) {
    const lacks = hasWebAssembly() ? 'WebAssembly SIMD' : 'WebAssembly, or a setting forbids it';
    throw engineError('unsupported-option', 'variant', `This browser has no ${lacks}.`);
  }
  if (variant === 'simd-mt' && !(await canShareMemory())) {
    const message = 'Threads need a page that is cross-origin isolated (COOP and COEP headers).';
    throw engineError('unsupported-option', 'variant', message);
  }
}

function hasWebAssembly(): boolean {
  return 'WebAssembly' in globalThis;
}

function startWorker(events: WorkerEvents, lock: string, folder: URL | undefined): WorkerPort {
  const script = folder === undefined ? ownScript() : scriptIn(folder);
  const watch = new ScriptWatch(script);
  const worker = startScript(script);
  let isOver = false;
  const die = (reason: string, field?: string) => {
    watch.end();
    if (!isOver) events.died(reason, field);
    isOver = true;
  };
  const didNotLoad = async () => {
    const { text, field } = await watch.reason();
    die(`its script could not be loaded: ${text}`, field);
  };
  let watched = false;
  worker.onmessage = ({ data }: MessageEvent<Reply | typeof notLoaded>) => {
    if (data === notLoaded) {
      void didNotLoad();
      return;
    }
    if (!watched) watchLock(lock, die);
    watch.end();
    watched = true;
    events.reply(data);
  };
  worker.onerror = ({ message }) => {
    if (message) die(message);
    else void didNotLoad();
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

/** Hears why a worker's script does not start. */
class ScriptWatch {
  readonly #script: Script;
  #forbidden: string | null = null;

  constructor(script: Script) {
    this.#script = script;
    addEventListener('securitypolicyviolation', this.#hear);
  }

  readonly #hear = (event: Event): void => {
    const { effectiveDirective, blockedURI } = event as SecurityPolicyViolationEvent;
    if (effectiveDirective === 'worker-src') this.#forbidden = blockedURI;
  };

  end(): void {
    removeEventListener('securitypolicyviolation', this.#hear);
  }

  /** The reason, once the error event has come. */
  async reason(): Promise<Reason> {
    await sleep(reportMilliseconds);
    this.end();
    try {
      const { whyNoScript } = await import('./blocked.ts');
      return await whyNoScript(this.#script, this.#forbidden);
    } catch {
      return { field: 'baseUrl', text: 'the engine’s other files cannot be read either' };
    }
  }
}

/** The lock that a worker holds comes free when the worker ends, which no event says. */
function watchLock(lock: string, die: (reason: string) => void): void {
  void locksHere()
    ?.request(lock, () => {
      die('it was ended from outside');
    })
    .catch(() => undefined);
}

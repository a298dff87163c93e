// Why the engine's files could not be had or used, and what the site has to allow.

import { isOwn, type Script } from './script.ts';
import { policyName } from './trusted.ts';

/** A reason, and the option of `createEngine` that it is about ('' for none). */
export interface Reason {
  field: 'baseUrl' | '';
  text: string;
}

/** A look at a file that takes longer says nothing. */
const lookMilliseconds = 2000;
/** A policy's report comes about as soon as the error that it explains. */
const reportMilliseconds = 50;

const policy = 'the Content-Security-Policy';

/** Why a worker's script did not start, once its error event has come. */
export class ScriptWatch {
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

  async reason(): Promise<Reason> {
    await new Promise((resolve) => {
      setTimeout(resolve, reportMilliseconds);
    });
    this.end();
    if (this.#forbidden !== null) {
      const source = this.#forbidden.startsWith('blob') ? 'blob:' : "'self'";
      return { field: '', text: `${policy} must allow ${source} in worker-src` };
    }
    const { address } = this.#script;
    const rules = isOwn(this.#script) ? rulesOfPlace : rulesOfOrigin(address);
    return { field: 'baseUrl', text: (await faultOf(address.href)) ?? rules };
  }
}

const rulesOfPlace =
  'its file must be served as JavaScript and, for a page that is cross-origin isolated, with the' +
  ' header Cross-Origin-Embedder-Policy';

/** Why the constructor of a worker threw. */
export function whyNoWorker(error: unknown): Reason {
  const text = textOf(error);
  if (error instanceof TypeError && 'trustedTypes' in globalThis) {
    return { field: '', text: `${text}. ${rulesOfTypes}` };
  }
  return { field: 'baseUrl', text };
}

const rulesOfTypes =
  `Where ${policy} has require-trusted-types-for, it must allow ${policyName} in trusted-types, or` +
  ' the page needs a policy called default whose createScriptURL lets the engine’s files pass';

/** Why the engine did not start in this worker. */
export async function whyNoEngine(error: unknown): Promise<Reason> {
  if (!mayCompile()) {
    return { field: '', text: `${policy} must allow 'wasm-unsafe-eval' in script-src` };
  }
  // Few files are asked for, and what fails is among the last.
  const asked = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  for (const { name: address, responseStatus } of asked.reverse()) {
    const fault = responseStatus === 0 ? unreadable(address) : await faultOf(address);
    if (fault !== null) return { field: 'baseUrl', text: fault };
  }
  return { field: '', text: textOf(error) };
}

/** Whether the policy lets WebAssembly be compiled: the shortest module there is. */
function mayCompile(): boolean {
  try {
    new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));
    return true;
  } catch {
    return false;
  }
}

/** Why a file could not be fetched. */
export async function whyNoFile(address: string): Promise<string> {
  return (await faultOf(address)) ?? 'its transfer was broken off';
}

/** What is wrong with a file, in words; null where nothing is seen. */
async function faultOf(address: string): Promise<string | null> {
  const together =
    'the engine’s files must lie together as they were built, where the page or baseUrl says';
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(lookMilliseconds) });
    if (!response.ok) return `${address} answers with status ${response.status}: ${together}`;
    return (await isMarkup(response)) ? `${address} is a page of HTML: ${together}` : null;
  } catch {
    return unreadable(address);
  }
}

function unreadable(address: string): string {
  return `${address} cannot be read: ${rulesOfOrigin(new URL(address))}`;
}

function rulesOfOrigin({ origin }: URL): string {
  if (origin === self.origin) {
    return `${policy} must allow 'self' in worker-src, script-src and connect-src`;
  }
  const sharing = 'its server must send Access-Control-Allow-Origin';
  return `${sharing}, and ${policy} must allow ${origin} in script-src and connect-src`;
}

async function isMarkup(response: Response): Promise<boolean> {
  const reader = response.body?.getReader();
  const start = await reader?.read();
  void reader?.cancel();
  return new TextDecoder().decode(start?.value).trimStart().startsWith('<');
}

/** What was thrown, without the glue's words for its builders. */
function textOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const aborted = /^Aborted\((.*)\)\. Build with/s.exec(text)?.at(1);
  return (aborted ?? text).replace(/\.+$/, '');
}

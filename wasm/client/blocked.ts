// Why the engine's files could not be had or used, and what the site has to allow: the package has
// this in a file that pages load where a worker does not start.

import { isOwn, type Script } from './script.ts';
import { policyTitle, textOf, type Reason } from './trusted.ts';

/** A look at a file that takes longer says nothing. */
const lookMilliseconds = 2000;
/**
 * Why a worker's script did not start, once its error event has come.
 *
 * @param forbidden what the page's policy was seen to forbid
 */
export async function whyNoScript(script: Script, forbidden: string | null): Promise<Reason> {
  if (forbidden !== null) {
    const source = forbidden.startsWith('blob') ? 'blob:' : "'self'";
    return { field: '', text: `${policyTitle} must allow ${source} in worker-src` };
  }
  const { address } = script;
  const rules = isOwn(script) ? rulesOfPlace : rulesOfOrigin(address);
  return { field: 'baseUrl', text: (await faultOf(address.href)) ?? rules };
}

const rulesOfPlace =
  'its file must be served as JavaScript and, for a page that is cross-origin isolated, with the' +
  ' header Cross-Origin-Embedder-Policy';

/** Why the engine did not start in this worker. */
export async function whyNoEngine(error: unknown): Promise<Reason> {
  if (!mayCompile()) {
    return { field: '', text: `${policyTitle} must allow 'wasm-unsafe-eval' in script-src` };
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
  return (await faultOf(address)) ?? 'its transfer was interrupted';
}

/** What is wrong with a file, in words; null where nothing is seen. */
async function faultOf(address: string): Promise<string | null> {
  const together =
    'the engine’s files must be together, as they were built, in the folder that the page or baseUrl names';
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(lookMilliseconds) });
    if (!response.ok) return `${address} answers with status ${response.status}: ${together}`;
    return (await isMarkup(response)) ? `${address} is an HTML page: ${together}` : null;
  } catch {
    return unreadable(address);
  }
}

function unreadable(address: string): string {
  return `${address} cannot be read: ${rulesOfOrigin(new URL(address))}`;
}

function rulesOfOrigin({ origin }: URL): string {
  if (origin === self.origin) {
    return `${policyTitle} must allow 'self' in worker-src, script-src and connect-src`;
  }
  const sharing = 'its server must send Access-Control-Allow-Origin';
  return `${sharing}, and ${policyTitle} must allow ${origin} in script-src and connect-src`;
}

async function isMarkup(response: Response): Promise<boolean> {
  const reader = response.body?.getReader();
  const start = await reader?.read();
  void reader?.cancel();
  return new TextDecoder().decode(start?.value).trimStart().startsWith('<');
}

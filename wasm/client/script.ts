import { trusted } from './trusted.ts';

// How a worker is started: from its file, or through a blob of the page where the file lies elsewhere or has not
// the page's policy.

/** A worker's file, and how it is to be read. */
export interface Script {
  address: URL;
  type: WorkerType;
}

/** What a worker posts that could not load its file. */
export const notLoaded = 'noisy-descent: not loaded';

/** The worker's file in a folder that the caller names, as it was built. */
export function scriptIn(folder: URL): Script {
  return { address: new URL('worker.js', folder), type: 'module' };
}

/** Whether browsers let this page start workers from the file itself. */
export function isOwn({ address }: Script): boolean {
  return address.origin === self.origin;
}

/** @throws what the browser throws where the page forbids workers */
export function startScript(script: Script): Worker {
  const { address, type } = script;
  if (isOwn(script) && !isPolicyInPage()) return new Worker(trusted(address.href), { type });
  // In a sandbox only a classic worker starts from a blob.
  return new Worker(trusted(standIn(address)));
}

/**
 * Whether the page states its Content-Security-Policy in itself, and lets blobs be workers. A worker's file has
 * the policy of its own headers, and hosts of such pages may send none.
 */
function isPolicyInPage(): boolean {
  // In a worker of the page there is no document to ask.
  const { document: page } = globalThis as { document?: Document };
  const stated = page?.querySelector<HTMLMetaElement>(
    'meta[http-equiv="Content-Security-Policy" i]',
  );
  return /\bworker-src\b[^;]*\bblob:/.test(stated?.content ?? '');
}

/** A blob of this page that imports a file: it has the page's policies. */
function standIn({ href }: URL): string {
  let blob = standIns.get(href);
  if (blob === undefined) {
    blob = URL.createObjectURL(new Blob([importing(href)], { type: 'text/javascript' }));
    standIns.set(href, blob);
  }
  return blob;
}

const standIns = new Map<string, string>();

/** A script in which messages that come before the file is there wait for it. */
function importing(href: string): string {
  return `const early = [];
onmessage = (event) => early.push(event);
import(${JSON.stringify(href)}).then(
  () => early.forEach((event) => onmessage(event)),
  () => postMessage(${JSON.stringify(notLoaded)}),
);`;
}

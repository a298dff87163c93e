import { host } from './host.ts';
import { serviceWorkerHere } from './registration.ts';

/** A page that draws no chart waits so long. */
const patienceMilliseconds = 10_000;
/** A page that always has something to do waits so long. */
const busyMilliseconds = 2000;

/**
 * Has the service worker keep the whole site, for use without a network: once the first chart stands and
 * the page has nothing else to do.
 */
export function keepSite(): void {
  holdRelease();
  const begin = () => {
    removeEventListener('nd-drawn', begin);
    clearTimeout(timer);
    whenIdle(() => void keep());
  };
  const timer = setTimeout(begin, patienceMilliseconds);
  addEventListener('nd-drawn', begin);
}

/** While this page is open the worker drops nothing of its release: see Shelves. */
function holdRelease(): void {
  const { locks } = navigator as { locks?: LockManager };
  void locks?.request(import.meta.url, { mode: 'shared' }, () => new Promise(() => undefined));
}

/** Not every browser says when it is idle, and a busy page may never be. */
function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(act, { timeout: busyMilliseconds });
  else setTimeout(act, busyMilliseconds);
}

async function keep(): Promise<void> {
  const registration = await serviceWorkerHere().catch(() => null);
  if (registration === null) return;
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener('message', ({ data }) => {
    if (data === 'kept') host.tell({ isKept: true });
  });
  const ask = () => (registration.waiting ?? registration.active)?.postMessage('keep');
  // A new release brings a worker of its own.
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', ask);
  });
  ask();
}

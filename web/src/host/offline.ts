import { host } from './host.ts';
import { serviceWorkerHere } from './registration.ts';

/** A page that draws no chart waits so long. */
const patienceMilliseconds = 10_000;

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

/** Not every browser says when it is idle. */
function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(act);
  else setTimeout(act, 1000);
}

async function keep(): Promise<void> {
  const registration = await serviceWorkerHere().catch(() => null);
  if (registration === null) return;
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener('message', ({ data }) => {
    if (data === 'kept') host.tell({ isKept: true });
  });
  // A new release brings a new worker.
  serviceWorker.addEventListener('controllerchange', () => {
    serviceWorker.controller?.postMessage('keep');
  });
  registration.active?.postMessage('keep');
}

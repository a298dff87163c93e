import { host } from './host.ts';
import { leisure } from './leisure.ts';
import { serviceWorkerHere } from './registration.ts';

/**
 * Has the service worker keep the whole site, for use without a network: once the first chart stands and
 * the page has nothing else to do.
 */
export function keepSite(): void {
  holdRelease();
  void leisure().then(keep);
}

/** While this page is open the worker drops nothing of its release: see Shelves. */
function holdRelease(): void {
  const { locks } = navigator as { locks?: LockManager };
  void locks?.request(import.meta.url, { mode: 'shared' }, () => new Promise(() => undefined));
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

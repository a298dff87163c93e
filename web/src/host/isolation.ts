import { host } from './host.ts';
import { serviceWorkerHere } from './registration.ts';

// Threads need a page that is isolated from others, by headers of its host. Where the host sends none, the
// service worker adds them to the next load of the page: so the first one is loaded anew, once.

const reloaded = 'noisy-descent:reloaded';
/** So long the first load waits for the worker; then it goes on without threads. */
const patienceMilliseconds = 5000;

/** Isolates the page where that can be done: then it is loaded anew, and this never settles. */
export async function isolatePage(): Promise<void> {
  if (crossOriginIsolated) return;
  const obstacle = await findObstacle();
  if (obstacle === '') {
    location.reload();
    await new Promise(() => undefined);
  }
  host.tell({ obstacle });
}

async function findObstacle(): Promise<string> {
  try {
    const worker = await Promise.race([serviceWorkerHere(), afterPatience()]);
    if (worker === 'late') return 'the service worker that isolates the page did not start in time';
    if (worker === null) return 'the page is not isolated, and no service worker can do it here';
    if (sessionStorage.getItem(reloaded) !== null)
      return 'the page is not isolated, and reloading it did not help';
    sessionStorage.setItem(reloaded, 'once');
    return '';
  } catch {
    // Without a memory of the reload there might be another one, and another.
    return 'the page is not isolated, and its service worker is refused';
  }
}

function afterPatience(): Promise<'late'> {
  return new Promise((resolve) => {
    setTimeout(() => resolve('late'), patienceMilliseconds);
  });
}

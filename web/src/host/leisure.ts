/** A page that draws no chart waits so long. */
const patienceMilliseconds = 10_000;
/** A page that always has something to do waits so long. */
const busyMilliseconds = 2000;

let begun: Promise<void> | undefined;

/** Resolves once the first chart stands and the page has nothing else to do. */
export function leisure(): Promise<void> {
  begun ??= firstChart().then(idle);
  return begun;
}

function firstChart(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, patienceMilliseconds);
    addEventListener('nd-drawn', () => resolve(), { once: true });
  });
}

/** Not every browser says when it is idle, and a busy page may never be. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) {
      requestIdleCallback(() => resolve(), { timeout: busyMilliseconds });
    } else setTimeout(resolve, busyMilliseconds);
  });
}

/**
 * Has the site's service worker at work, or started.
 *
 * @returns null where there is none: while developing, in a frame, at an address that is not secure
 * @throws where the browser or the host refuses it
 */
export async function serviceWorkerHere(): Promise<ServiceWorkerRegistration | null> {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  if (!import.meta.env.PROD || window !== window.top || serviceWorker === undefined) return null;
  const script = new URL('service-worker.js', document.baseURI);
  // Whether there is a new one is asked of the host, not of the browser's cache.
  await serviceWorker.register(script, { updateViaCache: 'none' });
  return serviceWorker.ready;
}

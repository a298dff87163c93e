import { openedPage } from './pages.ts';
import type { Release } from './release.ts';
import { Shelves } from './shelves.ts';

// The service worker of the built site: it isolates pages whose host sends no headers, and hands out what
// is kept where there is no network. It keeps nothing before a page asks it to; that of a new release does so
// while the one before it still serves the pages that are open.

/** What this script was built with, put in by the build. */
declare const builtRelease: Release;

interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface Fetching extends Lasting {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface Message extends Lasting {
  data: unknown;
  source: { postMessage(message: string): void } | null;
}

interface Scope {
  registration: ServiceWorkerRegistration;
  clients: { claim(): Promise<void> };
  onactivate: (event: Lasting) => void;
  onfetch: (event: Fetching) => void;
  onmessage: (event: Message) => void;
}

const worker = self as unknown as Scope;
const { scope } = worker.registration;
const release = builtRelease;
const shelves = new Shelves(release, scope);

worker.onactivate = (event) => {
  event.waitUntil(worker.clients.claim());
};

worker.onmessage = (event) => {
  if (event.data !== 'keep') return;
  // What could not be kept is tried again when the next page asks.
  event.waitUntil(
    shelves.keep().then(
      () => event.source?.postMessage('kept'),
      () => undefined,
    ),
  );
};

worker.onfetch = (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(scope)) return;
  event.respondWith(request.mode === 'navigate' ? openPage(request) : openFile(request));
};

/** A kept file saves the way to its host, where its name says that it is still the same. */
async function openFile(request: Request): Promise<Response> {
  const kept = () => shelves.find(request.url);
  if (shelves.isOfOneContent(request.url)) return (await kept()) ?? fetch(request);
  return fetch(request).catch(async () => (await kept()) ?? Response.error());
}

/** A page comes from its host, so that nobody stays with an old one; without a network it is the kept one. */
async function openPage(request: Request): Promise<Response> {
  const response = await fetch(request).catch(() => shelves.page(request.url));
  if (!response) return Response.error();
  const page = await openedPage(response, release.headers);
  if (page.isOther && request.url === scope) await leave();
  return page.response;
}

/** Another site has this address now. */
async function leave(): Promise<void> {
  await worker.registration.unregister();
  await shelves.clear();
}

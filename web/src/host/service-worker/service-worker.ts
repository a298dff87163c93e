import type { Release, KeptFile } from './release.ts';

// The files of each release lie on a shelf of their own, one of the browser's caches. Pages are put there
// last: a shelf that has one holds everything that it needs.

/** What is kept of this site: one shelf for each release. */
class Shelves {
  readonly #release: Release;
  readonly #scope: string;
  readonly #prefix: string;
  #keeping: Promise<void> | null = null;

  /** @param scope address of the site's folder; other sites of the same origin have their own shelves */
  constructor(release: Release, scope: string) {
    this.#release = release;
    this.#scope = scope;
    this.#prefix = `noisy-descent ${scope} `;
  }

  /** A kept file, of whichever release. */
  async find(address: string): Promise<Response | undefined> {
    for (const name of await this.#names()) {
      const found = await this.#take(name, address);
      if (found) return found;
    }
    return undefined;
  }

  /** Whether a file is named after its content, so that it is the same in every release that has it. */
  isOfOneContent(address: string): boolean {
    return address.startsWith(this.#address('assets/'));
  }

  /** The page at an address, of this release, else of the newest one that is kept whole. */
  async page(address: string): Promise<Response | undefined> {
    const path = new URL(address).pathname.slice(new URL(this.#scope).pathname.length);
    for (const name of [path, `${path}.html`, `${path.replace(/\/?$/, '/')}index.html`]) {
      const found = await this.find(this.#address(name.replace(/^\//, '')));
      if (found) return found;
    }
    return undefined;
  }

  /** Keeps every file of this release, and drops the other ones that no open page is from. */
  async keep(): Promise<void> {
    this.#keeping ??= this.#fill().finally(() => (this.#keeping = null));
    await this.#keeping;
    await this.#drop();
  }

  /** Drops everything. */
  async clear(): Promise<void> {
    for (const name of await this.#names()) await caches.delete(name);
  }

  async #fill(): Promise<void> {
    const shelf = await caches.open(this.#own);
    const isPage = ({ name }: KeptFile) => name.endsWith('.html');
    const isOfOneContent = ({ name }: KeptFile) => this.isOfOneContent(this.#address(name));
    const { files } = this.#release;
    // One after the other: what the page itself asks for comes first.
    for (const file of [...files.filter((one) => !isPage(one)), ...files.filter(isPage)]) {
      const address = this.#address(file.name);
      if (await shelf.match(address, asNamed)) continue;
      const kept = isOfOneContent(file) ? await this.find(address) : undefined;
      await shelf.put(address, kept ?? (await fetchFile(address, file)));
    }
  }

  /** An open page holds a lock that is named after its script. */
  async #drop(): Promise<void> {
    const { held = [] } = await navigator.locks.query();
    const used = held.map(({ name }) => name ?? '').filter((name) => name.startsWith(this.#scope));
    for (const name of await this.#names()) {
      if (name === this.#own) continue;
      const isUsed = await Promise.all(used.map((script) => this.#take(name, script)));
      if (isUsed.every((found) => found === undefined)) await caches.delete(name);
    }
  }

  get #own(): string {
    return this.#prefix + this.#release.version;
  }

  /** This release's shelf, then the others, the newest first. */
  async #names(): Promise<string[]> {
    const names = (await caches.keys()).filter((name) => name.startsWith(this.#prefix));
    const others = names.filter((name) => name !== this.#own).reverse();
    return names.length === others.length ? others : [this.#own, ...others];
  }

  #take(shelf: string, address: string): Promise<Response | undefined> {
    return caches.match(address, { ...asNamed, cacheName: shelf });
  }

  #address(name: string): string {
    return new URL(name, this.#scope).href;
  }
}

/** The name alone decides, whatever the host says that the answer varies with. */
const asNamed = { ignoreSearch: true, ignoreVary: true };

/** @throws TypeError where the host has another content, or none */
async function fetchFile(address: string, { name, integrity }: KeptFile): Promise<Response> {
  const get = (cache: RequestCache, from = address) =>
    fetch(from, { cache, integrity, priority: 'low' });
  // Hosts may lead from the page's name to that of its folder.
  if (name.endsWith('.html')) return get('no-cache', address.replace(/index\.html$/, ''));
  // What the page has fetched is not fetched again, unless it is something else.
  return get('force-cache').catch(() => get('reload'));
}

// Pages as the worker hands them out: with the headers that their host did not send.

type SiteHeaders = Readonly<Record<string, string>>;

/** What a page says of itself that wants to be isolated; an embed does not. */
const mark = '<meta name="application-name" content="Noisy Descent"';

/** A host that sends one of these has its own mind. */
const isolation = ['Cross-Origin-Opener-Policy', 'Cross-Origin-Embedder-Policy'];

/** The page with the site's headers where it wants to be isolated; `isOther` says that it does not. */
async function openedPage(
  response: Response,
  headers: SiteHeaders,
): Promise<{ response: Response; isOther: boolean }> {
  const type = response.headers.get('Content-Type') ?? '';
  if (!response.ok || !type.startsWith('text/html')) return { response, isOther: false };
  const text = await response.text();
  const isOther = !text.includes(mark);
  return { response: withHeaders(response, text, isOther ? {} : headers), isOther };
}

/** The same page, isolated and under the site's policy; not so where the host isolates by itself. */
function withHeaders(
  { headers: sent, status, statusText }: Response,
  text: string,
  headers: SiteHeaders,
): Response {
  const all = new Headers(sent);
  if (!isolation.some((name) => all.has(name))) {
    for (const [name, value] of Object.entries(headers)) if (!all.has(name)) all.set(name, value);
  }
  return new Response(text, { status, statusText, headers: all });
}

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

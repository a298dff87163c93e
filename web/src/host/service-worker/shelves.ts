import type { KeptFile, Release } from './release.ts';

// The files of each release lie on a shelf of their own, one of the browser's caches. Pages are put there
// last: a shelf that has one holds everything that it needs.

/** What is kept of this site: one shelf for each release. */
export class Shelves {
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

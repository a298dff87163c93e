/** What the page has of its host: whether it may use threads, and whether it needs the host again. */
class Host extends EventTarget {
  #obstacle = '';
  #isKept = false;

  /** What keeps threads from it, as a sentence without its end; '' where nothing is known. */
  get obstacle(): string {
    return this.#obstacle;
  }

  /** Whether the whole site is kept in the browser, so that it opens without a network. */
  get isKept(): boolean {
    return this.#isKept;
  }

  tell(news: { obstacle?: string; isKept?: boolean }): void {
    this.#obstacle = news.obstacle ?? this.#obstacle;
    this.#isKept = news.isKept ?? this.#isKept;
    this.dispatchEvent(new Event('change'));
  }
}

export const host = new Host();

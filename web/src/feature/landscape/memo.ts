/** Remembers what something was made of, to make it anew only when that has changed. */
export class Memo {
  private key: readonly unknown[] | null = null;

  /** Whether any part is another one than the last time, which it was not asked before. */
  isNew(...key: readonly unknown[]): boolean {
    const isSame = this.key?.every((part, index) => Object.is(part, key[index])) ?? false;
    this.key = key;
    return !isSame;
  }
}

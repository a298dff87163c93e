/** Random changes that a seed determines. */
export class Chance {
  private state: number;

  constructor(seed: number) {
    this.state = seed;
  }

  /** A whole number from 0 to one less than `count` (the generator mulberry32). */
  below(count: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let bits = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return Math.floor((((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32) * count);
  }

  of<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)];
  }

  /** The text with some pieces removed, doubled, moved or replaced by these characters. */
  edited(text: string, characters: string): string {
    let out = text;
    for (let left = this.below(3); left >= 0; left -= 1) {
      const [from, length] = [this.below(out.length + 1), this.below(4)];
      const [head, piece, tail] = [out.slice(0, from), out.slice(from, from + length), out.slice(from + length)]; // prettier-ignore
      const strange = characters.charAt(this.below(characters.length));
      out = this.of([
        head + tail,
        head,
        head + piece + piece + tail,
        head + strange + tail,
        head + strange + piece + tail,
        tail + head,
      ]);
    }
    return out;
  }

  /** Changes a JSON tree in one place: removes a member, copies it elsewhere, or replaces it. */
  bend(tree: unknown): void {
    const places = membersOf(tree);
    if (places.length === 0) return;
    const [owner, key] = this.of(places);
    const value = owner[key];
    const other = this.of(places);
    const kind = this.below(5);
    if (kind === 0) Reflect.deleteProperty(owner, key);
    else if (kind === 1) owner[this.of(['x', 'constructor', 'toString', '', 'version'])] = value;
    else if (kind === 2) owner[key] = structuredClone(other[0][other[1]]);
    else if (kind === 3 && typeof value === 'number') owner[key] = value * this.of([2, 0.5, -1]);
    else owner[key] = structuredClone(this.of(strangers));
  }
}

const strangers = [null, true, 0, -0, -1, 0.5, 3, 1e300, 5e-324, '', 'none', 'toString', [], {}, [[]], { a: 1 }]; // prettier-ignore

type Tree = Record<string, unknown>;

/** All places of a tree, as owner and key. */
function membersOf(tree: unknown): [Tree, string][] {
  if (typeof tree !== 'object' || tree === null) return [];
  const owner = tree as Tree;
  return Object.keys(owner).flatMap((key) => [[owner, key], ...membersOf(owner[key])]);
}

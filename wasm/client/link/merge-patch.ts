/** Differences between JSON values as JSON Merge Patches (RFC 7396): null removes a field. */

type Tree = Record<string, unknown>;

/** The patch that makes `target` out of `base`; of a list that differs, the whole list. */
export function patchBetween(base: Tree, target: Tree): Tree {
  const removed = Object.keys(base)
    .filter((key) => !Object.hasOwn(target, key) || target[key] === undefined)
    .map((key) => [key, null] as const);
  const changed = Object.entries(target).flatMap(([key, value]) => {
    const before = Object.hasOwn(base, key) ? base[key] : undefined;
    if (value === undefined || isSame(before, value)) return [];
    const isDeep = isTree(before) && isTree(value);
    return [[key, isDeep ? patchBetween(before, value) : value] as const];
  });
  return Object.fromEntries([...changed, ...removed]);
}

/** The value that a patch makes out of `base`. */
export function withPatch(base: unknown, patch: unknown): unknown {
  if (!isTree(patch)) return patch;
  const from = isTree(base) ? base : {};
  const kept = Object.entries(from).filter(([key]) => !Object.hasOwn(patch, key));
  const set = Object.entries(patch)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => [key, withPatch(Object.hasOwn(from, key) ? from[key] : null, value)]);
  return Object.fromEntries([...kept, ...(set as [string, unknown][])]);
}

export function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether two JSON values say the same, whatever the order of their fields. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]));
  }
  if (!isTree(one) || !isTree(other)) return false;
  const keys = Object.keys(one);
  const isEqual = (key: string) => Object.hasOwn(other, key) && isSame(one[key], other[key]);
  return keys.length === Object.keys(other).length && keys.every(isEqual);
}

/** Dotted paths into an experiment, such as `algorithms.0.parameters.iterations`; never mutates. */

type Container = Record<string, unknown> | unknown[];

/** The same path in one spelling: `algorithms[0].id` and `/algorithms/0/id` become `algorithms.0.id`. */
export function normalizePath(path: string): string {
  return path
    .replace(/\[(\w+)\]/g, '.$1')
    .replace(/\//g, '.')
    .replace(/^\.+|\.+$/g, '');
}

/** The value at a path, or undefined where the path leaves the tree. */
export function valueAt(root: unknown, path: string): unknown {
  let value: unknown = root;
  for (const key of keys(path)) {
    if (!isContainer(value) || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/** A copy with the value at the path replaced; missing objects on the way are made; undefined removes the field. */
export function withValueAt<T>(root: T, path: string, value: unknown): T {
  return replace(root, keys(path), value) as T;
}

/** True when `path` is `prefix` or lies below it. */
export function isWithin(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}.`);
}

function keys(path: string): string[] {
  return path === '' ? [] : path.split('.');
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

function replace(node: unknown, path: string[], value: unknown): unknown {
  if (path.length === 0) return value;
  const [key, ...rest] = path;
  if (Array.isArray(node)) return replaceItem(node, Number(key), rest, value);
  const copy: Record<string, unknown> = isContainer(node)
    ? { ...(node as Record<string, unknown>) }
    : {};
  const next = replace(Object.hasOwn(copy, key) ? copy[key] : undefined, rest, value);
  if (next !== undefined) return { ...copy, [key]: next };
  return Object.fromEntries(Object.entries(copy).filter(([name]) => name !== key));
}

function replaceItem(node: unknown[], index: number, rest: string[], value: unknown): unknown[] {
  const copy = node.slice();
  const next = replace(copy[index], rest, value);
  if (next === undefined) copy.splice(index, 1);
  else copy[index] = next;
  return copy;
}

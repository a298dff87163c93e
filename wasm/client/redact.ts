/** A copy of a result without its `nonPrivate` blocks, at any depth. */
export function redact<T>(value: T): T {
  if (Array.isArray(value)) return value.map((entry: unknown) => redact(entry)) as T;
  if (value === null || typeof value !== 'object') return value;
  const kept = Object.entries(value).filter(([key]) => key !== 'nonPrivate');
  return Object.fromEntries(kept.map(([key, entry]) => [key, redact(entry as unknown)])) as T;
}

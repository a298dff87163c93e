import { engineError } from '../error.ts';
import { linkLimits } from './limits.ts';

const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Refuses what could reach beyond a parsed JSON value: names that objects inherit by, and depths
 * that what reads them would fall into.
 *
 * @throws EngineError `unknown-field` or `limit-exceeded`, at the path
 */
export function checkSafe(value: unknown, path = '', depth = 0): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth > linkLimits.depth) {
    const message = `The values are nested more than ${linkLimits.depth} deep.`;
    throw engineError('limit-exceeded', path, message);
  }
  for (const [key, inner] of Object.entries(value)) {
    const inside = path === '' ? key : `${path}.${key}`;
    if (forbiddenKeys.has(key)) {
      throw engineError('unknown-field', inside, `The field name "${key}" is not allowed.`);
    }
    checkSafe(inner, inside, depth + 1);
  }
}

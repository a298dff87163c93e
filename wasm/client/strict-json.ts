import { engineError } from './error.ts';

/** Strings, and what gives them their place. */
const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;
const mostShown = 40;

/**
 * JSON.parse, but two values for one key are an error: the engine refuses them, and readers that
 * keep the first would see another experiment than those that keep the last.
 *
 * @throws EngineError `invalid-json`
 */
export function parseStrictJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw engineError('invalid-json', '', `The text is not JSON: ${reason}.`);
  }
  const twice = duplicateKey(text);
  if (twice === null) return value;
  const shown = twice.length > mostShown ? `${twice.slice(0, mostShown)}...` : twice;
  throw engineError('invalid-json', '', `The key "${shown}" appears twice in one object.`);
}

/** The first key that an object of a valid text has twice. */
function duplicateKey(text: string): string | null {
  /** The keys so far of the objects around; null for an array. */
  const around: (Set<string> | null)[] = [];
  let last = '';
  for (const [token] of text.matchAll(tokens)) {
    if (token === '{') around.push(new Set());
    else if (token === '[') around.push(null);
    else if (token === '}' || token === ']') around.pop();
    else if (token === ':') {
      const keys = around.at(-1);
      const key = JSON.parse(last) as string;
      if (keys?.has(key)) return key;
      keys?.add(key);
    }
    last = token;
  }
  return null;
}

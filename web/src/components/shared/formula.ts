import { mathml, nothing, html, type TemplateResult } from 'lit';

/**
 * A formula in math type, from a line such as `x_{t+1} = x_t − {a + b}÷c`: braces make one part of
 * several, `_` and `^` set low and high, `÷` puts a part over the next one, and `~` is a space.
 *
 * @param spoken  what a screen reader says; empty beside words that say it already
 */
export function formula(text: string, spoken = '', isLarge = false): TemplateResult {
  const reader = { tokens: text.match(/sup|\d+|\S/gu) ?? [], position: 0 };
  return html`<math displaystyle=${isLarge ? 'true' : nothing} aria-label=${spoken || nothing}
    >${rowOf(reader)}</math
  >`;
}

interface Reader {
  tokens: readonly string[];
  position: number;
}

function take(reader: Reader, token: string): boolean {
  if (reader.tokens[reader.position] !== token) return false;
  reader.position += 1;
  return true;
}

/** All that comes up to a closing brace. */
function rowOf(reader: Reader): TemplateResult[] {
  const parts: TemplateResult[] = [];
  while (reader.position < reader.tokens.length && !take(reader, '}')) parts.push(partOf(reader));
  return parts;
}

/** A symbol or a group, with what is set low and high of it, over the next one if it is a fraction's. */
function partOf(reader: Reader): TemplateResult {
  const token = reader.tokens[reader.position];
  const base = symbolOf(reader);
  const low = take(reader, '_') ? symbolOf(reader) : null;
  const high = take(reader, '^') ? symbolOf(reader) : null;
  const isLimit = token === '∑' || token === 'sup';
  const part = scripted(base, low, high, isLimit);
  return take(reader, '÷') ? mathml`<mfrac>${part}${partOf(reader)}</mfrac>` : part;
}

function symbolOf(reader: Reader): TemplateResult {
  if (take(reader, '{')) return mathml`<mrow>${rowOf(reader)}</mrow>`;
  const token = reader.tokens[reader.position];
  reader.position += 1;
  if (token === '~') return mathml`<mspace width="0.5em"></mspace>`;
  if (/\d/.test(token)) return mathml`<mn>${token}</mn>`;
  return /\p{L}/u.test(token) ? mathml`<mi>${token}</mi>` : mathml`<mo>${token}</mo>`;
}

function scripted(
  base: TemplateResult,
  low: TemplateResult | null,
  high: TemplateResult | null,
  isLimit: boolean,
): TemplateResult {
  if (low && high) return mathml`<msubsup>${base}${low}${high}</msubsup>`;
  if (low && isLimit) return mathml`<munder>${base}${low}</munder>`;
  if (low) return mathml`<msub>${base}${low}</msub>`;
  return high ? mathml`<msup>${base}${high}</msup>` : base;
}

import { html, mathml, type TemplateResult } from 'lit';

// Formulas as the engine writes them, such as sqrt(p) log(n)^(3/2)/(n eps), in real math type.

type Node =
  | { kind: 'word' | 'number'; text: string }
  | { kind: 'product'; factors: Node[] }
  | { kind: 'sum'; terms: Node[] }
  | { kind: 'fraction'; top: Node; bottom: Node }
  | { kind: 'power'; base: Node; exponent: Node }
  | { kind: 'call'; name: string; parts: Node[] }
  | { kind: 'norm'; inside: Node };

const signs: Record<string, string> = { eps: 'ε', mu: 'μ', kappa: 'κ', lambda: 'λ', C: '𝒞' };
const functions = ['sqrt', 'log', 'min'];

/** The tree of a formula; null for a text that is none. */
export function parseFormula(text: string): Node | null {
  const tokens = text.match(/[A-Za-z]+(?:_[A-Za-z*]+)?|\d+(?:\.\d+)?|[()+/^|,]/g) ?? [];
  const state = { tokens, position: 0 };
  const tree = sum(state);
  return tree !== null && state.position === tokens.length ? tree : null;
}

interface Reader {
  tokens: readonly string[];
  position: number;
}

const peek = ({ tokens, position }: Reader) => tokens[position] ?? '';

function take(reader: Reader, token: string): boolean {
  if (peek(reader) !== token) return false;
  reader.position += 1;
  return true;
}

function sum(reader: Reader): Node | null {
  const terms: Node[] = [];
  do {
    const term = product(reader);
    if (term === null) return null;
    terms.push(term);
  } while (take(reader, '+'));
  return terms.length === 1 ? terms[0] : { kind: 'sum', terms };
}

/** Factors beside each other; a slash puts all of them over the next one. */
function product(reader: Reader): Node | null {
  let factors: Node[] = [];
  while (/^[A-Za-z\d(|]/.test(peek(reader))) {
    const factor = power(reader);
    if (factor === null) return null;
    factors.push(factor);
    if (peek(reader) === '|' && insideNorm(reader)) break;
    while (take(reader, '/')) {
      const bottom = power(reader);
      if (bottom === null) return null;
      factors = [{ kind: 'fraction', top: joined(factors), bottom }];
    }
  }
  return factors.length === 0 ? null : joined(factors);
}

/** Whether the bar that comes next closes a norm: an odd number of bars came before it. */
function insideNorm({ tokens, position }: Reader): boolean {
  return tokens.slice(0, position).filter((token) => token === '|').length % 2 === 1;
}

function joined(factors: Node[]): Node {
  return factors.length === 1 ? factors[0] : { kind: 'product', factors };
}

function power(reader: Reader): Node | null {
  const base = atom(reader);
  if (base === null || !take(reader, '^')) return base;
  const exponent = atom(reader);
  return exponent && { kind: 'power', base, exponent };
}

function atom(reader: Reader): Node | null {
  const token = peek(reader);
  reader.position += 1;
  if (token === '(') return closed(reader, sum(reader), ')');
  if (token === '|') {
    const inside = closed(reader, sum(reader), '|');
    return inside && { kind: 'norm', inside };
  }
  if (/^\d/.test(token)) return { kind: 'number', text: token };
  if (!/^[A-Za-z]/.test(token)) return null;
  if (!functions.includes(token)) return { kind: 'word', text: token };
  return take(reader, '(') ? call(reader, token) : null;
}

function call(reader: Reader, name: string): Node | null {
  const parts: Node[] = [];
  do {
    const part = sum(reader);
    if (part === null) return null;
    parts.push(part);
  } while (take(reader, ','));
  return closed(reader, { kind: 'call', name, parts }, ')');
}

function closed(reader: Reader, node: Node | null, token: string): Node | null {
  return node !== null && take(reader, token) ? node : null;
}

/** The formula in math type, named for a screen reader; as text where it cannot be read. */
export function formulaOf(text: string): TemplateResult {
  const tree = parseFormula(text);
  if (tree === null) return html`<code>${text}</code>`;
  return html`<math displaystyle="true" aria-label=${spoken(text)}>${drawn(tree)}</math>`;
}

function spoken(text: string): string {
  return text
    .replaceAll('eps', 'epsilon')
    .replaceAll('^(3/2)', ' to the 3 halves')
    .replaceAll('^(2/3)', ' to the 2 thirds')
    .replaceAll('^(1/4)', ' to the quarter')
    .replaceAll('^2', ' squared')
    .replaceAll('^3', ' cubed')
    .replaceAll('sqrt', 'root of ')
    .replaceAll('/', ' over ');
}

function drawn(node: Node): TemplateResult {
  switch (node.kind) {
    case 'number':
      return mathml`<mn>${node.text}</mn>`;
    case 'word':
      return word(node.text);
    case 'product':
      return mathml`<mrow>${node.factors.map((factor, index) => [index > 0 ? thin : '', bracketed(factor)])}</mrow>`;
    case 'sum':
      return mathml`<mrow>${node.terms.map((term, index) => [index > 0 ? plus : '', drawn(term)])}</mrow>`;
    case 'fraction':
      return mathml`<mfrac>${drawn(node.top)}${drawn(node.bottom)}</mfrac>`;
    case 'norm':
      return mathml`<mrow><mo>‖</mo>${drawn(node.inside)}<mo>‖</mo></mrow>`;
    case 'power':
      return raised(node.base, node.exponent);
    case 'call':
      return called(node.name, node.parts);
  }
}

const thin = mathml`<mspace width="0.15em"></mspace>`;
const plus = mathml`<mo>+</mo>`;

function word(text: string): TemplateResult {
  const [name, index] = text.split('_') as [string, string?];
  const sign = mathml`<mi>${signs[name] ?? name}</mi>`;
  if (index === undefined) return sign;
  return mathml`<msub>${sign}<mi>${signs[index] ?? index}</mi></msub>`;
}

/** Inside a product or under a power a sum needs its brackets. */
function bracketed(node: Node): TemplateResult {
  return node.kind === 'sum'
    ? mathml`<mrow><mo>(</mo>${drawn(node)}<mo>)</mo></mrow>`
    : drawn(node);
}

function raised(base: Node, exponent: Node): TemplateResult {
  if (base.kind === 'call' && base.name === 'log') {
    return mathml`<mrow><msup><mi>log</mi>${small(exponent)}</msup>${inBrackets(base.parts)}</mrow>`;
  }
  const whole = base.kind === 'word' || base.kind === 'number' || base.kind === 'norm';
  const content = whole ? drawn(base) : mathml`<mrow><mo>(</mo>${drawn(base)}<mo>)</mo></mrow>`;
  return mathml`<msup>${content}${small(exponent)}</msup>`;
}

/** An exponent on one line: 3/2, not a fraction. */
function small(node: Node): TemplateResult {
  if (node.kind !== 'fraction') return drawn(node);
  return mathml`<mrow>${drawn(node.top)}<mo>/</mo>${drawn(node.bottom)}</mrow>`;
}

function called(name: string, parts: Node[]): TemplateResult {
  if (name === 'sqrt') return mathml`<msqrt>${drawn(parts[0])}</msqrt>`;
  const [only] = parts;
  if (name === 'log' && only.kind === 'word') {
    return mathml`<mrow><mi>log</mi>${thin}${drawn(only)}</mrow>`;
  }
  return mathml`<mrow><mi>${name}</mi>${inBrackets(parts)}</mrow>`;
}

function inBrackets(parts: Node[]): TemplateResult {
  const comma = mathml`<mo separator="true">,</mo>`;
  return mathml`<mrow><mo>(</mo>${parts.map((part, index) => [index > 0 ? comma : '', drawn(part)])}<mo>)</mo></mrow>`;
}

// Takes the indentation out of the templates of components, where any white space is read as one.
import { parseAst } from 'vite';

const tags = new Set(['css', 'html', 'svg']);
/** Elements that show their text as it is written. */
const verbatim = /<(pre|textarea|script)\b/;
/** A style that makes others do so. */
const keepsSpace = /white-space(-collapse)?:\s*(pre|break)/;

/** @returns {import('vite').Plugin} */
export function shortTemplates() {
  return {
    name: 'short-templates',
    enforce: 'post',
    transform: (code) => (code.includes('`') ? { code: withoutIndentation(code) } : null),
  };
}

/**
 * The same module, with no indentation in its css, html and svg templates. A template with text that
 * is shown as it is written stays as it is.
 *
 * @param {string} code JavaScript
 * @throws where a style shows white space, so that nobody can tell whose
 */
export function withoutIndentation(code) {
  if (keepsSpace.test(code)) throw new Error('a style shows white space, which would change');
  const parts = [];
  let done = 0;
  const texts = templatesIn(parseAst(code)).flatMap(({ tag, quasi }) =>
    quasi.quasis.map(({ start, end }) => ({ start, end, isStyle: tag.name === 'css' })),
  );
  for (const { start, end, isStyle } of texts.toSorted((one, other) => one.start - other.start)) {
    const text = code.slice(start, end).replace(/\n\s+/g, '\n');
    // Between rules and declarations a style needs no space at all.
    parts.push(code.slice(done, start), isStyle ? text.replace(/([{};,])\n/g, '$1') : text);
    done = end;
  }
  return parts.join('') + code.slice(done);
}

/** The templates of a syntax tree, also those inside of others, that may change. */
function templatesIn(node) {
  if (typeof node !== 'object' || node === null) return [];
  const inside = Object.values(node).flatMap(templatesIn);
  const isTemplate = node.type === 'TaggedTemplateExpression' && tags.has(node.tag.name);
  const texts = isTemplate ? node.quasi.quasis.map(({ value }) => value.raw) : [];
  return isTemplate && !texts.some((text) => verbatim.test(text)) ? [node, ...inside] : inside;
}

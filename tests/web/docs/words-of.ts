// The words that people read, without code: of Markdown, of the page's sources, and of the engine's.
import { lexer, type Token, type Tokens } from 'marked';
import ts from 'typescript';

/** The prose of a page of Markdown, and its blocks of plain text. */
export function proseOf(markdown: string): string {
  const withoutFormulas = markdown.replace(/\$\$[^$]*\$\$|\$(?!\s)[^$\n]+\$/g, ' ');
  return partsOf(lexer(withoutFormulas)).join('\n');
}

function partsOf(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => {
    if (token.type === 'code') return token.lang === 'text' ? [token.text as string] : [];
    if (token.type === 'codespan' || token.type === 'html') return [];
    if (token.type === 'list')
      return (token as Tokens.List).items.flatMap((one) => partsOf(one.tokens));
    if (token.type === 'table') {
      const { header, rows } = token as Tokens.Table;
      return [header, ...rows].flat().flatMap((cell) => partsOf(cell.tokens));
    }
    if ('tokens' in token && token.tokens) return partsOf(token.tokens);
    return 'text' in token ? [String(token.text)] : [];
  });
}

const spokenAttribute = /(?:aria-label|alt|label|placeholder|title)="([^"]*)"/g;

/** Of templates, styles and patterns: tags, entities, attributes, calls, properties, escapes. */
const marks =
  /<[^>]*>|&\w+;|\[[^\]]*\]|[\w-]+=\S*|[\w-]+\([^)]*\)|\bcolor(?=[-:])|\\(?:x1b\[K|033\[K|\w)/g;

/** What a source of the page may show: texts of more than one word, and templates without their tags. */
export function shownBy(source: string): string {
  const shown: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isTaggedTemplateExpression(node)) {
      const language = node.tag.getText();
      if (language === 'css') return;
      const text = withGaps(node.template);
      shown.push(text);
      for (const [, words] of text.matchAll(spokenAttribute)) shown.push(words);
      if (ts.isTemplateExpression(node.template)) {
        for (const { expression } of node.template.templateSpans) visit(expression);
      }
      return;
    }
    if (ts.isTemplateExpression(node)) shown.push(withGaps(node));
    else if (ts.isStringLiteralLike(node) && node.text.includes(' ')) shown.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('page.ts', source, ts.ScriptTarget.Latest, true));
  return shown.map((text) => text.replace(marks, ' ')).join('\n');
}

/** A template with a mark in the place of each expression. */
function withGaps(template: ts.TemplateLiteral): string {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text;
  return (
    template.head.text + template.templateSpans.map(({ literal }) => `…${literal.text}`).join('')
  );
}

/** The sentences of a C++ source: string literals of more than one word, those beside each other joined. */
export function saidBy(source: string): string {
  const literals = source.replace(/"\s*\n\s*"/g, '').match(/"(?:[^"\\\n]|\\.)*"/g) ?? [];
  return literals
    .filter((text) => /\w \w/.test(text))
    .join('\n')
    .replace(marks, ' ');
}

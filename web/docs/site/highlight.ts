// Marks the words of a code block with classes: a policy that forbids styles in attributes allows these.
import { escapeHtml } from './escape.ts';

const words: Record<string, string> = {
  js: 'async await case catch class const default else export for from function if import in let new null of return throw true false try undefined while',
  json: 'true false null',
  sh: 'do done for in if then fi export',
  cpp: 'auto bool const double else for if include int namespace return struct using void',
  cmake: 'REQUIRED CONFIG PRIVATE PUBLIC',
};

const lineComment: Record<string, string> = {
  js: '//[^\\n]*|/\\*[\\s\\S]*?\\*/',
  cpp: '//[^\\n]*|/\\*[\\s\\S]*?\\*/',
  sh: '(?<=^|\\s)#[^\\n]*',
  cmake: '#[^\\n]*',
  html: '<!--[\\s\\S]*?-->',
};

const aliases: Record<string, string> = {
  astro: 'html',
  cjs: 'js',
  console: 'sh',
  jsx: 'js',
  svelte: 'html',
  ts: 'js',
};

/** A block of code as HTML; one in an unknown language is only escaped. */
export function highlight(code: string, language: string): string {
  const name = aliases[language] ?? language;
  if (!(name in words) && name !== 'html') return escapeHtml(code);
  const keywords = (words[name] ?? '').split(' ').filter(Boolean);
  const parts = [
    ...(name in lineComment ? [`(?<comment>${lineComment[name]})`] : []),
    name === 'html'
      ? `(?<string>"[^"]*")|(?<keyword></?[\\w-]+|/?>)`
      : `(?<string>"(?:[^"\\\\\\n]|\\\\.)*"|'(?:[^'\\\\]|\\\\.)*'|\`[^\`]*\`)`,
    ...(keywords.length > 0 ? [`(?<keyword>\\b(?:${keywords.join('|')})\\b)`] : []),
    `(?<number>(?<![\\w.-])\\d+(?:\\.\\d+)?(?:e-?\\d+)?\\b)`,
  ];
  let html = '';
  let end = 0;
  for (const found of code.matchAll(new RegExp(parts.join('|'), 'gm'))) {
    const kind = Object.entries<string | undefined>(found.groups!).find(
      ([, text]) => text !== undefined,
    )![0];
    html += `${escapeHtml(code.slice(end, found.index))}<span class="${kind}">${escapeHtml(found[0])}</span>`;
    end = found.index + found[0].length;
  }
  return html + escapeHtml(code.slice(end));
}

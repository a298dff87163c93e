// The blocks of code that README and the documentation show, page by page.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { lexer, type Token, type Tokens } from 'marked';

import { root } from '../../wasm/toolchain/process.mjs';
import { readSources } from '../../web/docs/site/pages.ts';

export interface Block {
  /** Path of the page from the project's folder. */
  page: string;
  /** Of the fence; '' of an indented block, which nothing would run. */
  language: string;
  text: string;
}

/** README, then the documentation in the order of its map: path and text. */
export const pages: readonly { path: string; text: string }[] = [
  { path: 'README.md', text: readFileSync(join(root, 'README.md'), 'utf8') },
  ...readSources().map(({ path, text }) => ({ path: `web/docs/${path}`, text })),
];

const isCode = (token: Token): token is Tokens.Code => token.type === 'code';

/** Also those inside of lists and quotes. */
function codeIn(tokens: readonly Token[]): Tokens.Code[] {
  return tokens.flatMap((token) => {
    if (isCode(token)) return [token];
    if (token.type === 'list')
      return (token as Tokens.List).items.flatMap((one) => codeIn(one.tokens));
    return 'tokens' in token && token.tokens ? codeIn(token.tokens) : [];
  });
}

export const blocks: readonly Block[] = pages.flatMap(({ path, text }) =>
  codeIn(lexer(text)).map((code) => ({ page: path, language: code.lang ?? '', text: code.text })),
);

/** The blocks of a language; the same text twice is one. */
export function blocksOf(language: string): Block[] {
  const found = blocks.filter((block) => block.language === language);
  const texts = found.map(({ text }) => text);
  return found.filter(({ text }, index) => texts.indexOf(text) === index);
}

export const pageText = (path: string): string => pages.find((one) => one.path === path)!.text;

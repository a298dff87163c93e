// What the engine reads and answers, what its catalogue says and what the client's types know of questions is the same.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';
import { describe, expect, it } from 'vitest';

import type { QuestionCatalogue } from '../../wasm/client/types.ts';
import { root } from '../../wasm/toolchain/process.mjs';
import { pages } from '../package/documented.ts';
import { queries as accountQueries } from '../wasm/account-queries.ts';
import { queries as theoryQueries } from '../wasm/theory-queries.ts';

const program = join(root, 'build', 'native', 'engine', 'cli', 'noisy-descent');
type Command = 'account' | 'theory';
type Question = { query: string } & Record<string, unknown>;

function call(...words: string[]): { out: string; said: string } {
  const { stdout, stderr } = spawnSync(program, words, { encoding: 'utf8' });
  return { out: stdout, said: stderr };
}

const ask = (command: Command, query: object) => call(command, JSON.stringify(query));
const catalogue = JSON.parse(call('catalogue').out) as QuestionCatalogue;
const source = ts.createSourceFile(
  'queries.ts',
  readFileSync(join(root, 'wasm/client/queries.ts'), 'utf8'),
  ts.ScriptTarget.Latest,
);

/** A field that no question has, and that is not like one either. */
const unheard = 'x'.repeat(30);

/** The fields that the engine itself names when it meets another one: `block` for those of a block. */
function fieldsRead(command: Command, question: Question, block = ''): string[] {
  const { said } = ask(command, withUnheard(question, block));
  const listed = /has no field .* here\. Known: (.*)\./.exec(said)?.[1] ?? '';
  return [...listed.matchAll(/"(\w+)"/g)].map(([, name = '']) => block + name);
}

function withUnheard(question: Question, block: string): object {
  const name = block.replace(/\W/g, '');
  if (name === '') return { query: question.query, [unheard]: 1 };
  const inner = question[name] as object | object[];
  const spoiled = Array.isArray(inner) ? [{ ...inner[0], [unheard]: 1 }] : { ...inner, [unheard]: 1 };
  return { ...question, [name]: spoiled };
}

/** Whether the engine refuses a field, whatever stands in it. */
function isRefused(command: Command, question: Question, field: string): boolean {
  const [block, name] = field.includes('[].') ? field.split('[].') : [undefined, field];
  return [0.5, 2].some((value) => {
    const list = block === undefined ? [] : (question[block] as object[]);
    const elements = list.map((element) => ({ ...element, [name]: value }));
    const changed = block === undefined ? { [field]: value } : { [block]: elements };
    return /conflicting-fields|unsupported-option/.test(ask(command, { ...question, ...changed }).said);
  });
}

/** The fields of a type of queries.ts, of all its forms together. */
function fieldsTyped(query: string): string[] {
  const name = `${query.replace(/(?:^|-)(.)/g, (_, first: string) => first.toUpperCase())}Query`;
  const node = source.statements.find(
    (one) => (ts.isInterfaceDeclaration(one) || ts.isTypeAliasDeclaration(one)) && one.name.text === name,
  );
  const found = new Set<string>();
  const visit = (at: ts.Node, prefix: string): void => {
    if (!ts.isPropertySignature(at)) {
      at.forEachChild((inner) => {
        visit(inner, prefix);
      });
      return;
    }
    const field = prefix + at.name.getText(source);
    if (at.type?.kind === ts.SyntaxKind.UndefinedKeyword) return;
    found.add(field);
    const isList = at.type !== undefined && at.type.getText(source).trim().endsWith('[]');
    at.type?.forEachChild((inner) => {
      visit(inner, `${field}${isList ? '[]' : ''}.`);
    });
  };
  if (node) visit(node, '');
  return [...found];
}

const sorted = (list: Iterable<string>) => [...new Set(list)].sort();

describe.each([
  ['account', catalogue.accountQueries, accountQueries],
  ['theory', catalogue.theoryQueries, theoryQueries],
] as const)('%s', (command, entries, examples) => {
  const names = entries.map(({ query }) => query as string);

  it('has the questions that the engine knows', () => {
    const { said } = ask(command, { query: unheard });
    expect(sorted(names)).toEqual(sorted([...said.matchAll(/"([a-z0-9-]+)"/g)].map(([, name = '']) => name).filter((name) => name !== unheard)));
    expect(sorted(examples.map(({ query }) => query))).toEqual(sorted(names));
  });

  it.each(names)('%s: the engine, the catalogue and the types have the same fields', (query) => {
    const { parameters } = entries.find((one) => one.query === query)!;
    const described = parameters.map(({ name }) => name);
    const example = examples.find((one) => one.query === query && (query !== 'lmi-certificate' || 'bound' in one)) as Question;
    const blocks = sorted(described.filter((name) => name.includes('.')).map((name) => name.replace(/\w+$/, '')));
    const read = ['', ...blocks].flatMap((block) => fieldsRead(command, example, block));
    expect(read.length).toBeGreaterThan(0);
    expect(read).toEqual(expect.arrayContaining(described));
    // The engine's table also holds what the question refuses in all of its forms.
    const others = read.filter((name) => name !== 'query' && !described.includes(name));
    expect(others.filter((name) => !isRefused(command, example, name))).toEqual([]);
    expect(sorted(fieldsTyped(query))).toEqual(sorted(['query', ...described]));
  });

  it.each(examples.map((one) => [JSON.stringify(one), one] as const))('answers %s', (_, question) => {
    const { out, said } = ask(command, question);
    expect(said).toBe('');
    const answer = JSON.parse(out) as Record<string, unknown>;
    if (command === 'theory') return;
    const { answer: details } = catalogue.accountQueries.find(({ query }) => query === question.query)!;
    const own = details.filter(({ name }) => !name.includes('.'));
    const known = [...own.map(({ name }) => name), 'value', 'method', 'bound'];
    expect(known).toEqual(expect.arrayContaining(Object.keys(answer)));
    for (const { name, always } of own) if (always) expect(answer).toHaveProperty(name);
  });
});

describe('the questions in the documentation', () => {
  const text = pages.map((page) => page.text).join('\n');
  const documented = [...text.matchAll(/noisy-descent (account|theory) '([^']*)'/g)].map(
    ([, command = '', query = '']) => [command, query] as const,
  );

  it('are there', () => {
    expect(new Set(documented.map(([command]) => command))).toEqual(new Set(['account', 'theory']));
  });

  it.each(documented)('%s: %s is answered', (command, query) => {
    expect(call(command, query).said).toBe('');
  });

  it('are questions of their types', () => {
    const asked = documented.map(
      ([command, query]) => `export const q: ${command === 'account' ? 'Account' : 'Theory'}Query = ${query};`,
    );
    const wrong = 'export const q: AccountQuery = { query: "gaussian-noise", epsilon: 1 };';
    expect(asked.map(mistakesIn)).toEqual(asked.map(() => 0));
    expect(mistakesIn(wrong)).toBe(1);
  });
});

/** How many mistakes the compiler finds in a line that knows the types of questions. */
function mistakesIn(line: string): number {
  const folder = join(root, 'wasm/client');
  const path = join(folder, 'documented.ts');
  const code = `import type { AccountQuery } from './types.ts';
import type { TheoryQuery } from './theory.ts';
export type Both = [AccountQuery, TheoryQuery];
${line}`;
  const options = {
    noEmit: true,
    strict: true,
    types: [],
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  const host = ts.createCompilerHost(options);
  const readSource = host.getSourceFile.bind(host);
  host.getSourceFile = (name, version) =>
    name === path ? ts.createSourceFile(name, code, version) : readSource(name, version);
  const program = ts.createProgram([path], options, host);
  return program.getSemanticDiagnostics(program.getSourceFile(path)).length;
}

import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

import { rankOf } from './rooms.ts';

const page = join(import.meta.dirname, '../../web/src');

/// All TypeScript files of the page, by their path in it.
const sources = readdirSync(page, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => relative(page, join(entry.parentPath, entry.name)));

/// Lowest first: a room imports what stands before it, and its own.
const rooms = [
  'engine',
  'host',
  'format',
  'statistics',
  'styles',
  'experiment',
  'chart',
  'export',
  'results',
  'curves',
  'privacy',
  'store',
  'link',
  'fit',
  'components',
  'feature',
  'app',
  'element',
  'notebook',
];

/// Features that others build on, and which do.
const lower: Partial<Record<string, readonly string[]>> = {
  landscape: ['paths', 'probe'],
  paths: ['lab', 'strategies'],
  publish: ['table', 'workbench'],
  risk: ['play'],
  stories: ['gallery'],
  workbench: ['data', 'table'],
};

interface Import {
  from: string;
  to: string;
}

function importsOf(path: string, text: string): Import[] {
  // A type in an expression counts, and so does what comes when it is asked for.
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g)]
    .map((found) => normalize(join(dirname(path), found[1])))
    .filter((to) => !to.startsWith('..'))
    .map((to) => ({ from: path, to }));
}

const imports = sources.flatMap((path) => importsOf(path, readFileSync(join(page, path), 'utf8')));

/// The pages' own scripts stand above all rooms.
const rank = (path: string) => (path.includes('/') ? rankOf(rooms, path) : rooms.length);

/// The folder of a feature; undefined of what is none, and of what all of them share.
const featureOf = (path: string) => /^feature\/([^/]+)\//.exec(path)?.[1];

const upwards = (all: readonly Import[]) => all.filter(({ from, to }) => rank(to) > rank(from));

const fromBelow = (all: readonly Import[]) =>
  all.filter(
    ({ from, to }) => featureOf(to) !== undefined && !/^(feature|app|element)\//.test(from),
  );

const acrossFeatures = (all: readonly Import[]) =>
  all.filter(({ from, to }) => {
    const [one, other] = [featureOf(from), featureOf(to)];
    if (other === undefined || one === other || !from.startsWith('feature/')) return false;
    return one === undefined || !lower[other]?.includes(one);
  });

/// Pairs of folders each of which imports the other.
function mutual(all: readonly Import[], folderOf: (path: string) => string | undefined): string[] {
  const pairs = new Set(all.map(({ from, to }) => `${folderOf(from)} ${folderOf(to)}`));
  return [...pairs].filter((pair) => {
    const [one, other] = pair.split(' ');
    return one < other && pairs.has(`${other} ${one}`);
  });
}

const roomOf = (path: string) => (path.includes('/') ? path.split('/')[0] : 'scripts');

describe('the rooms of the page', () => {
  it('hold every file but its scripts', () => {
    expect(sources.length).toBeGreaterThan(300);
    expect(sources.filter((path) => rank(path) < 0)).toEqual([]);
    expect(rooms.filter((room) => !sources.some((path) => path.startsWith(`${room}/`)))).toEqual(
      [],
    );
  });

  it('import only what stands before them', () => {
    expect(upwards(imports)).toEqual([]);
    expect(mutual(imports, roomOf)).toEqual([]);
  });

  it('know no feature below the page that lists them', () => {
    expect(fromBelow(imports)).toEqual([]);
  });
});

describe('the features of the page', () => {
  const between = imports.filter(
    ({ from, to }) => featureOf(from) !== undefined && featureOf(to) !== undefined,
  );

  it('import no other feature but those that are lower', () => {
    expect(acrossFeatures(imports)).toEqual([]);
    expect(mutual(between, featureOf)).toEqual([]);
  });

  it('are built on by those that say so alone', () => {
    const built = Object.entries(lower).flatMap(([to, users]) =>
      users!.map((from) => ({ from, to })),
    );
    const unused = built.filter(
      ({ from, to }) =>
        !imports.some((one) => featureOf(one.from) === from && featureOf(one.to) === to),
    );
    expect(unused).toEqual([]);
  });

  it('come with light registrations: the code of late panels comes when it is asked for', () => {
    const registrations = sources.filter((path) => /^feature\/[^/]+\/registration\.ts$/.test(path));
    expect(registrations.length).toBeGreaterThan(20);
    const heavy = registrations.filter((path) => {
      const text = readFileSync(join(page, path), 'utf8');
      return /^\s*late:/m.test(text) && /^import (?:[^;]*from )?'[^']*-panel\.ts'/m.test(text);
    });
    expect(heavy).toEqual([]);
  });
});

describe('an import in the wrong direction', () => {
  const planted = (from: string, text: string) => importsOf(from, text);

  it('is seen, whether it comes at once or later', () => {
    expect(
      upwards(planted('results/panels.ts', `import { a } from '../store/state.ts';`)),
    ).toHaveLength(1);
    expect(
      upwards(planted('store/bench.ts', `await import('../feature/race/race.ts')`)),
    ).toHaveLength(1);
    expect(upwards(planted('store/bench.ts', `import '../results/panels.ts';`))).toEqual([]);
  });

  it('is seen where a feature is named', () => {
    const race = `import { a } from '../../feature/race/race.ts';`;
    expect(fromBelow(planted('components/charts/legend.ts', race))).toHaveLength(1);
    expect(fromBelow(planted('app/features.ts', `import '../feature/race/race.ts';`))).toEqual([]);
    expect(
      acrossFeatures(planted('feature/audit/audit.ts', `import '../race/race.ts';`)),
    ).toHaveLength(1);
    expect(
      acrossFeatures(planted('feature/registration.ts', `import './race/race.ts';`)),
    ).toHaveLength(1);
    expect(acrossFeatures(planted('feature/lab/state.ts', `import '../paths/parts.ts';`))).toEqual(
      [],
    );
  });

  it('is seen as half of a pair', () => {
    const pair = [
      ...planted('chart/range.ts', `import '../results/panels.ts';`),
      ...planted('results/panels.ts', `import '../chart/range.ts';`),
    ];
    expect(mutual(pair, roomOf)).toEqual(['chart results']);
  });
});

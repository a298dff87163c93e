import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

import { rankOf } from './rooms.ts';

const engine = join(import.meta.dirname, '../../engine');

/// All C++ files below a folder of the engine, by their path in it.
function sources(folder = ''): string[] {
  return readdirSync(join(engine, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(h|cpp)$/.test(entry.name))
    .map((entry) => relative(engine, join(entry.parentPath, entry.name)));
}

const text = (path: string) => readFileSync(join(engine, path), 'utf8');

/// The same without comments, of which several lines may be left empty.
const code = (path: string) => text(path).replace(/\/\/.*$/gm, '');

/// Lowest first: a room includes what stands before it, and its own.
const rooms = [
  'math',
  'random',
  'data',
  'json',
  'record',
  'problem',
  'problem/domain',
  'problem/loss',
  'problem/gallery',
  'problem/geometry',
  'problem/risk',
  'problem/saddle',
  'solver',
  'solver/base',
  'solver/problem',
  'solver/minimization',
  'solver/saddle',
  'solver/gap',
  'privacy',
  'privacy/accountant',
  'privacy/release',
  'privacy/calibration',
  'privacy/oracle',
  'privacy/form',
  'algorithm/frame',
  'algorithm/kl/theory',
  'algorithm/minimax/theory',
  'algorithm/simplex/theory',
  'algorithm/accelerated',
  'algorithm/erm',
  'algorithm/kl',
  'algorithm/baseline',
  'algorithm/minimax',
  'algorithm/simplex',
  'algorithm/optional',
  'diagnostic',
  'experiment/file',
  'experiment/plan',
  'statement/write',
  'experiment/session',
  'experiment/result',
  'statement/read',
  'statement/check',
  'question/field',
  'question/account',
  'question/theory',
  'question',
  'audit',
  'cli',
  'face',
];

const rank = (path: string) => rankOf(rooms, path);

describe('the rooms of the engine', () => {
  it('hold every file', () => {
    expect(sources().filter((path) => rank(path) < 0)).toEqual([]);
  });

  it('include only what stands before them', () => {
    const upwards = sources().flatMap((path) =>
      [...text(path).matchAll(/#include "engine\/([^"]+)"/g)]
        .map((found) => found[1])
        .filter((included) => rank(included) > rank(path))
        .map((included) => `${path} includes ${included}`),
    );
    expect(upwards).toEqual([]);
  });
});

describe('the kinds of release', () => {
  const declared = sources('privacy/form')
    .filter((path) => path.endsWith('.h'))
    .flatMap((path) =>
      [...code(path).matchAll(/^const ReleaseForm\* (\w+)_form\(/gm)].map(([, kind]) => kind),
    );
  const kinds = new RegExp(`\\b(gradient|${declared.join('|')})_form\\(`, 'g');

  it('are all known here', () => {
    expect(declared).toContain('certified_solution');
    expect(declared.length).toBeGreaterThanOrEqual(13);
  });

  it('are compared with nowhere but in their own files', () => {
    const comparing = new RegExp(`([=!]=\\s*${kinds.source})|(case\\s+${kinds.source})`);
    const others = sources().filter((path) => !path.startsWith('privacy/form/'));
    expect(others.filter((path) => comparing.test(code(path)))).toEqual([]);
  });

  it('are named by what asks for them alone: their files, their registry, algorithms and toys', () => {
    // What names no kind means a gradient.
    const named = (path: string) =>
      [...code(path).matchAll(kinds)].some(([, kind]) => kind !== 'gradient');
    // Ranges are asked for before an algorithm begins.
    const allowed =
      /^(privacy\/form|algorithm)\/|^audit\/planted\/printed_plan|^experiment\/plan\/ranged_rows/;
    expect(sources().filter((path) => !allowed.test(path) && named(path))).toEqual([]);
  });

  it('have files that nothing but the algorithms and the registry include', () => {
    const allowed =
      /^(privacy\/form|algorithm)\/|^audit\/(probe_plan|planted\/printed_plan)|^experiment\/plan\/ranged_rows/;
    const including = sources().filter((path) => text(path).includes('"engine/privacy/form/'));
    expect(including.filter((path) => !allowed.test(path))).toEqual([]);
  });
});

describe('mechanisms', () => {
  it('are told apart by what is known of their noise, not by name', () => {
    const comparing = /([=!]=\s*Mechanism::(?!none)\w+)|(case\s+Mechanism::)/;
    // Calibrations and accountants are about one mechanism each, and so is a kind's proof; what plays plans draws its law.
    const allowed =
      /^(privacy|algorithm\/frame|algorithm\/erm\/descent_parameters|algorithm\/kl\/kl_budget|question\/recommend\/candidate|experiment\/plan\/outlook)/;
    expect(sources().filter((path) => !allowed.test(path) && comparing.test(code(path)))).toEqual(
      [],
    );
  });
});

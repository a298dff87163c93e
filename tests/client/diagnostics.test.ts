// A diagnostic is known by its own file, by the engine's list, and by what is written from the catalogue: by nothing else.
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import { diagnosticIds } from '../../wasm/client/index.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const sources = ['engine', 'wasm', 'web/src'].flatMap((folder) =>
  readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
    // What a build has put beside the sources is no source.
    .filter((path) => /\.(h|cpp|ts|mjs)$/.test(path) && !path.startsWith('dist/'))
    .map((path) => `${folder}/${path}`),
);

const joined = (id: string, between: string) => id.replaceAll('-', between);
const camel = (id: string) => id.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** A figure of held-out rows stands beside that of trained ones; but accuracy is in the page's core, too. */
const ownFile = (id: string) =>
  id === 'held-out-accuracy' ? 'score_meter' : joined(id.replace(/^held-out-/, ''), '_');

/** Where each may stand: its own file, the engine's list, what is generated, the page's words. */
const mayKnow = (id: string) => [
  `engine/diagnostic/kind/${ownFile(id)}.cpp`,
  'engine/diagnostic/built_in_diagnostics.h',
  // What figures of predictions are called, which a program without the figures says, too.
  'engine/diagnostic/kind/score_meter.h',
  'engine/diagnostic/kind/score_meter.cpp',
  'wasm/core_parts.cpp',
  'wasm/client/words.ts',
  'web/src/results/measures.ts',
  'web/src/results/solve-measures.ts', // the page's words for unseen solves
  'web/src/feature/gallery/examples/', // the examples' own views
  'web/src/feature/stories/', // what they tell of
  'engine/question/fit/fit_experiment.cpp', // the figures that a model is judged by
  'engine/question/recommend/recommend.h', // what it expects
  'engine/question/recommend/recommend.cpp',
  'engine/question/recommend/recommend_report.cpp',
];

/** The same word for something else. */
const homonyms: Partial<Record<string, RegExp>> = {
  // What a release of a minimizer minimizes, in statements.
  objective:
    /^engine\/(statement\/|privacy\/form\/minimizer\.cpp$|experiment\/result\/publishable\.cpp$)/,
  // C_sig, in answers about the theory of variance-reduced methods.
  'noise-ratio': /^engine\/question\/theory\//,
  // How near a solver is asked to come, in answers about its gradients; and a figure that runs publish with noise.
  accuracy:
    /^(engine\/(question\/theory\/solver_complexity|privacy\/score\/private_score|algorithm\/frame\/scored_plan)\.cpp|wasm\/client\/records\.ts|web\/src\/feature\/race\/race-told\.ts)$/,
  // The problem, and the stream of its records.
  auc: /^engine\/problem\/saddle\/auc/,
  // The experiment that the page opens with, as links of version 3 have it.
  'held-out-accuracy': /^wasm\/client\/link\/defaults\/v3\.ts$/,
  // What a run whose counts are not public took, among its non-private numbers.
  'solver-gradients': /^engine\/experiment\/session\/report\.cpp$/,
};

const texts = new Map(sources.map((path) => [path, readFileSync(root + path, 'utf8')]));

/** Files that name a diagnostic: as a word in quotation marks, or by its functions and types. */
function filesThatKnow(id: string): string[] {
  const word = `["'\`](${id}|${camel(id)})\\\\?["'\`]`;
  const type = camel(id).replace(/^./, (letter) => letter.toUpperCase());
  const named = new RegExp(`${word}|\\b${joined(id, '_')}_diagnostic\\b|\\b${type}Meter\\b`);
  return sources.filter((path) => named.test(texts.get(path)!));
}

it.each(diagnosticIds)('nothing but its own file knows %s', (id) => {
  const others = filesThatKnow(id).filter(
    (path) => !mayKnow(id).some((known) => path.startsWith(known)) && !homonyms[id]?.test(path),
  );
  expect(others).toEqual([]);
});

it.each(diagnosticIds)('the file of %s is there, and found', (id) => {
  expect(filesThatKnow(id)).toContain(mayKnow(id)[0]);
});

it('the scheduler includes no header of an algorithm', () => {
  const frame = /^#include "engine\/algorithm\/(?!frame\/)/m;
  const session = sources.filter((path) => path.startsWith('engine/experiment/'));
  expect(session.length).toBeGreaterThan(20);
  expect(session.filter((path) => frame.test(texts.get(path)!))).toEqual([]);
});

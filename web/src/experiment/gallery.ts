import type { Catalogue, DataSpec, Experiment, Parameter } from '../engine/types.ts';

type Problem = Experiment['problem'];
export type GalleryEntry = Catalogue['gallery'][number];
export type SaddleEntry = Catalogue['saddles'][number];

/** What a problem is called in the catalogue: the name of one of the gallery or of a saddle problem, else its loss. */
export function problemId({ kind, name, loss }: Problem): string {
  return (kind === undefined ? loss : name) ?? '';
}

/** The entry of a problem of the gallery; none of losses of one's own records. */
export function galleryEntry(problem: Problem, { gallery }: Catalogue): GalleryEntry | undefined {
  return problem.kind === 'gallery' ? gallery.find(({ id }) => id === problem.name) : undefined;
}

/** The entry of a saddle problem, min over x and max over y; none of minimizations. */
export function saddleEntry(problem: Problem, { saddles }: Catalogue): SaddleEntry | undefined {
  return problem.kind === 'saddle' ? saddles.find(({ id }) => id === problem.name) : undefined;
}

/** What stands beside the name or the loss. */
export function problemParameters(problem: Problem, catalogue: Catalogue): Parameter[] {
  const loss = catalogue.losses.find(({ id }) => id === problem.loss);
  const named = galleryEntry(problem, catalogue) ?? saddleEntry(problem, catalogue);
  return (named ?? loss)?.parameters ?? [];
}

/**
 * The experiment with a problem of the gallery in its own domain, on the records that it is made
 * for. Nothing of the problem before is kept.
 */
export function withGallery(
  experiment: Experiment,
  { id, title, data, radius }: GalleryEntry,
  records = data as DataSpec,
): Experiment {
  const domain = radius === null ? { kind: 'all' } : { kind: 'l2-ball', radius };
  return { ...experiment, title, problem: { kind: 'gallery', name: id, domain }, data: records };
}

/** The experiment with a saddle problem, which brings its own domains and constants: of the problem before nothing is kept. */
export function withSaddle(experiment: Experiment, { id }: SaddleEntry): Experiment {
  if (experiment.problem.kind === 'saddle' && experiment.problem.name === id) return experiment;
  return { ...experiment, problem: { kind: 'saddle', name: id } };
}

/** The first problem that is made for records of this generator. */
export function madeFor(generator: string, { gallery }: Catalogue): GalleryEntry | undefined {
  return gallery.find(({ data }) => data['name'] === generator);
}

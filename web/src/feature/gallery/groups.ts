import type { Example, ExampleGroup } from './example.ts';
import { accelerated } from './examples/accelerated.ts';
import { erm } from './examples/erm.ts';
import { kl } from './examples/kl.ts';
import { models } from './examples/models.ts';
import { simplices } from './examples/simplices.ts';
import { solvers } from './examples/solvers.ts';
import { synthetic } from './examples/synthetic.ts';

/** Every experiment file of the repository's examples; the one that the page opens with comes first. */
export const groups: readonly ExampleGroup[] = [
  models,
  accelerated,
  erm,
  kl,
  solvers,
  simplices,
  synthetic,
];

export const allExamples: readonly Example[] = groups.flatMap(({ examples }) => examples);

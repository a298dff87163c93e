import quickstart from '../../../examples/quickstart.json' with { type: 'json' };
import type { Experiment } from '../engine/types.ts';

/**
 * The experiment that the page opens with, and the first one of the README. 569 records cannot pay
 * for epsilon 1 in 30 dimensions: every curve would be noise. Three columns that a doctor would name
 * beforehand (worst radius, worst texture, worst concave points), with public ranges, keep the
 * picture honest and readable. A far start and small steps, as in the paper's figures, show first
 * the descent and then the noise: plain descent is slow, momentum is fast until its noise stops it,
 * divided noise ends best. A test checks the file against the schema.
 */
export const defaultExperiment = quickstart as Experiment;

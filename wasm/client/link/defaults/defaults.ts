import type { LinkView } from '../link.ts';

type Fields = Readonly<Record<string, unknown>>;
type FieldsByWord = Readonly<Record<string, Fields>>;

/** What the engine takes for fields that an experiment leaves out, by the block that they are in. */
export interface FieldDefaults {
  /** By the kind of the source. */
  data: FieldsByWord;
  /** By the name of the generator. */
  synthetic: FieldsByWord;
  /** By the kind of the step. */
  preprocess: FieldsByWord;
  /** By the loss. */
  loss: FieldsByWord;
  /** By the kind. */
  regularizer: FieldsByWord;
  domain: FieldsByWord;
  gradientClip: Fields;
  constants: Fields;
  privacy: Fields;
  algorithm: Fields;
  /** By the algorithm's id. */
  parameters: FieldsByWord;
  run: Fields;
  randomness: Fields;
  trace: Fields;
}

/** What a version of links is a difference from. */
export interface LinkDefaults {
  /** The experiment that others are differences from. */
  experiment: Readonly<Record<string, unknown>>;
  view: Required<LinkView>;
  /** What its experiments leave out, and mean all the same. */
  fields: FieldDefaults;
}

import type { View } from '../../store/state.ts';

/** One of the repository's examples, as the gallery tells of it. */
export interface Example {
  /** Of its file, without `.json`. */
  name: string;
  /** Where the paper of its group says what is claimed: a figure, a theorem. Absent where no paper does. */
  source?: string;
  /** What is claimed there, or what the example is about. */
  claim: string;
  /** What to look at in it. */
  look: string;
  /** How it is meant to be seen, where that is not how the page opens. */
  view?: Partial<View>;
  /** What it reads, where that is not the repository's. */
  file?: ExampleFile;
}

/** A file that readers get themselves. */
export interface ExampleFile {
  name: string;
  /** What it holds. */
  what: string;
  /** Where it is, as people say it, and its address. */
  from: string;
  address: string;
}

export interface ExampleGroup {
  title: string;
  /** The paper that it is from, or what its examples have in common. */
  about: string;
  examples: readonly Example[];
}

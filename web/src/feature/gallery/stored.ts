import type { FigurePanel } from '../../chart/figure.ts';
import index from './pictures/index.json' with { type: 'json' };

/** What a run of an example drew: `npm run pictures` makes it from the engine. */
export interface StoredPicture {
  /** One picture: all of it, or where the page draws many, all methods at one point of the sweep. */
  card: FigurePanel;
  /** All that the page draws, where that is more than one picture. */
  panels?: readonly FigurePanel[];
}

/** What is known of an example without its picture. */
export interface StoredRun {
  title: string;
  /** SHA-256 of the experiment and the view that the picture was made from. */
  of: string;
  /** Absent where nothing is stored, because the example needs a file. */
  repeats?: number;
  /** What the run took of one processor. */
  seconds?: number;
}

export const storedRuns: Readonly<Record<string, StoredRun>> = index;

const files = import.meta.glob<StoredPicture>(['./pictures/*.json', '!./pictures/index.json'], {
  eager: true,
  import: 'default',
});

/** Null where none is stored. */
export function storedPicture(name: string): StoredPicture | null {
  return files[`./pictures/${name}.json`] ?? null;
}

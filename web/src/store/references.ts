import type { Catalogue, Experiment, PageEngine } from '../engine/types.ts';
import { collectionOf, type RunCollection } from '../results/collection.ts';
import { toProblem } from './errors.ts';
import { referenceExperiments } from './reference.ts';
import { fileFor } from './file-for.ts';
import type { DataFile } from './state.ts';

/** What is compared with: an experiment, and the file that it reads. */
interface Subject {
  experiment: Experiment;
  file: DataFile | null;
}

/**
 * Runs without noise, to compare with. One does not depend on the budget, so the last is kept while
 * a budget is dragged.
 */
export class References {
  private readonly engine: Pick<PageEngine, 'run'>;
  private controller: AbortController | null = null;
  private key = '';
  private file: DataFile | null = null;
  private kept: RunCollection | null = null;

  constructor(engine: Pick<PageEngine, 'run'>) {
    this.engine = engine;
  }

  /** The comparison that was made for such an experiment before; null when there is none. */
  known({ experiment, file }: Subject, catalogue: Catalogue | null): RunCollection | null {
    const candidates = referenceExperiments(experiment, catalogue);
    const isKnown = candidates.some((one) => JSON.stringify(one) === this.key);
    return isKnown && file === this.file ? this.kept : null;
  }

  /** Null where nothing can be compared, or something else came first. */
  async run(
    { experiment, file }: Subject,
    catalogue: Catalogue | null,
  ): Promise<RunCollection | null> {
    const read = fileFor(experiment, file);
    const data = read === null ? {} : { data: read.blob };
    this.controller = new AbortController();
    const { signal } = this.controller;
    for (const reference of referenceExperiments(experiment, catalogue)) {
      try {
        this.kept = collectionOf(await this.engine.run(reference, { ...data, signal }));
        this.key = JSON.stringify(reference);
        this.file = file;
        return this.kept;
      } catch (error) {
        // Another method may take the problem that this one does not.
        if (!toProblem(error).code.startsWith('unsupported')) break;
      }
    }
    // A comparison that cannot be made is left out; the private curves stand without it.
    return null;
  }

  cancel(): void {
    this.controller?.abort();
  }
}

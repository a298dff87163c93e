import type { Catalogue, DataSpec, Experiment, InspectStatement } from '../../engine/types.ts';
import type { Bench } from '../../store/bench.ts';
import { toProblem } from '../../store/errors.ts';
import { galleryEntry, problemId } from '../../experiment/gallery.ts';
import {
  describeFile,
  measuringWhatIsHeldOut,
  offeredExample,
  targetsOf,
  withLoss,
} from '../../store/sources.ts';
import type { DataFile, Notice } from '../../store/state.ts';
import { isOfTables } from '../workbench/tables.ts';
import type { SeenFile } from '../../store/seen.ts';

/** An inspection that takes longer shows a notice. */
const noticedMilliseconds = 150;
/** Inspecting a larger file takes too long: its name says how it is read. */
const mostBytes = 300e6;

let turn = 0;

/** Inspects a file and sets the experiment to read it as proposed; a later call replaces an earlier one. */
export async function lookInto(
  bench: Bench,
  file: DataFile,
  stated: InspectStatement,
): Promise<void> {
  turn += 1;
  const mine = turn;
  const { store } = bench;
  if (file.blob.size > mostBytes) {
    store.patch({ seen: null, notice: null });
    store.setFile(file, measuringWhatIsHeldOut(describeFile(store.state.experiment, file)));
    return;
  }
  const told = (notice: Notice | null) => {
    if (mine === turn) store.patch({ notice });
  };
  const slow = setTimeout(() => {
    told({
      tone: 'info',
      text: `Reading all records of ${file.name} in this page to find its format.`,
    });
  }, noticedMilliseconds);
  try {
    const engine = await bench.whenLoaded();
    const report = await engine.inspect(file.blob, { ...stated, name: file.name });
    if (mine !== turn) return;
    const seen = { file, report, stated };
    const { experiment, catalogue } = store.state;
    const offer = offeredExample(file);
    told(offer && { tone: 'info', text: offer.text, offer });
    store.patch({ seen });
    store.setFile(file, experimentOn(seen, experiment, catalogue!));
  } catch (thrown) {
    const { code, message } = toProblem(thrown);
    told({ tone: 'error', text: `${file.name} was not opened. ${message}`, code });
  } finally {
    clearTimeout(slow);
  }
}

type FileData = Extract<DataSpec, { kind: 'file' }>;

/** The experiment on a file, read as proposed; preprocessing that was set for the same file stays. */
export function experimentOn(
  seen: SeenFile,
  experiment: Experiment,
  catalogue: Catalogue,
): Experiment {
  return measuringWhatIsHeldOut(asProposed(seen, experiment, catalogue));
}

function asProposed(
  { file, report, stated }: SeenFile,
  experiment: Experiment,
  catalogue: Catalogue,
): Experiment {
  const isSame = experiment.data.kind === 'file' && experiment.data.name === file.name;
  const plain = describeFile(experiment, file);
  const steps = (isSame ? experiment : plain).data.preprocess ?? [];
  const { proposal } = report;
  if (proposal === null || isOfTables(experiment, catalogue)) {
    const { format, delimiter, decimal, header, comments, encoding } = (proposal?.data ??
      {}) as Partial<FileData>;
    const cut = { format, delimiter, decimal, header, comments, encoding };
    const told = Object.entries({ ...cut, ...stated }).filter(([, value]) => value !== undefined);
    return { ...plain, data: { ...plain.data, ...Object.fromEntries(told) } };
  }
  const labels = proposal.data.preprocess ?? [];
  const preprocess = [...labels, ...steps.filter(({ kind }) => kind !== 'labels')];
  const suiting = withTargets(experiment, proposal.loss, catalogue);
  return { ...suiting, title: file.name, data: { ...proposal.data, name: file.name, preprocess } };
}

/** The experiment with the proposed loss, unless its own loss takes the same kind of targets. */
function withTargets(experiment: Experiment, loss: string, catalogue: Catalogue): Experiment {
  const { problem } = experiment;
  const isFitting =
    galleryEntry(problem, catalogue) === undefined &&
    targetsOf(problemId(problem), catalogue) === targetsOf(loss, catalogue);
  return isFitting ? experiment : withLoss(experiment, loss, catalogue);
}

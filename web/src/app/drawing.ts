import type { PinnedRun } from '../curves/ghosts.ts';
import { buildModel, buildPanels, type PanelModel } from '../curves/layouts.ts';
import { withLowerLines, type LowerLines } from '../curves/lower-lines.ts';
import { mostPlanned, type ChartModel } from '../curves/model.ts';
import { endsAxis, numericAxes } from '../results/ends.ts';
import type { CurveName } from '../engine/types.ts';
import { gapMeasure, isLoss, type Measure } from '../results/measures.ts';
import { scoreAmong } from '../results/asked-measures.ts';
import { sweepChoices } from '../results/visible.ts';
import type { ExperimentPicture } from '../store/picture.ts';
import type { Pin } from '../store/pins.ts';
import type * as pinnedCode from './pinned.ts';
import type { View } from '../store/state.ts';

/** How a picture is drawn: in one chart, or in small ones of a sweep. */
export class Drawing {
  /** All curves that are drawn; null before there are any. */
  model: ChartModel | null = null;
  /** None where one picture holds all. */
  panels: readonly PanelModel[] = [];
  /** How well the models predict, beside a gap that stands alone; null where nothing tells it. */
  beside: ChartModel | null = null;
  /** What it can show; null where there can be none. */
  besideMeasure: Measure | null = null;
  /** The pinned runs, drawn or not, under the names that they have beside this picture. */
  pinned: readonly PinnedRun[] = [];
  /** Draws pinned runs; null until there are any. */
  behind: typeof pinnedCode | null = null;
  private key: unknown[] = [];

  /**
   * Builds the pictures anew when something that they are made of has changed.
   *
   * @param lower what is drawn below the ends of runs
   * @param pins  what is drawn behind
   */
  refresh(
    picture: ExperimentPicture | null,
    view: View,
    { lower = null, pins = [] }: { lower?: LowerLines | null; pins?: readonly Pin[] } = {},
  ): void {
    if (picture === null || picture.collection.isEmpty) {
      this.model = null;
      this.panels = [];
      this.besideMeasure = null;
      this.beside = null;
      return;
    }
    const { collection, revision, reference, plan } = picture;
    const key = [collection, revision, collection.exact, reference, plan, view, lower, pins];
    if (this.model !== null && key.every((part, index) => part === this.key[index])) return;
    this.key = key;
    this.pinned = this.behind?.pinnedRuns(pins, picture.experiment) ?? [];
    const model = buildModel(collection, reference, plan, view);
    const whole = lower === null ? model : withLowerLines(model, lower);
    this.model = this.withPinned(whole, view);
    this.panels = buildPanels(collection, plan, view);
    const isAlone = this.panels.length === 0 && this.model.axis !== 'other';
    this.besideMeasure = isAlone && isLoss(view.measure) ? scoreAmong(collection.curves) : null;
    this.beside =
      this.besideMeasure !== null && view.showBeside
        ? this.companion(picture, { ...view, measure: this.besideMeasure, showBounds: false, showFloors: false }) // prettier-ignore
        : null;
  }

  private companion({ collection, reference, plan }: ExperimentPicture, view: View): ChartModel {
    return this.withPinned(buildModel(collection, reference, plan, view), view);
  }

  private withPinned(model: ChartModel, view: View): ChartModel {
    return this.behind?.withGhosts(model, this.pinned, view) ?? model;
  }

  /** The swept number against which the ends of the runs can be drawn; empty where there is none. */
  endsTitle({ collection }: ExperimentPicture, view: View): string {
    const choices = sweepChoices(collection.experiment, view.sweep, Number.POSITIVE_INFINITY);
    return endsAxis(choices, numericAxes(collection))?.title ?? '';
  }

  /** Whether the picture's plan says this of its curves, and there is room for it. */
  planHas(name: CurveName, { plan }: ExperimentPicture, view: View): boolean {
    if (view.measure !== gapMeasure) return false;
    // In a small picture floors would hide the curves; of ends none are told.
    const isBare = this.panels.length > 0 || this.model?.axis === 'other';
    if (isBare && name === 'noiseFloor') return false;
    const models = this.panels.length > 0 ? this.panels.map(({ model }) => model) : [this.model];
    const hasRoom = models.some((model) => curvesIn(model) <= mostPlanned);
    return hasRoom && (plan?.plans.some((one) => one.curves[name]) ?? false);
  }
}

function curvesIn(model: ChartModel | null): number {
  const own = model?.series.filter(({ ghost, isLowerBound }) => !ghost && !isLowerBound);
  return own?.length ?? 0;
}

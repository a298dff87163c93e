import { buildModel, buildPanels, type PanelModel } from '../curves/layouts.ts';
import { withLowerLines, type LowerLines } from '../curves/lower-lines.ts';
import { mostPlanned, type ChartModel } from '../curves/model.ts';
import { endsAxis, numericAxes } from '../results/ends.ts';
import type { CurveName } from '../engine/types.ts';
import { gapMeasure, isLoss, type Measure } from '../results/measures.ts';
import { scoreAmong } from '../results/asked-measures.ts';
import { sweepChoices } from '../results/visible.ts';
import type { ExperimentPicture } from '../store/picture.ts';
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
  private key: unknown[] = [];

  /**
   * Builds the pictures anew when something that they are made of has changed.
   *
   * @param lower what is drawn below the ends of runs
   */
  refresh(picture: ExperimentPicture | null, view: View, lower: LowerLines | null = null): void {
    if (picture === null || picture.collection.isEmpty) {
      this.model = null;
      this.panels = [];
      this.besideMeasure = null;
      this.beside = null;
      return;
    }
    const { collection, revision, reference, plan } = picture;
    const key = [collection, revision, collection.exact, reference, plan, view, lower];
    if (this.model !== null && key.every((part, index) => part === this.key[index])) return;
    this.key = key;
    const model = buildModel(collection, reference, plan, view);
    this.model = lower === null ? model : withLowerLines(model, lower);
    this.panels = buildPanels(collection, plan, view);
    const isAlone = this.panels.length === 0 && this.model.axis !== 'other';
    this.besideMeasure = isAlone && isLoss(view.measure) ? scoreAmong(collection.curves) : null;
    this.beside =
      this.besideMeasure !== null && view.showBeside
        ? buildModel(collection, reference, plan, { ...view, measure: this.besideMeasure, showBounds: false, showFloors: false }) // prettier-ignore
        : null;
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
  return model?.series.filter(({ isLowerBound }) => isLowerBound !== true).length ?? 0;
}

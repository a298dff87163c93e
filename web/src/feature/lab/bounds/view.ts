import { html } from 'lit';
import { customElement } from 'lit/decorators.js';
import { AnswerView } from '../shared/answer-view.ts';
import { factRows } from '../shared/fact-rows.ts';
import '../../../components/charts/lab-chart.ts';
import type { BoundsAnswer } from '../shared/queries.ts';
import { verdictLines } from '../shared/verdict.ts';
import { askBounds } from './ask.ts';
import { boundsPicture } from './picture.ts';
import type { BoundSettings } from './settings.ts';
import { boundsVerdict } from './words.ts';

/** What a theorem promises, with the steps, epochs and noise that it chooses. */
@customElement('nd-bounds-view')
export class BoundsView extends AnswerView<BoundSettings, BoundsAnswer> {
  protected override readonly heading = 'Bounds';
  protected override readonly ask = askBounds;

  protected override draw(found: BoundsAnswer, settings: BoundSettings) {
    return html`
      <h2>What the theorem promises</h2>
      ${verdictLines(boundsVerdict(found, settings))}
      ${found.curve === null ? this.parts(found) : this.chart(found.curve, found)}
    `;
  }

  private chart(curve: NonNullable<BoundsAnswer['curve']>, found: BoundsAnswer) {
    const inEpochs = found.innerIterations !== null;
    return html`<nd-lab-chart
      heading="The bound after each ${inEpochs ? 'epoch' : 'iteration'}"
      .picture=${boundsPicture(curve, inEpochs)}
      notes="The noise is that of the whole run: a shorter run would have less."
    ></nd-lab-chart>`;
  }

  /** A random iterate has one bound, not one for each iteration. */
  private parts({ bound }: BoundsAnswer) {
    return html`${factRows({
      'Left of the start': bound.initial,
      'Made by noise': bound.privacy,
    })}`;
  }
}

import { html } from 'lit';
import { customElement } from 'lit/decorators.js';
import { shared } from '../../../../styles/shared.ts';
import { AnswerView } from '../../shared/answer-view.ts';
import { dataTable } from '../../shared/data-table.ts';
import '../../../../components/charts/lab-chart.ts';
import { tableStyles } from '../../shared/table-styles.ts';
import { verdictLines } from '../../shared/verdict.ts';
import { viewStyles } from '../../shared/view-styles.ts';
import type { ReleaseSettings } from '../settings.ts';
import { askBounds, type BoundsFound } from './ask.ts';
import { boundLines } from './lines.ts';
import { boundsPicture } from './picture.ts';
import { lineRows, lineTable } from './table.ts';
import { boundNotes, boundsVerdict } from './words.ts';

const titles = { samples: 'Error bound by number of records', epsilon: 'Error bound by epsilon' };

/** What releasing certified solutions promises, by schedule, against the number of records or epsilon. */
@customElement('nd-release-bounds-view')
export class ReleaseBoundsView extends AnswerView<ReleaseSettings, BoundsFound> {
  static override styles = [shared, viewStyles, tableStyles];

  protected override readonly heading = 'What certified releases promise';
  protected override readonly waiting = 'Being computed…';
  protected override readonly ask = askBounds;

  protected override draw(found: BoundsFound, settings: ReleaseSettings) {
    return html`
      <h2>${this.heading}</h2>
      ${verdictLines(boundsVerdict(found, settings))} ${this.figure(found, settings)}
    `;
  }

  private figure(found: BoundsFound, settings: ReleaseSettings) {
    const lines = boundLines(found, settings);
    if (lines.length === 0) return html`<p class="small quiet">${boundNotes(found, settings)}</p>`;
    return html`<nd-lab-chart
        heading=${titles[settings.against]}
        .picture=${boundsPicture(found, lines, settings)}
        .notes=${boundNotes(found, settings)}
      ></nd-lab-chart>
      ${dataTable({
        heading: 'Slopes on both logarithmic axes, and where lines cross',
        ...lineRows(lines, settings),
        table: () => lineTable(lines),
      })}`;
  }
}

// The landscape alone, with made-up runs and an engine that knows one valley.
import { LitElement, css, html } from 'lit';

import type { LandscapeView } from '../../../web/src/feature/landscape/landscape-view.ts';
import '../../../web/src/feature/landscape/landscape-view.ts';
import { chartOf } from '../../../web/src/curves/model.ts';
import { svgFigure } from '../../../web/src/export/download.ts';
import type { LandscapeEngine } from '../../../web/src/feature/landscape/terrain.ts';
import { collectionOf } from '../../../web/src/results/collection.ts';
import { initialView } from '../../../web/src/store/state.ts';
import { shared } from '../../../web/src/styles/shared.ts';
import { theme } from '../../../web/src/styles/theme.ts';
import { curvesOf, mockLandscape, mockResult } from '../../web/feature/landscape/mock.ts';

const query = new URLSearchParams(location.search);
const number = (name: string) => Number(query.get(name) ?? 2);
const result = mockResult({
  dimension: number('dimension'),
  algorithms: number('algorithms'),
  repeats: number('repeats'),
  points: number('points'),
});
const curves = curvesOf(result);
const collection = collectionOf(result);
const view = { ...initialView, layout: 'landscape' } as const;
const picture = { experiment: result.experiment, file: null, collection, revision: 1, reference: null, status: 'done', plan: null, result } as const; // prettier-ignore
const model = chartOf(curves, { collection, reference: null, plan: null }, view);
const engine: LandscapeEngine = {
  landscape: (_, window) =>
    Promise.resolve(mockLandscape(window as Parameters<typeof mockLandscape>[0])),
};

class ValleyPage extends LitElement {
  static override styles = [theme, shared, css`main { background: var(--paper); }`]; // prettier-ignore

  override render() {
    return html`<main>
      <h1>Runs in a valley</h1>
      <nd-landscape
        .engine=${engine}
        .picture=${picture}
        .curves=${curves}
        .model=${model}
        .view=${view}
        .measures=${['objective']}
      ></nd-landscape>
    </main>`;
  }

  /** The figure that a page would hand out. */
  figure(): string {
    const landscape = this.renderRoot.querySelector<LandscapeView>('nd-landscape')!;
    return svgFigure(landscape.figure((drawn, exact) => ({ title: 'A valley', caption: `${drawn}. ${exact}` }))!); // prettier-ignore
  }
}

customElements.define('valley-page', ValleyPage);

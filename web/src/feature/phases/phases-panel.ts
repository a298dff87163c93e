import { LitElement, css, html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import type { Catalogue } from '../../engine/types.ts';
import type { Table } from '../../export/csv.ts';
import { formatCount, formatNumber } from '../../format/number.ts';
import { phaseTellers, withSolves, type Phase, type PhaseTeller } from './phases.ts';
import type { ExperimentPicture } from '../../store/picture.ts';
import { numbers, panel, shared } from '../../styles/shared.ts';
import '../../components/charts/small-chart.ts';
import '../../components/shared/csv-button.ts';
import '../../components/shared/disclosure.ts';
import { emit } from '../../components/shared/events.ts';
import { plainTable } from '../../components/shared/plain-table.ts';
import { repeatMenu, repeatMenuStyles } from '../../components/shared/repeat-menu.ts';
import { swatch, swatchStyles } from '../../components/shared/swatch.ts';

/** A column of a table of phases. */
interface Column {
  name: keyof Phase;
  head: unknown;
  meaning: string;
  text: (value: number) => string;
}

const released: readonly Column[] = [
  { name: 'records', head: html`n<sub>k</sub>`, meaning: 'records of the block', text: formatCount },
  { name: 'regularization', head: html`μ<sub>k</sub>`, meaning: 'added regularization', text: formatNumber },
  { name: 'noise', head: html`σ<sub>k</sub>`, meaning: 'noise on each number; for pairs (x, y), on those of x', text: formatNumber },
  { name: 'otherNoise', head: html`σ of y`, meaning: 'noise on y’s numbers', text: formatNumber },
  { name: 'moved', head: 'moved', meaning: 'distance from the point published before', text: formatNumber },
]; // prettier-ignore
const hidden: readonly Column[] = [
  { name: 'residual', head: 'R', meaning: 'certificate of the unreleased solution', text: formatNumber },
  { name: 'allowed', head: html`τ<sub>k</sub>`, meaning: 'what the certificate may be at most, a public number', text: formatNumber },
  { name: 'gradients', head: 'gradients', meaning: 'gradients of single records that the solver took', text: formatCount },
  { name: 'fallback', head: 'fallback', meaning: 'whether another solver had to answer', text: (value) => (value > 0 ? 'yes' : 'no') },
]; // prettier-ignore

/** More algorithms than these are folded. */
const mostOpen = 2;

/** Phase by phase: what is released, and apart from it what only the certificate's checker saw. */
@customElement('nd-phases-panel')
export class PhasesPanel extends LitElement {
  static override styles = [
    shared,
    panel,
    numbers,
    swatchStyles,
    repeatMenuStyles,
    css`
      .scroll {
        max-height: 320px;
        overflow: auto;
      }
      th,
      td {
        padding: 3px 0 3px 6px;
      }
      th:first-child {
        padding-left: 0;
      }
      h3 {
        margin: 12px 0 4px;
        padding-right: 36px;
      }
      .part {
        position: relative;
      }
      .part nd-csv-button {
        position: absolute;
        top: -8px;
        right: 0;
      }
      .hidden {
        margin-top: 12px;
        padding-left: 8px;
        border-left: 2px solid var(--caution);
      }
      .hidden p {
        margin-top: 4px;
      }
      .hidden h3 {
        margin-top: 0;
        color: var(--ink);
      }
    `,
  ];

  @property({ attribute: false }) catalogue: Catalogue | null = null;
  @property({ attribute: false }) picture: ExperimentPicture | null = null;
  @state() private repeat = 0;

  override render() {
    const tellers = this.picture === null ? [] : phaseTellers(this.picture, this.catalogue);
    if (tellers.length === 0) return nothing;
    const repeats = Math.max(...tellers.map(({ runs }) => runs.length));
    return html`<section aria-labelledby="title" @focusin=${this.explain}>
      <header>
        <h2 id="title">Phase by phase</h2>
        ${repeatMenu(repeats, this.repeat, (repeat) => (this.repeat = repeat))}
      </header>
      ${this.noise(tellers)}
      ${tellers.map(
        (teller) =>
          html`<nd-disclosure ?open=${tellers.length <= mostOpen}>
            <span slot="head">${swatch(teller.colorIndex)}</span>
            <span slot="head">${teller.label}</span>
            ${this.tables(teller)}
          </nd-disclosure>`,
      )}
    </section>`;
  }

  private phases({ runs }: PhaseTeller): readonly Phase[] {
    return runs.at(this.repeat) ?? runs.at(0) ?? [];
  }

  /** How the noise falls, where there is more than one phase. */
  private noise(tellers: readonly PhaseTeller[]) {
    const series = tellers.flatMap((teller) => {
      const told = this.phases(teller);
      if (told.length < 2) return [];
      const { label, colorIndex } = teller;
      return [
        { label, colorIndex, x: told.map((_, k) => k + 1), y: told.map(({ noise }) => noise) },
      ];
    });
    if (series.length === 0) return nothing;
    return html`<h3>Noise σ of every release</h3>
      <nd-small-chart
        label="Noise by release"
        xName="release"
        yName="sigma"
        log
        .series=${series}
      ></nd-small-chart>`;
  }

  private tables(teller: PhaseTeller) {
    const phases = this.phases(teller);
    const isMeasured = phases.some(({ residual }) => Number.isFinite(residual));
    return html`<div class="part">
        <h3>Released: you may publish it</h3>
        ${this.table(teller.label, 'released', released, phases)}
      </div>
      <div class="part hidden">
        <h3>Not private: computed from the data without noise, don’t publish it</h3>
        ${
          isMeasured
            ? html`${this.table(teller.label, 'not private', hidden, phases)}
              ${phases.some(({ fallback }) => fallback > 0) ? nothing : html`<p class="small quiet">The fallback was not needed.</p>`}`
            : html`<button @click=${this.measure}>Show certificates and gradients</button>`
        }
      </div>`;
  }

  private table(label: string, kind: string, all: readonly Column[], phases: readonly Phase[]) {
    const columns = all.filter((column) => isTold(column, phases));
    const heading = `${label}, phase by phase, ${kind}`;
    return html`<nd-csv-button
        .heading=${heading}
        .table=${() => tableOf(columns, phases)}
      ></nd-csv-button>
      <div class="scroll" role="region" aria-label=${heading} tabindex="0">
        ${plainTable(
          [
            html`k<span class="hidden-text">, the phase</span>`,
            ...columns.map(
              ({ head, meaning }) =>
                html`<span title=${meaning}>${head}</span
                  ><span class="hidden-text">, ${meaning}</span>`,
            ),
          ],
          phases.map((phase) => [
            phase.name,
            ...columns.map(({ name, text }) => text(phase[name] as number)),
          ]),
        )}
      </div>`;
  }

  /** Asks for what the unseen solves tell. */
  private measure(): void {
    const { picture } = this;
    if (picture === null) return;
    emit(this, 'nd-edit', { path: 'run.diagnostics', value: withSolves(picture.experiment) });
  }

  private explain(): void {
    emit(this, 'nd-explain', {
      title: 'Phase by phase',
      text: 'Every phase reads a block of records that no other phase reads. A solver, whose steps are not released, looks for the block’s solution. The solution is accepted only if its certificate R is at most τ; then noise σ is added and it is released. R and the number of gradients depend on the data: you can see them here, but they are in no file for publication.',
    });
  }
}

/** Fallbacks are told where there were any. */
function isTold({ name }: Column, phases: readonly Phase[]): boolean {
  if (name === 'fallback') return phases.some(({ fallback }) => fallback > 0);
  return phases.some((one) => Number.isFinite(one[name]));
}

function tableOf(columns: readonly Column[], phases: readonly Phase[]): Table {
  return {
    columns: ['phase', ...columns.map(({ name }) => name)],
    rows: phases.map((phase) => [phase.name, ...columns.map(({ name }) => phase[name])]),
  };
}

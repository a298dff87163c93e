// What a probe has found: its points, lines and sentences. It comes with the first probe.
import { html, nothing } from 'lit';
import type { Experiment, PlanReport, ProbeReport } from '../../engine/types.ts';
import { formatNumber } from '../../format/number.ts';
import { isOfProblem } from '../../experiment/sweep.ts';
import { cloudOf, fittedLine, lineOf } from './cloud.ts';
import { probeSentences } from './words.ts';
import './probe-chart.ts';
import type { NamedLine } from './probe-chart.ts';

export const probeExplanation = {
  title: 'The KL condition',
  text: 'F(w) − F* ≤ γ^κ ‖∇F(w)‖^κ: where the gap is large, the gradient is long, convex or not. On logarithmic axes it is a line of slope κ above all points. A larger κ is the stronger condition near the minimum.',
  source: 'Menart, Ullah, Arora, Bassily and Guzmán',
};

export function probeTold(probe: ProbeReport, plan: PlanReport, experiment: Experiment) {
  const known = plan.constants.kl;
  const isSwept = (experiment.sweep ?? []).some(({ path }) => isOfProblem(path));
  return html`<h3>Gap against the length of the gradient</h3>
    <nd-probe-chart .cloud=${cloudOf(probe)} .lines=${linesOf(probe, known)}></nd-probe-chart>
    <div class="told">
      ${probeSentences(probe, known)
        .filter(Boolean)
        .map((sentence) => html`<p>${sentence}</p>`)}
      ${isSwept ? html`<p>Of a sweep, the first setting is looked at.</p>` : nothing}
      <p class="small quiet">
        Points between these may break it: a probe is no proof. It reads the data exactly and is not
        private, don’t publish it.
      </p>
    </div>`;
}

function linesOf(probe: ProbeReport, known: PlanReport['constants']['kl']): NamedLine[] {
  const fitted = fittedLine(probe);
  const { exponent, constant } = probe;
  const lines: (NamedLine | null)[] = [
    fitted && { name: 'Least squares', kind: 'fitted', line: fitted },
    exponent !== null && constant !== null
      ? {
          name: `Least γ at κ = ${formatNumber(exponent)}`,
          kind: 'least',
          line: lineOf({ exponent, constant }),
        }
      : null,
    known && {
      name: `Known: κ = ${formatNumber(known.exponent)}, γ = ${formatNumber(known.constant)}`,
      kind: 'known',
      line: lineOf(known),
    },
  ];
  return lines.filter((line) => line !== null);
}

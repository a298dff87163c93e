import type { PlanReport, ProbeReport } from '../../engine/types.ts';
import { formatCount, formatCounted, formatNumber } from '../../format/number.ts';
import { breakers, cloudOf } from './cloud.ts';

type Known = PlanReport['constants']['kl'];

/** What a probe says of the KL condition, one sentence each. */
export function probeSentences(probe: ProbeReport, known: Known): string[] {
  return [slopeSentence(probe), constantSentence(probe), knownSentence(probe, known)];
}

function slopeSentence({ slope, used }: ProbeReport): string {
  if (slope === null) return 'These points tell no exponent.';
  const below = slope < 1 ? ' An exponent below 1 is none of the condition: 1 is taken.' : '';
  return `Over ${formatCounted(used, 'point')} the gap goes like the gradient’s length to the power ${formatNumber(slope)}: κ̂ by least squares.${below}`;
}

function constantSentence({ exponent, exponentIs, constant, worst, used }: ProbeReport): string {
  if (exponent === null || used === 0) return '';
  const kappa = `κ = ${formatNumber(exponent)}${exponentIs === 'given' ? ', as asked for,' : ''}`;
  if (constant === null) {
    return `With ${kappa} no γ is large enough: at some point the gradient vanishes and a gap is left.`;
  }
  const at =
    worst === null
      ? ''
      : ` The gap of ${formatNumber(worst.gap)} at a gradient of length ${formatNumber(worst.norm)} asks for the most.`;
  return `With ${kappa} all ${formatCount(used)} hold for γ ≥ ${formatNumber(constant)}, and for no less.${at}`;
}

function knownSentence(probe: ProbeReport, known: Known): string {
  if (known === null) return 'No κ and γ are known of this problem.';
  const { exponent, constant, source } = known;
  const cloud = cloudOf(probe);
  const above = breakers(cloud, known);
  const verdict =
    above === 0
      ? 'no point lies above its line'
      : `${formatCount(above)} of ${formatCounted(cloud.length, 'point')} lie above its line, where it does not hold`;
  return `Known without looking at the data: κ = ${formatNumber(exponent)}, γ = ${formatNumber(constant)} (${source}); ${verdict}.`;
}

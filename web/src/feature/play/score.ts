// How well the drawn models predict, in a sentence that is true of what is drawn.
import type { ChartModel } from '../../curves/model.ts';
import type { Experiment } from '../../engine/types.ts';
import { formatMeasured, formatNumber } from '../../format/number.ts';
import { inHundred, measureInfo, sayScore } from '../../results/measures.ts';

/**
 * "At epsilon 1 the best method is right for 92 of 100 records that it has not seen; without privacy
 * 95, always the majority 63." Of other measures it says where the best curve ends.
 */
export function scoreSentence(model: ChartModel, experiment: Experiment): string {
  const { better, title } = measureInfo(model.measure);
  const ends = model.series.flatMap(({ median }) => median.findLast((one) => one !== null) ?? []);
  if (ends.length === 0 || better === 'neither') return '';
  const best = better === 'higher' ? Math.max(...ends) : Math.min(...ends);
  const budget = budgetWords(experiment);
  const who = ends.length > 1 ? 'the best method' : model.series[0].label;
  const said = sayScore(model.measure, best);
  if (said === '')
    return `${budget} ${who} ends at ${title.toLowerCase()} ${formatMeasured(best)}.`;
  const free = model.levels?.at(0);
  const blind = model.levels?.at(1);
  const without = free === undefined ? '' : `; without privacy ${inHundred(free.y)}`;
  if (blind === undefined) return `${budget} ${who} ${said}${without}.`;
  if (best > blind.y) {
    return `${budget} ${who} ${said}${without}, ${blind.label} ${inHundred(blind.y)}.`;
  }
  return `${budget} ${who} is no better than ${blind.label}: it ${said}, not ${inHundred(blind.y)}${without}.`;
}

function budgetWords({ privacy }: Experiment): string {
  if (privacy.notion === 'none') return 'Without privacy';
  return privacy.notion === 'zcdp'
    ? `At rho ${formatNumber(privacy.rho)}`
    : `At epsilon ${formatNumber(privacy.epsilon)}`;
}

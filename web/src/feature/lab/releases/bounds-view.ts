import { formatCount, formatNumber, formatSlope } from '../../../format/number.ts';
import { stretchesBelow, type Stretch } from '../shared/lines.ts';
import { type Verdict, dataTable, verdictLines } from '../shared/told.ts';
import { methodFacts } from './plan.ts';
import type { ReleaseSettings } from './settings.ts';
import {
  leastOf,
  type Bounds,
  type BoundsFound,
  names,
  fittedDecades,
  type BoundLine,
  askBounds,
  boundLines,
  boundsPicture,
} from './bounds.ts';
import type { Table } from '../../../export/csv.ts';
import { html } from 'lit';
import { answerView } from '../shared/answer-view.ts';
import '../../../components/charts/lab-chart.ts';
import { tableStyles } from '../shared/styles.ts';

type Against = ReleaseSettings['against'];

const everywhere = 'everywhere here';

/** Where, in words: "from n = 8210 on", "everywhere here". A place between points is read off to three digits. */
function stretchText(stretches: readonly Stretch[], against: Against): string {
  if (stretches.length === 0) return 'nowhere here';
  const at = (x: number) => placeText(x, against);
  return stretches
    .map(({ from, to }) => {
      if (from === null) return to === null ? everywhere : `up to ${at(to)}`;
      return to === null ? `from ${at(from)} on` : `from ${at(from)} to ${at(to)}`;
    })
    .join(', ');
}

function placeText(x: number, against: Against): string {
  const rounded = Number(x.toPrecision(3));
  return against === 'samples' ? `n = ${formatCount(rounded)}` : `ε = ${formatNumber(rounded)}`;
}

/** From which n or ε on phases beat one release, or at least the start, and what is promised at the mark. */
export function boundsVerdict(found: BoundsFound, settings: ReleaseSettings): Verdict {
  if (!methodFacts[settings.method].isPhased) return singleVerdict(found, settings);
  const best = beatsText(found, settings, (one) => leastOf(one)?.bound ?? null);
  const equal = beatsText(found, settings, (one) => one.equal);
  const first = `Phases ${best}.`;
  const second = best === equal ? [] : [`Equal ones, as printed, ${equal}.`];
  const isVain = (bestOf(found)?.bound ?? Infinity) >= (found.start ?? Infinity);
  const here = hereText(found, settings, isVain);
  return isVain
    ? { title: here, text: [first, ...second].join(' '), bad: true }
    : { title: first, text: [...second, here].join(' '), bad: false };
}

/** Where some phases beat their rival: one release, and of saddle problems staying at the start. */
function beatsText(
  { x, over, start }: BoundsFound,
  { against }: ReleaseSettings,
  boundOf: (one: Bounds) => number | null,
): string {
  const hasNaive = over.some(({ naive }) => naive !== null);
  const rival = hasNaive ? 'one release' : 'staying at the start';
  const rivals = over.map(({ naive }) => (hasNaive ? naive : start));
  const stretches = stretchesBelow(x, over.map(boundOf), rivals);
  if (stretches.length === 0) return `do not beat ${rival} anywhere here`;
  const where = stretchText(stretches, against);
  return `beat ${rival} ${where === everywhere ? `for every ${against === 'samples' ? 'n' : 'ε'} drawn here` : where}`;
}

/** The lowest of all bounds at the mark. */
function bestOf({ here }: BoundsFound): { name: string; bound: number } | null {
  const least = leastOf(here);
  const phases = least && { name: names[least.schedule], bound: least.bound };
  if (here.naive === null || (phases && phases.bound <= here.naive)) return phases;
  return { name: names.naive, bound: here.naive };
}

function hereText(found: BoundsFound, { samples, epsilon }: ReleaseSettings, isVain: boolean) {
  const best = bestOf(found);
  const place = `With n = ${formatCount(samples)} and ε = ${formatNumber(epsilon)}`;
  if (best === null) return '';
  const start = formatNumber(found.start);
  return isVain
    ? `${place} nothing better than the start, ${start}, is promised.`
    : `${place} the lowest bound is ${formatNumber(best.bound)} (${best.name.toLowerCase()}); staying at the start errs by at most ${start}.`;
}

function singleVerdict(found: BoundsFound, settings: ReleaseSettings): Verdict {
  const { measure, theorem } = methodFacts[settings.method];
  const { here } = found;
  if (here.theorem === null) {
    return {
      title: `${theorem} promises nothing here: ${found.outside}.`,
      text: oneRelease,
      bad: true,
    };
  }
  const title = `${theorem}: the ${measure} is at most ${formatNumber(here.theorem)}.`;
  return { title, text: oneRelease };
}

const oneRelease = 'There is one release and no phases to compare it with.';

/** What the lines are, and what they rest on. */
export function boundNotes({ outside }: Pick<BoundsFound, 'outside'>, settings: ReleaseSettings) {
  const { theorem, form, isPhased, isMinimization, share } = methodFacts[settings.method];
  return [
    isPhased
      ? 'Each bound holds for the chosen noise and its own best regularization. All are upper bounds, so the method with the lowest bound need not have the smallest error.'
      : '',
    `${theorem}, ${form}: with the printed noise, for ε below 1 and δ below 1/n${isPhased ? '' : ', solutions in the interior'}.`,
    share < 1 ? 'One side’s is half of the printed bound, which is the pair’s.' : '',
    isPhased ? 'Balanced blocks differ from equal ones by the remainder alone.' : '',
    outside === '' || !isPhased ? '' : `It says nothing at the mark: ${outside}.`,
    isPhased && !isMinimization ? 'One release is compared for minimization only.' : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

/** The columns and texts of the table below the figure. */
export function lineRows(lines: readonly BoundLine[], { against }: ReleaseSettings) {
  const belowText = (stretches: Stretch[] | null) =>
    stretches === null ? '–' : stretchText(stretches, against);
  const decades = fittedDecades[against] === 1 ? 'decade' : 'two decades';
  return {
    columns: [
      'Line',
      'Bound at the mark',
      `Slope, first ${decades}`,
      `Slope, last ${decades}`,
      'Below the start’s',
      'Below one release’s',
    ],
    rows: lines.map(({ label, here, slopes, belowStart, belowNaive }) => [
      label,
      formatNumber(here),
      formatSlope(slopes.first),
      formatSlope(slopes.last),
      belowText(belowStart),
      belowText(belowNaive),
    ]),
  };
}

/** The same as numbers: of each line where it is first and last below another. */
export function lineTable(lines: readonly BoundLine[]): Table {
  return {
    columns: [
      'line',
      'bound',
      'firstSlope',
      'lastSlope',
      'belowStartFrom',
      'belowStartTo',
      'belowOneReleaseFrom',
      'belowOneReleaseTo',
    ],
    rows: lines.map(({ label, here, slopes, belowStart, belowNaive }) => [
      label,
      here,
      slopes.first,
      slopes.last,
      belowStart?.at(0)?.from,
      belowStart?.at(-1)?.to,
      belowNaive?.at(0)?.from,
      belowNaive?.at(-1)?.to,
    ]),
  };
}

const titles = { samples: 'Error bound by number of records', epsilon: 'Error bound by epsilon' };

/** What releasing certified solutions promises, by schedule, against the number of records or epsilon. */
answerView('nd-release-bounds-view', {
  heading: 'What certified releases promise',
  waiting: 'Being computed…',
  styles: tableStyles,
  ask: askBounds,
  draw: (found, settings) => html`
    <h2>${'What certified releases promise'}</h2>
    ${verdictLines(boundsVerdict(found, settings))} ${figure(found, settings)}
  `,
});

function figure(found: BoundsFound, settings: ReleaseSettings) {
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

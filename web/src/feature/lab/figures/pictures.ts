import { plainSeries, type Picture } from '../../../chart/picture.ts';
import { linearRange } from '../../../chart/range.ts';
import { formatNumber } from '../../../format/number.ts';
import { momentumPicture } from '../shared/momentum-picture.ts';
import { iterations, line } from '../shared/lines.ts';
import type { Column, Figure1Answer } from '../shared/queries.ts';

/** Figure 1, left: the rate by momentum. */
export function ratePicture(answer: Figure1Answer): Picture {
  const best = answer.curves.at(-1)?.momentum;
  const { momenta, rates } = answer;
  return momentumPicture(
    [plainSeries('Rate ρ', { x: momenta, y: rates }, { colorIndex: 0 })],
    best,
  );
}

/**
 * Figure 1, right: the logarithm of the bound at the end of a run of T iterations. With the exact
 * error known, that is the line and the bound its dashes.
 */
export function figure1Picture({ curves }: Figure1Answer): Picture {
  const series = curves.map(({ momentum, logBound, logExact }, index) => {
    const x = logBound.map((_, position) => position + 1);
    const label = `β = ${formatNumber(momentum)}`;
    const one = plainSeries(label, line(x, logExact ?? logBound), { colorIndex: index });
    return logExact === null ? one : { ...one, bound: line(x, logBound) };
  });
  const end = curves[0]?.logBound.length ?? 1;
  return {
    ...iterations,
    xTitle: 'iterations T of the whole run',
    yTitle: 'ln of the gap',
    scale: 'linear',
    series,
    reference: null,
    xRange: [0, end],
    yRange: [-10, 10],
  };
}

/** Figure 2: the noise of each iteration of the multi-stage method, in both forms. */
export function figure2Picture(formula: Column, published: Column): Picture {
  const x = formula.map((_, index) => index + 1);
  return {
    ...iterations,
    yTitle: 'Noise',
    scale: 'linear',
    series: [
      plainSeries('As published', line(x, published), { colorIndex: 1, dashIndex: 2 }),
      plainSeries('By formula (34)', line(x, formula), { colorIndex: 0 }),
    ],
    reference: null,
    xRange: [0, x.length],
    yRange: linearRange([0, ...formula]),
  };
}

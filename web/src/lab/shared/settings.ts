import { batch, bounds, epoch, tables, widths } from './erm-settings.ts';
import { choice, defaultsOf, number, readValue, type Group, type ValuesOf } from './fields.ts';

const methods = [
  { value: 'heavy-ball', title: 'Heavy ball' },
  { value: 'nesterov', title: 'Nesterov' },
  { value: 'gradient-descent', title: 'Gradient descent' },
] as const;

const spectra = [
  {
    value: 'geometric',
    title: 'Evenly on a logarithmic scale',
    description: 'Directions of every steepness, as data often have.',
  },
  { value: 'ends', title: 'Half steep, half flat', description: 'The worst case for a rate.' },
  { value: 'linear', title: 'Evenly', description: 'From the flattest to the steepest.' },
] as const;

const log = { scale: 'log' } as const;
const logCount = { scale: 'log', integer: true } as const;
const inSteps = { unit: 'of 1/L' } as const;

const quadratic = {
  method: choice(
    'Method',
    methods,
    'Heavy ball and Nesterov add a part of the last move to the next one; gradient descent does not.',
  ),
  step: number(
    'Step',
    [0.01, 1, 4],
    'How far each gradient moves the point, in units of 1/L. Past the border of the map the iterates diverge.',
    inSteps,
  ),
  momentum: number(
    'Momentum',
    [0, 0.7, 0.99],
    'The part of the last move that is made again. It carries the point along flat directions, and it carries old noise along too.',
  ),
  noise: number(
    'Noise',
    [1e-4, 0.03, 1],
    'Standard deviation of what is added to each coordinate of every gradient. Laplace noise of scale b has √2 b.',
    log,
  ),
  conditionNumber: number(
    'Condition number',
    [1, 100, 1e4],
    'L/μ: how much steeper the steepest direction is than the flattest. Momentum pays when it is large.',
    log,
  ),
  dimension: number(
    'Dimension',
    [1, 10, 100],
    'Number of coordinates. Each one gets noise of its own, so the noise floor grows with it.',
    logCount,
  ),
  spectrum: choice(
    'Spectrum',
    spectra,
    'How the curvatures of the coordinates lie between μ and L. At the start every coordinate holds the same share of the gap.',
  ),
  iterations: number(
    'Iterations',
    [10, 200, 2000],
    'How far the chart looks ahead. The noise per step stays the same here.',
    logCount,
  ),
};

const certificate = {
  conditionNumber: number(
    'Condition number',
    [1, 10, 1e4],
    'L/μ of every function that the certificate speaks of; L is 1.',
    log,
  ),
  step: number('Step', [0.01, 0.5, 4], 'In units of 1/L.', inSteps),
  momentum: number('Momentum', [0, 0.3, 0.99], 'The part of the last move that is made again.'),
  form: choice(
    'Form',
    [
      { value: 'corrected', title: 'Corrected' },
      { value: 'literal', title: 'As printed' },
    ],
    'The printed inequality has a sign wrong in B, which costs rate, and counts the dimension twice in the noise. The corrected form is the default.',
  ),
  iterations: number(
    'Iterations T',
    [1, 50, 1000],
    'The bound is the best one for this many steps: the fastest rate is not the best bound.',
    logCount,
  ),
  distance: number(
    'Start distance',
    [0.01, 3.6, 1000],
    'Distance of the start from the minimum.',
    log,
  ),
  gap: number('Start gap', [1e-3, 2.45, 1000], 'F at the start less its minimum.', log),
  noise: number(
    'Noise trace',
    [1e-6, 0.08, 100],
    'Sum of the variances of all coordinates of the gradient noise; 2 d b² for Laplace noise of scale b.',
    log,
  ),
  dimension: number(
    'Dimension',
    [1, 2, 1000],
    'Used by the printed form only, which multiplies by it again.',
    logCount,
  ),
};

const figures = {
  preset: choice(
    'Figure 1',
    [
      { value: 'corrected', title: 'Corrected, with the exact error' },
      { value: 'paper-figure-1', title: 'As published (μ = 0.1)' },
      { value: 'paper-text', title: 'As the text says (μ = 0.5)' },
    ],
    'The text of the paper says μ = 0.5, its figure shows μ = 0.1 with Nesterov’s rate in place of the heavy ball’s. Corrected: the heavy ball’s own rate, a bound that holds, and the exact error.',
  ),
  step: choice(
    'Step',
    [
      { value: '1', title: '1/L' },
      { value: '0.5', title: '0.5/L' },
      { value: '0.1', title: '0.1/L' },
    ],
    'The three steps of the figure.',
  ),
  noise: choice(
    'Noise per iteration',
    [
      { value: '0.01', title: '0.01' },
      { value: '0.0001', title: '0.0001' },
    ],
    'The budget is spread over T steps, so each one gets noise of T times this standard deviation.',
  ),
};

const horizon = {
  method: choice(
    'Method',
    [
      { value: 'nag', title: 'Nesterov' },
      { value: 'masg', title: 'Multi-stage Nesterov' },
      { value: 'gd', title: 'Gradient descent' },
      { value: 'hb', title: 'Heavy ball' },
    ],
    'Multi-stage Nesterov shortens its step at every stage and starts its momentum afresh. For the heavy ball the curve is a good guess, not a theorem.',
  ),
  mode: choice(
    'Bound',
    [
      { value: 'corrected', title: 'Corrected' },
      { value: 'paper-text', title: 'As printed' },
      { value: 'published-figures', title: 'As in the published figures' },
    ],
    'Corrected counts the first gap twice, as the proof needs. As printed counts it once. The published figures used half of the noise.',
  ),
  stepScale: number('Step', [0.01, 1, 1], 'In units of 1/L.', inSteps),
  iterations: number(
    'Iterations T',
    [10, 500, 5000],
    'The most steps that are considered. T′ is chosen among 1 to T.',
    logCount,
  ),
  epsilon: number('Epsilon', [0.01, 1, 100], 'The whole budget, divided over T′ steps.', log),
  samples: number('Records', [100, 1e5, 1e7], 'n, public. Noise shrinks as one over n.', logCount),
  dimension: number('Dimension', [1, 20, 1000], 'Each coordinate gets noise.', logCount),
  sensitivity: number(
    'L1 sensitivity',
    [0.01, 40, 1000],
    'The most by which one record’s gradient can differ from another’s, before dividing by n.',
    log,
  ),
  initialGap: number(
    'Gap at the start',
    [0.01, 10, 1000],
    'A public guess of F at the start less its minimum. T′ depends on it.',
    log,
  ),
  strongConvexity: number('Strong convexity μ', [1e-4, 0.02, 1], 'Public.', log),
  smoothness: number('Smoothness L', [1, 5.1033, 100], 'Public, at least μ.', log),
  quadraticMethod: choice(
    'Exact division of',
    [methods[1], methods[0], methods[2]],
    'On a quadratic the best division is known exactly. Its momentum is the one with the best rate.',
  ),
  spectrum: choice('Spectrum', spectra, 'How the curvatures of the quadratic lie between μ and L.'),
};

export const labGroups = {
  quadratic,
  certificate,
  figures,
  horizon,
  bounds,
  epoch,
  batch,
  tables,
  widths,
} satisfies Record<string, Group>;

export type LabView = keyof typeof labGroups;
export const labViews = Object.keys(labGroups) as LabView[];

export type QuadraticSettings = ValuesOf<typeof quadratic>;
export type CertificateSettings = ValuesOf<typeof certificate>;
export type FigureSettings = ValuesOf<typeof figures>;
export type HorizonSettings = ValuesOf<typeof horizon>;
export type BoundSettings = ValuesOf<typeof bounds>;
export type EpochSettings = ValuesOf<typeof epoch>;
export type BatchSettings = ValuesOf<typeof batch>;
export type TableSettings = ValuesOf<typeof tables>;
export type WidthSettings = ValuesOf<typeof widths>;

/** Which part of the lab is open, and everything that is set in it. */
export interface LabState {
  view: LabView;
  quadratic: QuadraticSettings;
  certificate: CertificateSettings;
  figures: FigureSettings;
  horizon: HorizonSettings;
  bounds: BoundSettings;
  epoch: EpochSettings;
  batch: BatchSettings;
  tables: TableSettings;
  widths: WidthSettings;
}

export const initialLab: LabState = {
  view: 'quadratic',
  quadratic: defaultsOf(quadratic),
  certificate: defaultsOf(certificate),
  figures: defaultsOf(figures),
  horizon: defaultsOf(horizon),
  bounds: defaultsOf(bounds),
  epoch: defaultsOf(epoch),
  batch: defaultsOf(batch),
  tables: defaultsOf(tables),
  widths: defaultsOf(widths),
};

/** A copy with one setting changed, such as `quadratic.momentum`; unchanged when the value is none. */
export function withSetting(state: LabState, path: string, value: unknown): LabState {
  const [view, name] = path.split('.') as [LabView, string];
  if (!Object.hasOwn(labGroups, view)) return state;
  const group: Group = labGroups[view];
  const read = Object.hasOwn(group, name) ? readValue(group[name], value) : null;
  return read === null ? state : { ...state, [view]: { ...state[view], [name]: read } };
}

/**
 * The state as text for an address: the open view, then what differs from the defaults, as in
 * `quadratic,quadratic.momentum:0.9`.
 */
export function labText(state: LabState): string {
  const changes = labViews.flatMap((view) => {
    const values: Record<string, unknown> = state[view];
    const defaults: Record<string, unknown> = initialLab[view];
    return Object.keys(values)
      .filter((name) => values[name] !== defaults[name])
      .map((name) => `${view}.${name}:${String(values[name])}`);
  });
  return [state.view, ...changes].join(',');
}

/** Reads such a text. What is not understood keeps its default; numbers are moved into their range. */
export function readLab(text: string): LabState {
  const [view, ...changes] = text.slice(0, 4000).split(',');
  const start = { ...initialLab, view: labViews.find((one) => one === view) ?? 'quadratic' };
  return changes.reduce<LabState>((state, change) => {
    const [path, value = ''] = change.split(':');
    const asNumber = value.trim() === '' ? Number.NaN : Number(value);
    const next = withSetting(state, path, value);
    return next === state ? withSetting(state, path, asNumber) : next;
  }, start);
}

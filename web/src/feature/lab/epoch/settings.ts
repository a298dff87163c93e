import { choice, number, type ValuesOf } from '../shared/fields.ts';
import { conditionNumber, inSteps, logCount } from '../shared/settings.ts';

export const settings = {
  lemma: choice(
    'Variance lemma',
    [
      { value: 'paper', title: 'As printed' },
      { value: 'tight', title: 'Tight' },
    ],
    'The printed proof counts the variance of a step twice. The noise is independent and centred, so once is enough: steps may then be twice as long and epochs half.',
  ),
  conditionNumber: conditionNumber(
    'L/μ. An epoch has to be long enough to forget its start along the flattest direction.',
  ),
  step: number(
    'Step η',
    [1e-3, 0.0208, 0.3],
    'Too short, and an epoch does not get far; too long, and its own variance keeps it from contracting. The paper prints 1/12; the condition needs less than 1/24.',
    { ...inSteps, scale: 'log' },
  ),
  length: number(
    'Epoch length m',
    [1, 20_000, 1e8],
    'Inner steps between two exact gradients. Each of them adds noise, so longer epochs cost budget.',
    logCount,
  ),
};

export type EpochSettings = ValuesOf<typeof settings>;

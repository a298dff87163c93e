import type { Feature } from '../registration.ts';
import './risk-panel.ts';

export const risk: Feature = {
  title: 'Risk for one person',
  place: 'story',
  order: 10,
  panel: 'nd-risk-panel',
  takes: ['experiment', 'plan'],
};

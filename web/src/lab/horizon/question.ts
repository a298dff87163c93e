import { html } from 'lit';
import { question } from '../shared/question.ts';
import { settings } from './settings.ts';
import { story } from './story.ts';
import './view.ts';

export const horizon = question({
  title: 'Horizon',
  settings,
  folded: {
    title: 'Public constants',
    names: ['samples', 'dimension', 'sensitivity', 'initialGap', 'strongConvexity', 'smoothness'],
  },
  story,
  view: (engine, values) =>
    html`<nd-horizon-view .engine=${engine} .settings=${values}></nd-horizon-view>`,
});

import { html } from 'lit';
import { question } from '../shared/question.ts';
import { settings } from './settings.ts';
import { story } from './story.ts';
import './view.ts';

export const bounds = question({
  title: 'Bounds',
  settings,
  folded: { title: 'More of the problem', names: ['initialGap', 'distance', 'set', 'radius'] },
  story,
  view: (engine, values) =>
    html`<nd-bounds-view .engine=${engine} .settings=${values}></nd-bounds-view>`,
});

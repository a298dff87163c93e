import { html } from 'lit';
import { question } from '../shared/question.ts';
import { settings } from './settings.ts';
import { story } from './story.ts';
import './view.ts';

export const tables = question({
  title: 'Tables',
  settings,
  folded: { title: 'More of the problem', names: ['radius', 'regularization', 'initialGap'] },
  settingsFirst: true,
  story,
  view: (engine, values) =>
    html`<nd-tables-view .engine=${engine} .settings=${values}></nd-tables-view>`,
});

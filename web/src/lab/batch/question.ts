import { html } from 'lit';
import { question } from '../shared/question.ts';
import { settings } from './settings.ts';
import { story } from './story.ts';
import './view.ts';

export const batch = question({
  title: 'Batch size',
  settings,
  story,
  view: (engine, values) =>
    html`<nd-batch-view .engine=${engine} .settings=${values}></nd-batch-view>`,
});

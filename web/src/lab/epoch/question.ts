import { html } from 'lit';
import { question } from '../shared/question.ts';
import { settings } from './settings.ts';
import { story } from './story.ts';
import './view.ts';

export const epoch = question({
  title: 'Epochs',
  settings,
  story,
  view: (engine, values) =>
    html`<nd-epoch-view .engine=${engine} .settings=${values}></nd-epoch-view>`,
});

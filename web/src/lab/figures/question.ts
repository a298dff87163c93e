import { html } from 'lit';
import { question } from '../shared/question.ts';
import { settings } from './settings.ts';
import { story } from './story.ts';
import './view.ts';

export const figures = question({
  title: 'Figures',
  settings,
  settingsFirst: true,
  story,
  view: (engine, values) =>
    html`<nd-figures-view .engine=${engine} .settings=${values}></nd-figures-view>`,
});

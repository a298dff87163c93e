import { html } from 'lit';
import { question } from '../shared/question.ts';
import { settings } from './settings.ts';
import { story } from './story.ts';
import './view.ts';

export const widths = question({
  title: 'Widths',
  settings,
  story,
  view: (engine, values) =>
    html`<nd-widths-view .engine=${engine} .settings=${values}></nd-widths-view>`,
});

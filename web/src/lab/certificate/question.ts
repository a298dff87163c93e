import { html } from 'lit';
import { question } from '../shared/question.ts';
import { settings } from './settings.ts';
import { story } from './story.ts';
import './view.ts';

export const certificate = question({
  title: 'Certificate',
  settings,
  folded: {
    title: 'Bound after T iterations',
    names: ['iterations', 'distance', 'gap', 'noise', 'dimension'],
  },
  story,
  view: (engine, values) =>
    html`<nd-certificate-view .engine=${engine} .settings=${values}></nd-certificate-view>`,
});

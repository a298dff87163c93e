import { html } from 'lit';
import { question } from '../shared/question.ts';
import { settings } from './settings.ts';
import { story } from './story.ts';
import './view.ts';

export const quadratic = question({
  title: 'Quadratic',
  settings,
  story,
  idle: ({ method }) => (method === 'gradient-descent' ? ['momentum'] : []),
  view: (engine, values) =>
    html`<nd-quadratic-view .engine=${engine} .settings=${values}></nd-quadratic-view>`,
});

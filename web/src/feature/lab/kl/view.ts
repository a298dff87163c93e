import { html, nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import { AnswerView } from '../shared/answer-view.ts';
import '../../../components/charts/lab-chart.ts';
import { verdictLines } from '../shared/verdict.ts';
import { askKl, type KlAnswer } from './ask.ts';
import { promisePicture, targetPicture } from './picture.ts';
import type { KlSettings } from './settings.ts';
import {
  contradictionsOf,
  conversionFacts,
  factText,
  klVerdict,
  lineSentences,
  planFacts,
} from './words.ts';

/** What the methods for the KL condition promise, what they plan, and what the condition says in other words. */
@customElement('nd-kl-view')
export class KlView extends AnswerView<KlSettings, KlAnswer> {
  protected override readonly heading = 'The KL condition';
  protected override readonly waiting = 'Planning…';
  protected override readonly ask = askKl;

  protected override draw(found: KlAnswer, settings: KlSettings) {
    const targets = targetPicture(found);
    return html`
      <h2>What is promised under the KL condition</h2>
      ${verdictLines(klVerdict(found, settings))}
      ${contradictionsOf(found).map((sentence) => html`<p class="error">${sentence}</p>`)}
      <nd-lab-chart
        heading="Gap at the end by number of records"
        .picture=${promisePicture(found, settings)}
        .notes=${lineSentences(found).join(' ')}
      ></nd-lab-chart>
      ${targets === null ? nothing : html`<nd-lab-chart heading="The plan, round by round" .picture=${targets}></nd-lab-chart>`}
      ${planFacts(found).map(
        ([name, facts]) =>
          html`<h2>${name}</h2>
            ${rows(Object.entries(facts).map(([title, value]) => [title, factText(value)]))}`,
      )}
      <h2>The condition in other words</h2>
      ${rows(conversionFacts(found))}
    `;
  }
}

function rows(facts: readonly (readonly [string, string])[]) {
  return html`<table>
    <tbody>
      ${facts.map(
        ([title, text]) =>
          html`<tr>
            <th scope="row">${title}</th>
            <td>${text}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

import { LitElement, css, html } from 'lit';
import { property } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import type { Experiment, PageEngine, PlanReport } from '../../engine/types.ts';
import { formatNumber } from '../../format/number.ts';
import { accountKey, askAccounts, type Accounts } from './accounting.ts';
import { Inquiry } from '../../store/inquiry.ts';
import { numbers, panel, shared } from '../../styles/shared.ts';

/** The same noise, accounted for differently: what a better accountant is worth. */
@customElement('nd-accounting-panel')
export class AccountingPanel extends LitElement {
  static override styles = [
    shared,
    panel,
    numbers,
    css`
      table {
        margin: 4px 0;
      }
      caption {
        padding: 4px 0;
        font-weight: 550;
        text-align: left;
      }
      th,
      td {
        padding: 4px 0 4px 8px;
        vertical-align: top;
      }
      th:first-child {
        padding-left: 0;
        white-space: normal;
      }
      th .quiet {
        display: block;
      }
      tr.least td {
        font-weight: 650;
      }
    `,
  ];

  @property({ attribute: false }) engine: Pick<PageEngine, 'account'> | null = null;
  @property({ attribute: false }) experiment!: Experiment;
  @property({ attribute: false }) plan: PlanReport | null = null;
  private readonly accounts = new Inquiry<Accounts[]>(this);

  override willUpdate(): void {
    const { engine, experiment, plan } = this;
    if (engine === null || plan === null) return;
    this.accounts.ask(accountKey(plan), () => askAccounts(engine, experiment, plan));
  }

  override render() {
    const { answer, problem } = this.accounts;
    return html`<section aria-labelledby="title">
      <header><h2 id="title">Same noise, counted differently</h2></header>
      ${
        problem
          ? html`<p class="error" role="alert">The accountant did not answer. ${problem}</p>`
          : this.tables(answer)
      }
    </section>`;
  }

  private tables(answer: readonly Accounts[] | null) {
    if (answer === null) return html`<p class="small quiet">Counting…</p>`;
    if (answer.length === 0) {
      return html`<p class="small quiet">There is one way only to count this noise.</p>`;
    }
    return html`${answer.map((group) => this.table(group, answer.length > 1))}
      <p class="small quiet">
        Only the count differs: a better one proves a smaller epsilon of the same run.
      </p>`;
  }

  private table({ labels, accounts }: Accounts, named: boolean) {
    const least = Math.min(...accounts.map(({ epsilon }) => epsilon ?? Infinity));
    const name = named ? labels.join(', ') : 'Every algorithm';
    return html`<table>
      <caption class=${named ? '' : 'hidden-text'}>
        ${name}
      </caption>
      <thead>
        <tr>
          <th scope="col">Counted by</th>
          <th scope="col">ε</th>
          <th scope="col">δ</th>
        </tr>
      </thead>
      <tbody>
        ${accounts.map(
          ({ name: by, why, epsilon, delta }) =>
            html`<tr class=${epsilon === least ? 'least' : ''}>
              <th scope="row">${by}<span class="quiet">${why}</span></th>
              <td>${epsilon === null ? '∞' : formatNumber(epsilon)}</td>
              <td>${formatNumber(delta)}</td>
            </tr>`,
        )}
      </tbody>
    </table>`;
  }
}

import { LitElement, css, html } from 'lit';
import { property } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import type { Experiment, PageEngine, PlanReport, AlgorithmPlan } from '../../engine/types.ts';
import { formatNumber } from '../../format/number.ts';
import { Inquiry } from '../../store/inquiry.ts';
import { numbers, panel, shared } from '../../styles/shared.ts';
import { advisedDelta } from '../../privacy/advice.ts';

/** One way to count the same noise. */
export interface Account {
  name: string;
  /** Why it counts more or less than the others. */
  why: string;
  /** Null when infinite. */
  epsilon: number | null;
  delta: number;
}

/** The accounts of plans that share their noise. */
export interface Accounts {
  labels: string[];
  accounts: Account[];
}

type Accountant = Pick<PageEngine, 'account'>;

const conversions = [
  {
    conversion: 'standard',
    name: 'zCDP, by hand',
    why: 'The papers’ formula, ρ + 2√(ρ ln 1/δ): easy to prove, never tight.',
  },
  {
    conversion: 'optimal',
    name: 'zCDP, best order',
    why: 'Canonne, Kamath, Steinke 2020: the best conversion from zCDP alone.',
  },
  {
    conversion: 'gaussian',
    name: 'Gaussian, exact',
    why: 'Uses the fact that the noise is Gaussian, so this is exact.',
  },
] as const;

/** What the accounts of an experiment's plans depend on; a question is asked again when it changes. */
export function accountKey(plan: PlanReport | null): unknown {
  return plan?.plans.map((one) => [one.label, one.privacy, rhoOf(one, plan.data.samples)]);
}

/**
 * The same noise counted in different ways, where there is more than one: pure plans by the sum of
 * their steps and by what they promise at a small delta, full-batch Gaussian ones by three
 * conversions of their rho. Plans with the same figures stand together; of a sweep only the first
 * setting is counted.
 */
export async function askAccounts(
  engine: Accountant,
  experiment: Experiment,
  plan: PlanReport,
): Promise<Accounts[]> {
  const perAlgorithm = Math.max(1, plan.plans.length / experiment.algorithms.length);
  const firsts = plan.plans.filter((_, index) => index % perAlgorithm === 0);
  const delta = experiment.privacy.delta ?? advisedDelta(plan.data.samples);
  const found: Accounts[] = [];
  for (const one of firsts) {
    const rho = rhoOf(one, plan.data.samples);
    const accounts = rho === null ? pureAccounts(one) : await rhoAccounts(engine, rho, delta);
    if (accounts.length > 0) add(found, one.label, accounts);
  }
  return found;
}

function add(found: Accounts[], label: string, accounts: Account[]): void {
  const figures = (list: readonly Account[]) =>
    list.map(({ epsilon }) => epsilon?.toPrecision(4)).join();
  const same = found.find((known) => figures(known.accounts) === figures(accounts));
  if (same) same.labels.push(label);
  else found.push({ labels: [label], accounts });
}

function pureAccounts({ privacy }: AlgorithmPlan): Account[] {
  const { notion, epsilon, approximate } = privacy;
  if (notion !== 'pure' || approximate === undefined) return [];
  return [
    {
      name: 'Sum of the steps',
      why: 'Basic composition: always valid, and without a delta.',
      epsilon,
      delta: 0,
    },
    {
      name: 'Rényi divergence',
      why: 'The steps rarely all leak the most at once; delta is the probability that they do.',
      epsilon: approximate.epsilon,
      delta: approximate.delta,
    },
  ];
}

function rhoAccounts(engine: Accountant, rho: number, delta: number): Promise<Account[]> {
  return Promise.all(
    conversions.map(async ({ conversion, name, why }) => {
      const answer = await engine.account({ query: 'zcdp-to-epsilon', rho, delta, conversion });
      return { name, why, epsilon: answer.value, delta };
    }),
  );
}

/**
 * The rho of a plan's Gaussian releases together: each pays S^2 / (2 sigma^2), and these add up.
 * Null where the noise is not Gaussian, or batches are sampled, which rho does not count well.
 */
export function rhoOf(
  { privacy, segments, curves, iterations }: AlgorithmPlan,
  samples: number,
): number | null {
  const isGaussian = segments.length > 0 && segments.every((one) => one.mechanism === 'gaussian');
  const isFull = segments.every(({ batchSize }) => batchSize === samples);
  if (!isGaussian || !isFull || privacy.guarantee !== 'proven') return null;
  if (privacy.notion === 'zcdp') return privacy.rho ?? null;
  if (segments.every(({ costFirst, costLast }) => costFirst === costLast)) {
    return segments.reduce((sum, { count, costFirst }) => sum + count * costFirst, 0);
  }
  const { cost } = curves;
  if (cost.value.length !== iterations) return null;
  return cost.value.reduce((sum, value) => sum + value, 0);
}

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
      return html`<p class="small quiet">There is only one way to count this noise.</p>`;
    }
    return html`${answer.map((group) => this.table(group, answer.length > 1))}
      <p class="small quiet">
        Only the accounting differs: a better method proves a smaller epsilon for the same run.
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

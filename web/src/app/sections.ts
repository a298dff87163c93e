import { html, nothing } from 'lit';
import '../feature/algorithms/algorithms-panel.ts';
import type { AuditCall } from '../feature/audit/audit-panel.ts';
import type { NeighbourCall } from '../feature/audit/neighbour-view.ts';
import '../feature/data/data-panel.ts';
import '../feature/engine/engine-note.ts';
import '../components/fields/epsilon-control.ts';
import type { FormContext } from '../components/shared/events.ts';
import '../feature/privacy/privacy-panel.ts';
import '../feature/problem/problem-panel.ts';
import '../feature/risk/risk-panel.ts';
import '../feature/promise/promise-panel.ts';
import { icons } from '../components/shared/icons.ts';
import '../feature/run/run-panel.ts';
import '../components/bars/sheets.ts';
import '../feature/statement/statement-panel.ts';
import '../feature/warnings/warnings-panel.ts';
import type { Experiment, PageEngine } from '../engine/types.ts';
import { leisure } from '../host/leisure.ts';
import { experimentAtFirst } from '../experiment/sweep.ts';
import { isRaced } from '../feature/race/entrants.ts';
import { cautionsOf } from '../feature/warnings/cautions.ts';
import { hasGroups, knowsGapsInTheMean } from '../results/asked-measures.ts';
import { stepColumns, tellsPhases } from '../results/step-columns.ts';
import { areAllTriangles, hasPlayers } from '../feature/strategies/players.ts';
import { isPrevious, type ExperimentPicture } from '../store/picture.ts';
import type { State } from '../store/state.ts';
import { isQuiet, planNow } from '../store/work.ts';

/** Panels of the plan that the first chart does not wait for. */
const loadPlanPanels = () =>
  Promise.all([
    import('../feature/publish/publish-panel.ts'),
    import('../feature/ledger/ledger-panel.ts'),
  ]);

/** Neither does it wait for panels far down. */
void leisure().then(() =>
  Promise.all([
    loadPlanPanels(),
    import('../feature/kl-trial/kl-trial-panel.ts'),
    import('../feature/race/race-panel.ts'),
    import('../feature/probe/probe-panel.ts'),
    import('../feature/accounting/accounting-panel.ts'),
    import('../feature/inverse/inverse-panel.ts'),
    import('../feature/audit/audit-panel.ts'),
  ]),
);

/** What the panels are made from, in a rail or in a sheet. */
export interface SectionContext {
  /** Null until it is loaded. */
  engine: PageEngine | null;
  state: Readonly<State>;
  form: FormContext;
  /** The colour of each plan. */
  colors: readonly number[];
  audit: AuditCall | null;
  compare: NeighbourCall | null;
}

export function inputSections(context: SectionContext) {
  // The trial comes last: the budget stands where it is seen at once.
  return [
    dataSection(context),
    privacySection(context),
    algorithmsSection(context),
    trialSection(context),
  ];
}

export function dataSection({ engine, state, form }: SectionContext) {
  if (state.catalogue === null) return nothing;
  return html`<nd-data-panel
      .catalogue=${state.catalogue}
      .experiment=${state.experiment}
      .plan=${planNow(state)}
      .file=${state.file}
      .seen=${state.seen}
      .form=${form}
    ></nd-data-panel>
    <nd-problem-panel
      .engine=${engine}
      .catalogue=${state.catalogue}
      .experiment=${state.experiment}
      .plan=${planNow(state)}
      .form=${form}
    ></nd-problem-panel>`;
}

/** Problems of the gallery are KL problems already, saddle problems never are. */
function trialSection({ engine, state }: SectionContext) {
  const { experiment, file } = state;
  if (state.catalogue === null) return nothing;
  if (experiment.problem.kind !== undefined) return nothing;
  return html`<nd-kl-trial-panel
    .engine=${engine}
    .experiment=${experiment}
    .file=${file}
  ></nd-kl-trial-panel>`;
}

export function privacySection({ state, form }: SectionContext) {
  if (state.catalogue === null) return nothing;
  return html`<nd-privacy-panel
    .catalogue=${state.catalogue}
    .experiment=${state.experiment}
    .plan=${planNow(state)}
    .form=${form}
  ></nd-privacy-panel>`;
}

export function algorithmsSection({ engine, state, form }: SectionContext) {
  if (state.catalogue === null) return nothing;
  return html`<nd-algorithms-panel
      .catalogue=${state.catalogue}
      .experiment=${state.experiment}
      .plan=${planNow(state)}
      .form=${form}
    ></nd-algorithms-panel>
    <nd-run-panel
      .catalogue=${state.catalogue}
      .experiment=${state.experiment}
      .form=${form}
    ></nd-run-panel>
    <nd-engine-note .engine=${engine}></nd-engine-note>`;
}

export function storySection(context: SectionContext) {
  const { audit, compare, engine, state, colors } = context;
  const { experiment } = state;
  const plan = planNow(state);
  // Of an older picture nothing is told here: these panels speak of what the forms say.
  const picture = isPrevious(state) ? null : state.picture;
  const isWhole = picture?.status === 'done' && picture.plan !== null;
  const told = isWhole ? picture.plan : plan;
  const cautions = told === null ? [] : cautionsOf(told, isWhole ? picture.collection : null);
  // With no chart to come there is nothing to wait for.
  if (state.picture === null && isQuiet(state.work)) void loadPlanPanels();
  return html`<nd-risk-panel .experiment=${experiment} .plan=${plan}></nd-risk-panel>
    <nd-promise-panel
      .plan=${plan}
      .result=${picture?.result ?? null}
      .colors=${colors}
    ></nd-promise-panel>
    <nd-statement-panel
      .statement=${picture?.result?.privacy.statement ?? null}
    ></nd-statement-panel>
    ${
      state.catalogue === null
        ? nothing
        : html`<nd-publish-panel
            .engine=${engine}
            .catalogue=${state.catalogue}
            .experiment=${experiment}
            .plan=${plan}
            .file=${state.file}
          ></nd-publish-panel>`
    }
    <nd-warnings-panel .cautions=${cautions}></nd-warnings-panel>
    <nd-ledger-panel
      .engine=${engine}
      .plan=${plan}
      .colors=${colors}
      .picture=${picture}
    ></nd-ledger-panel>
    ${workbenchSection(context, picture)} ${stepsSection(state, picture)}
    ${phasesSection(state, picture)} ${groupsSection(state, picture)}
    ${strategiesSection(engine, state, picture)} ${pathsSection(engine, state, picture)}
    ${weakGapSection(engine, state)} ${raceSection(engine, state)} ${probeSection(engine, state)}
    <nd-accounting-panel
      .engine=${engine}
      .experiment=${experiment}
      .plan=${plan}
    ></nd-accounting-panel>
    <nd-inverse-panel
      .engine=${engine}
      .catalogue=${state.catalogue}
      .experiment=${experiment}
      .plan=${plan}
    ></nd-inverse-panel>
    <nd-audit-panel
      .catalogue=${state.catalogue}
      .experiment=${experiment}
      .audit=${audit}
      .compare=${compare}
    ></nd-audit-panel>`;
}

/** What became of synthetic data: its code comes with the first of them. */
function workbenchSection(
  { engine, state: { catalogue } }: SectionContext,
  picture: ExperimentPicture | null,
) {
  if (catalogue === null || picture?.experiment.problem.name !== 'marginal-queries') return nothing;
  void import('../feature/workbench/workbench-panel.ts');
  return html`<nd-workbench-panel
    .engine=${engine}
    .catalogue=${catalogue}
    .picture=${picture}
  ></nd-workbench-panel>`;
}

/** What the steps of some algorithms tell: the panel comes when there is one. */
function stepsSection({ catalogue }: Readonly<State>, picture: ExperimentPicture | null) {
  const isTold = ({ id }: { id: string }) => {
    const columns = stepColumns(catalogue, id);
    return columns.length > 0 && !tellsPhases(columns);
  };
  if (!picture?.experiment.algorithms.some(isTold)) return nothing;
  void import('../feature/steps/steps-panel.ts');
  return html`<nd-steps-panel .catalogue=${catalogue} .picture=${picture}></nd-steps-panel>`;
}

/** The releases of certified solutions: the panel comes when there are some. */
function phasesSection({ catalogue }: Readonly<State>, picture: ExperimentPicture | null) {
  const isTold = ({ id }: { id: string }) => tellsPhases(stepColumns(catalogue, id));
  if (!picture?.experiment.algorithms.some(isTold)) return nothing;
  void import('../feature/phases/phases-panel.ts');
  return html`<nd-phases-panel .catalogue=${catalogue} .picture=${picture}></nd-phases-panel>`;
}

/** How each group fares, of problems that have some. */
function groupsSection({ catalogue, view }: Readonly<State>, picture: ExperimentPicture | null) {
  if (catalogue === null || picture === null || !hasGroups(catalogue, picture.experiment)) {
    return nothing;
  }
  void import('../feature/groups/groups-panel.ts');
  return html`<nd-groups-panel .picture=${picture} .view=${view}></nd-groups-panel>`;
}

/** How the players of a game mix their strategies. */
function strategiesSection(
  engine: PageEngine | null,
  { catalogue, view }: Readonly<State>,
  picture: ExperimentPicture | null,
) {
  if (picture === null || !hasPlayers(picture)) return nothing;
  void import('../feature/strategies/strategies-panel.ts');
  return html`<nd-strategies-panel
    .engine=${engine}
    .catalogue=${catalogue}
    .picture=${picture}
    .view=${view}
  ></nd-strategies-panel>`;
}

/** Where x and y of a saddle problem went, unless triangles of strategies have shown it. */
function pathsSection(
  engine: PageEngine | null,
  { view }: Readonly<State>,
  picture: ExperimentPicture | null,
) {
  if (picture?.experiment.problem.kind !== 'saddle' || areAllTriangles(picture)) return nothing;
  void import('../feature/paths/paths-panel.ts');
  return html`<nd-paths-panel
    .engine=${engine}
    .picture=${picture}
    .view=${view}
  ></nd-paths-panel>`;
}

/** The gap of means, where the law of the records is known. */
function weakGapSection(engine: PageEngine | null, { catalogue, experiment }: Readonly<State>) {
  if (catalogue === null || !knowsGapsInTheMean(catalogue, experiment)) {
    return nothing;
  }
  void import('../feature/weak-gap/weak-gap-panel.ts');
  return html`<nd-weak-gap-panel .engine=${engine} .experiment=${experiment}></nd-weak-gap-panel>`;
}

/** What solvers take without privacy. */
function raceSection(engine: PageEngine | null, state: Readonly<State>) {
  if (!isRaced(experimentAtFirst(state.experiment))) return nothing;
  return html`<nd-race-panel
    .engine=${engine}
    .experiment=${state.experiment}
    .plan=${planNow(state)}
    .file=${state.file}
  ></nd-race-panel>`;
}

/** How the objective lies around its optimum, which saddle problems have none of. */
function probeSection(engine: PageEngine | null, state: Readonly<State>) {
  if (state.experiment.problem.kind === 'saddle') return nothing;
  return html`<nd-probe-panel
    .engine=${engine}
    .experiment=${state.experiment}
    .plan=${planNow(state)}
    .file=${state.file}
  ></nd-probe-panel>`;
}

/** The budget alone, for the foot of a small screen. */
function budgetControl({ privacy, sweep }: Experiment, form: FormContext) {
  if (privacy.notion === 'none') return nothing;
  const zcdp = privacy.notion === 'zcdp';
  const path = zcdp ? 'privacy.rho' : 'privacy.epsilon';
  return html`<nd-epsilon-control
    compact
    .path=${path}
    .label=${zcdp ? 'ρ' : 'ε'}
    .value=${(zcdp ? privacy.rho : privacy.epsilon) ?? 1}
    .sweep=${sweep}
    .error=${form.errorAt(path)}
  ></nd-epsilon-control>`;
}

/** On a phone: epsilon under the thumb, everything else one tap away. */
export function thumbSection(context: SectionContext) {
  const { experiment, explanation } = context.state;
  const sheets = [
    {
      name: 'Data',
      title: 'Data and problem',
      icon: icons.data,
      content: () => [dataSection(context), trialSection(context)],
    },
    {
      name: 'Privacy',
      title: 'Privacy',
      icon: icons.shield,
      content: () => privacySection(context),
    },
    {
      name: 'Algorithms',
      title: 'Algorithms and run',
      icon: icons.curves,
      content: () => algorithmsSection(context),
    },
    { name: 'Story', title: 'Story', icon: icons.story, content: () => storySection(context) },
  ];
  return html`<section class="thumb" aria-label="Budget and settings">
    ${budgetControl(experiment, context.form)}
    <nd-sheets .sheets=${sheets} .explanation=${explanation}></nd-sheets>
  </section>`;
}

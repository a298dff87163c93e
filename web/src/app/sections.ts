import { html, nothing } from 'lit';
import { ref } from 'lit/directives/ref.js';
import { html as panelHtml, unsafeStatic } from 'lit/static-html.js';
import '../components/bars/sheets.ts';
import '../components/bars/fold.ts';
import '../components/fields/epsilon-control.ts';
import type { FormContext } from '../components/shared/events.ts';
import { icons } from '../components/shared/icons.ts';
import type { Experiment } from '../engine/types.ts';
import {
  factsOf,
  type Feature,
  type FeatureContext,
  type FeaturePlace,
  type LateCode,
} from '../feature/registration.ts';
import { leisure } from '../host/leisure.ts';
import { isWithin } from '../experiment/paths.ts';
import type { OpenPanels } from '../store/open-panels.ts';
import { isPrevious } from '../store/picture.ts';
import { isQuiet, planNow } from '../store/work.ts';
import * as listed from './features.ts';

const features: readonly Feature[] = Object.values(listed).sort((a, b) => a.order - b.order);

/** Panels of the plan that the first chart does not wait for, nor for panels far down. */
const loadAll = (since: LateCode['since']) =>
  Promise.all(features.flatMap(({ late }) => (late?.since === since ? [late.load()] : [])));

void leisure().then(() => Promise.all([loadAll('plan'), loadAll('leisure')]));

/** What the page knows of its panels; the rest follows from its state. */
export interface SectionContext extends Omit<FeatureContext, 'plan' | 'picture'> {
  panels: OpenPanels;
  /** The field that shows a problem; empty where none does. */
  problemAt: string;
  /** The title of the panel that a story points at; empty where it does not. */
  pointedAt: string;
}

type PanelContext = FeatureContext & SectionContext;

function withPlan(context: SectionContext): PanelContext {
  const { state } = context;
  const picture = isPrevious(state) ? null : state.picture;
  return { ...context, plan: planNow(state), picture };
}

/** The panels of a place: each keeps its position, whether it is shown or not. */
function panels(place: FeaturePlace, context: PanelContext) {
  return features
    .filter((feature) => feature.place === place)
    .map((feature) => (isShown(feature, context) ? standing(feature, context) : nothing));
}

/** Open, or folded to a line until the reader or a problem opens it. */
function standing(feature: Feature, context: PanelContext) {
  const { fold, title } = feature;
  if (fold === undefined) return shown(feature, context);
  const { panels: reader, pointedAt, problemAt } = context;
  const isWrong = fold.block !== undefined && isWithin(problemAt, fold.block);
  const isOpen = isWrong || title === pointedAt || reader.isOpen(title);
  return html`<nd-fold
    .heading=${title}
    .summary=${fold.summary(context)}
    ?open=${isOpen}
    @toggle=${() => reader.toggle(title)}
    >${isOpen || reader.wasOpen(title) ? shown(feature, context) : nothing}</nd-fold
  >`;
}

const isShown = ({ when }: Feature, context: FeatureContext) => when?.(context) ?? true;

function shown({ late, panel, takes = [], also }: Feature, context: FeatureContext) {
  if (late?.since === 'shown') void late.load();
  const facts = factsOf(context);
  const taken = Object.fromEntries(takes.map((name) => [name, facts[name]]));
  // Properties that are the same again change nothing.
  const hand = (element?: Element) => element && Object.assign(element, taken, also?.(context));
  const tag = unsafeStatic(panel);
  return panelHtml`<${tag} ${ref(hand)}></${tag}>`;
}

export function inputSections(given: SectionContext) {
  const context = withPlan(given);
  // The trial comes last: the budget stands where it is seen at once.
  return (['data', 'privacy', 'algorithms', 'trial'] as const).map((place) =>
    panels(place, context),
  );
}

/** The panel that a story points at, where its place is in a sheet. */
export function panelPointedAt(given: SectionContext) {
  const context = withPlan(given);
  const feature = features.find(
    ({ place, title }) => place === 'story' && title === context.pointedAt,
  );
  return feature && isShown(feature, context) ? shown(feature, context) : nothing;
}

export function storySection(given: SectionContext) {
  return story(withPlan(given));
}

/** Below the chart: questions whose answers need room. */
export function questionSection(given: SectionContext) {
  return panels('questions', withPlan(given));
}

function story(context: PanelContext) {
  const { picture, work } = context.state;
  // With no chart to come there is nothing to wait for.
  if (picture === null && isQuiet(work)) void loadAll('plan');
  return panels('story', context);
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
export function thumbSection(given: SectionContext) {
  const context = withPlan(given);
  const { experiment, explanation } = context.state;
  const sheets = [
    {
      name: 'Data',
      title: 'Data and problem',
      icon: icons.data,
      content: () => [panels('data', context), panels('trial', context)],
    },
    {
      name: 'Privacy',
      title: 'Privacy',
      icon: icons.shield,
      content: () => panels('privacy', context),
    },
    {
      name: 'Algorithms',
      title: 'Algorithms and run',
      icon: icons.curves,
      content: () => panels('algorithms', context),
    },
    { name: 'Story', title: 'Story', icon: icons.story, content: () => story(context) },
  ];
  return html`<section class="thumb" aria-label="Budget and settings">
    ${budgetControl(experiment, context.form)}
    <nd-sheets .sheets=${sheets} .explanation=${explanation} .sweep=${experiment.sweep}></nd-sheets>
  </section>`;
}

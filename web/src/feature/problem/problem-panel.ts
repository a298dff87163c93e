import { LitElement, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import type {
  Catalogue,
  Experiment,
  PageEngine,
  Parameter,
  PlanReport,
} from '../../engine/types.ts';
import { formatCounted, formatNumber } from '../../format/number.ts';
import { klSetting } from '../../results/bound-words.ts';
import { problemId, problemParameters, saddleEntry } from '../../experiment/gallery.ts';
import { valueAt } from '../../experiment/paths.ts';
import { withClip } from '../../store/sources.ts';
import { isSettable } from '../../experiment/terms.ts';
import { panel, shared } from '../../styles/shared.ts';
import type { Choice } from '../../components/fields/choice-field.ts';
import '../../components/fields/choice-field.ts';
import { choosing, menuOf } from '../../components/fields/menu.ts';
import '../../components/shared/disclosure.ts';
import { emit, type FormContext } from '../../components/shared/events.ts';
import { terms } from '../../components/shared/terms.ts';
import '../../components/shared/what.ts';
import './domain-facts.ts';
import '../../components/fields/misfit-list.ts';
import '../../components/fields/parameter-field.ts';

/** What is minimized: loss, regularizer, domain, and where the constants come from. */
@customElement('nd-problem-panel')
export class ProblemPanel extends LitElement {
  static override styles = [shared, panel];

  @property({ attribute: false }) catalogue!: Catalogue;
  @property({ attribute: false }) experiment!: Experiment;
  @property({ attribute: false }) plan: PlanReport | null = null;
  /** Null until it is loaded. */
  @property({ attribute: false }) engine: PageEngine | null = null;
  @property({ attribute: false }) form!: FormContext;

  override render() {
    const { problem } = this.experiment;
    const saddle = saddleEntry(problem, this.catalogue);
    const menus = saddle ? (['loss'] as const) : (['loss', 'regularizer', 'domain'] as const);
    return html`<section aria-labelledby="title">
      <header><h2 id="title">Problem</h2></header>
      <div class="error" ?hidden=${!this.form.errorAt('problem')}>
        ${this.form.errorAt('problem')}
      </div>
      <div class="fields">
        <div class="pair">
          <nd-choice-field
            label="Loss"
            description="What one record adds to the objective."
            .value=${problemId(problem)}
            .choices=${this.losses()}
            .error=${this.form.errorAt('problem.loss') || this.form.errorAt('problem.name')}
            @nd-edit=${choosing(this, 'loss')}
          ></nd-choice-field>
          ${saddle ? this.own() : this.terms()}
        </div>
        ${saddle ? html`<p class="small quiet">${saddle.description}</p>` : nothing}
        ${saddle ? this.models() : nothing}
        ${menus.map(
          (menu) => html`<nd-misfit-list .menu=${menu} .form=${this.form}></nd-misfit-list>`,
        )}
        ${this.plannedConstants()} ${saddle ? nothing : this.details()}
      </div>
    </section>`;
  }

  /** What stands beside the name or the loss. */
  private own() {
    const parameters = problemParameters(this.experiment.problem, this.catalogue);
    // Public models stand in the place of a ball.
    const isOpen = ({ name }: Parameter) => name !== 'radius' || this.modelCount() === 0;
    return parameters.filter(isOpen).map((one) => this.field(one, 'problem'));
  }

  /** How many points of one's own a saddle problem mixes in the place of a ball's. */
  private modelCount(): number {
    const { domain, kind } = this.experiment.problem;
    return kind === 'saddle' ? (domain?.vertices?.length ?? 0) : 0;
  }

  private models() {
    const count = this.modelCount();
    if (count === 0) return nothing;
    return html`<p class="small quiet">
      x mixes ${formatCounted(count, 'model')} that the experiment names: public ones, which no
      record of these data may have chosen.
    </p>`;
  }

  /** What a loss is minimized with; saddle problems bring theirs. */
  private terms() {
    const { problem } = this.experiment;
    const smoothness = this.constants().slice(0, 1);
    return html`<nd-choice-field
        label="Regularizer"
        description="A term that reads no data and so costs no privacy."
        .value=${problem.regularizer?.kind ?? 'none'}
        .choices=${menuOf(this.catalogue.regularizers, 'regularizer', this.form)}
        .error=${this.form.errorAt('problem.regularizer')}
        @nd-edit=${choosing(this, 'regularizer')}
      ></nd-choice-field>
      ${this.own()}
      ${this.regularizerParameters().map((one) => this.field(one, 'problem.regularizer'))}
      ${this.domain()} ${smoothness.map((one) => this.field(one, 'problem.constants'))}`;
  }

  /** The domain in numbers, and what few ever set. */
  private details() {
    const constants = this.constants().slice(1);
    return html`<nd-domain-facts
        .engine=${this.engine}
        .domain=${this.experiment.problem.domain}
        .dimension=${this.plan?.data.features ?? null}
      ></nd-domain-facts>
      <nd-disclosure ?attention=${this.needsAttention(constants)}>
        <span slot="head" class="small quiet">Other constants, gradient clip</span>
        <div class="pair">
          ${constants.map((one) => this.field(one, 'problem.constants'))}
          ${this.clipParameters().map(
            (one) =>
              html`<div @nd-edit=${this.editClip}>
                ${this.field({ ...one, title: `Gradient clip: ${name(one).toLowerCase()}` }, 'problem.gradientClip')}
              </div>`,
          )}
        </div>
      </nd-disclosure>`;
  }

  private field(parameter: Parameter, parent: string) {
    const path = `${parent}.${parameter.name}`;
    return html`<nd-parameter-field
      .parameter=${{ ...parameter, title: name(parameter) }}
      .path=${path}
      .value=${valueAt(this.experiment, path)}
      .begin=${parent === 'problem.constants' ? valueAt(this.plan?.constants, parameter.name) : undefined}
      .titles=${this.titles()}
      .error=${this.form.errorAt(path)}
    ></nd-parameter-field>`;
  }

  private titles(): Record<string, string> {
    return Object.fromEntries(this.catalogue.constantRules.map(({ id, title }) => [id, title]));
  }

  /** A radius is given with the domain. */
  private constants(): Parameter[] {
    return this.catalogue.constants.filter((one) => one.name !== 'radius');
  }

  /** The bound's absence means that gradients are not clipped. */
  private clipParameters(): Parameter[] {
    return this.catalogue.gradientClip.map((one) =>
      one.name === 'bound' ? { ...one, defaultRule: 'not clipped' } : one,
    );
  }

  /** Points in the domain only; a set that a form cannot describe is shown but not offered. */
  private domain() {
    const { domain } = this.experiment.problem;
    const kind = domain?.kind ?? 'all';
    const known = this.catalogue.domains.filter((one) => one.id === kind || isSettable(one));
    const info = known.find((one) => one.id === kind);
    return html`<nd-choice-field
        label="Domain"
        description="Where solutions may lie, known to everybody. A small set bounds gradients and lets less noise through."
        .value=${kind}
        .choices=${menuOf(known, 'domain', this.form)}
        .error=${this.form.errorAt('problem.domain')}
        @nd-edit=${choosing(this, 'domain')}
      ></nd-choice-field>
      ${(info && isSettable(info) ? (info.parameters ?? []) : []).map((one) => this.field(one, 'problem.domain'))}`;
  }

  /** Losses and saddle problems of the reader's own records, and problems that bring theirs. */
  private losses(): Choice[] {
    const own = menuOf(this.catalogue.losses, 'loss', this.form);
    const gallery = menuOf(this.catalogue.gallery, 'loss', this.form);
    const saddles = menuOf(this.catalogue.saddles, 'loss', this.form);
    return [
      ...own.map((choice) => ({ ...choice, group: 'Losses of records' })),
      ...saddles.map((choice) => ({ ...choice, group: 'Saddle problems: min over x, max over y' })),
      ...gallery.map((choice) => ({ ...choice, group: 'Gallery: known constants, own records' })),
    ];
  }

  private regularizerParameters(): Parameter[] {
    const { regularizer } = this.experiment.problem;
    const info = this.catalogue.regularizers.find((known) => known.id === regularizer?.kind);
    return info?.parameters ?? [];
  }

  private needsAttention(constants: Parameter[]): boolean {
    const { problem } = this.experiment;
    const loss = this.catalogue.losses.find((known) => known.id === problem.loss);
    const paths = [
      ...constants.map((one) => `problem.constants.${one.name}`),
      ...this.clipParameters().map((one) => `problem.gradientClip.${one.name}`),
    ];
    const isWrong = paths.some((path) => this.form.errorAt(path) !== '');
    return isWrong || loss?.needsGradientClip === true || problem.gradientClip !== undefined;
  }

  private plannedConstants() {
    const constants = this.plan?.constants;
    if (constants === undefined) return nothing;
    const { smoothness, strongConvexity, conditionNumber } = constants;
    const isConditioned = strongConvexity > 0 && Number.isFinite(conditionNumber);
    return html`<nd-disclosure>
      <span slot="head" class="small quiet">What theory knows of this problem</span>
      <p class="small quiet">
        The objective curves by at most L = ${formatNumber(smoothness)} and at least μ =
        ${formatNumber(strongConvexity)}${isConditioned ? ` (condition number ${formatNumber(conditionNumber)})` : ''}.${this.noise(constants)}
      </p>
      ${this.condition(constants)}
    </nd-disclosure>`;
  }

  /** How long the gradient is wherever the gap is large, where that is known from, and for which setting. */
  private condition({ kl }: PlanReport['constants']) {
    if (kl === null) return nothing;
    return html`<p class="small quiet">
      KL condition${klSetting(this.plan!)}: κ = ${formatNumber(kl.exponent)}, γ =
      ${formatNumber(kl.constant)} (${kl.source}). <nd-what .term=${terms.kl}></nd-what>
    </p>`;
  }

  /** What the problem makes of the budget: how far one record reaches, and the noise that hides it. */
  private noise({ l1Sensitivity, l2Sensitivity }: PlanReport['constants']) {
    // Laplace noise hides lengths in L1, Gaussian noise in L2.
    const isPure = this.experiment.privacy.notion === 'pure';
    const [norm, sensitivity] = isPure ? ['L1', l1Sensitivity] : ['L2', l2Sensitivity];
    const first = this.plan?.plans.flatMap(({ segments }) => segments.slice(0, 1)) ?? [];
    // The noise of a choice is on scores, not on gradients.
    const onGradients = first.filter(({ mechanism }) => mechanism !== 'exponential');
    const scales = onGradients
      .map((segment) => segment.noiseScaleFirst)
      .filter((scale) => scale > 0);
    if (!(sensitivity > 0) || scales.length === 0) return nothing;
    const [least, most] = [Math.min(...scales), Math.max(...scales)].map(formatNumber);
    const range = least === most ? least : `${least} to ${most}`;
    return html` Two records’ gradients differ by at most ${formatNumber(sensitivity)} in ${norm};
    the first noise has scale ${range}.`;
  }

  /** A clip has a bound, or there is none. */
  private editClip(event: CustomEvent<{ path: string; value: unknown }>): void {
    event.stopPropagation();
    const { path, value } = event.detail;
    const field = path.split('.').at(-1) ?? '';
    const before = this.experiment.problem.gradientClip ?? { bound: 1 };
    const isOff = field === 'bound' && value === undefined;
    const clip = isOff ? undefined : { ...before, [field]: value };
    emit(this, 'nd-edit', { path: '', value: withClip(this.experiment, clip) });
  }
}

/** A parameter's title, or its name in words: "strongConvexity" gives "Strong convexity". */
function name({ title, name: id }: Parameter): string {
  if (title) return title;
  const words = id.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

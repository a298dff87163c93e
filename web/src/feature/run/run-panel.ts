import { LitElement, html } from 'lit';
import { property } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import type { Catalogue, Experiment } from '../../engine/types.ts';
import { withValueAt } from '../../experiment/paths.ts';
import { panel, shared } from '../../styles/shared.ts';
import '../../components/fields/choice-field.ts';
import { choicesOf } from '../../components/fields/menu.ts';
import { emit, type FormContext } from '../../components/shared/events.ts';
import { terms } from '../../components/shared/terms.ts';
import '../../components/shared/what.ts';
import '../../components/fields/number-field.ts';

/** How it is run: repeats, randomness, trace. */
@customElement('nd-run-panel')
export class RunPanel extends LitElement {
  static override styles = [shared, panel];

  @property({ attribute: false }) catalogue!: Catalogue;
  @property({ attribute: false }) experiment!: Experiment;
  @property({ attribute: false }) form!: FormContext;

  override render() {
    const { run } = this.experiment;
    const secure = run?.randomness?.mode === 'secure';
    return html`<section aria-labelledby="title">
      <header><h2 id="title">Run</h2></header>
      <div class="fields">
        <div class="pair">
          ${this.number('run.repeats', 'Repeats', '1', run?.repeats, 'Each repeat draws new noise; the band shows where 80% of the repeats end.')}
          ${this.number('run.trace.points', 'Trace points', '200', run?.trace?.points, 'The number of iterations at which the objective is computed and drawn.')}
        </div>
        <div class="pair">
          <nd-choice-field
            label="Randomness"
            description="Reproducible noise comes from the seed, so that a link replays bit for bit; it is predictable and therefore not private. Secure noise uses a fresh key that is never stored."
            .value=${run?.randomness?.mode ?? 'reproducible'}
            .choices=${[
              { value: 'reproducible', title: 'Reproducible' },
              { value: 'secure', title: 'Secure' },
            ]}
            .error=${this.form.errorAt('run.randomness.mode')}
            @nd-edit=${this.chooseMode}
          ></nd-choice-field>
          ${
            secure
              ? html`<span></span>`
              : this.number(
                  'run.randomness.seed',
                  'Seed',
                  '1',
                  run?.randomness?.seed,
                  'Another seed draws other noise.',
                )
          }
        </div>
        <nd-choice-field
          label="Noise"
          description="How noise is added to what is released. Hardened noise has a proof that covers the rounding of computers; only secure, hardened results may be published."
          .fallback=${secure ? 'default: hardened' : 'default: floating'}
          .value=${run?.randomness?.release ?? run?.release ?? ''}
          .choices=${choicesOf(this.catalogue.releases)}
          .error=${this.form.errorAt('run.randomness.release') || this.form.errorAt('run.release')}
          @nd-edit=${this.chooseRelease}
        ></nd-choice-field>
        <nd-what .term=${terms.hardened}></nd-what>
      </div>
    </section>`;
  }

  private number(
    path: string,
    label: string,
    fallback: string,
    value: unknown,
    description: string,
  ) {
    return html`<nd-number-field
      integer
      .path=${path}
      .label=${label}
      .fallback=${fallback}
      .description=${description}
      .value=${value}
      .error=${this.form.errorAt(path)}
    ></nd-number-field>`;
  }

  /** A secure run has one repeat; in the playground it still shows its curve, marked as not private. */
  private chooseMode(event: CustomEvent<{ value: unknown }>): void {
    event.stopPropagation();
    const { run } = this.experiment;
    const value =
      event.detail.value === 'secure'
        ? { ...run, repeats: 1, randomness: { mode: 'secure' } }
        : { ...run, randomness: { mode: 'reproducible', seed: 1 } };
    emit(this, 'nd-edit', { path: 'run', value });
  }

  /** The mode is stated with it, because a file that says anything of randomness has to say the mode. */
  private chooseRelease(event: CustomEvent<{ value: unknown }>): void {
    event.stopPropagation();
    const run = this.experiment.run ?? {};
    const mode = run.randomness?.mode ?? 'reproducible';
    const moved = withValueAt(withValueAt(run, 'release', undefined), 'randomness.mode', mode);
    const value = withValueAt(moved, 'randomness.release', event.detail.value);
    emit(this, 'nd-edit', { path: 'run', value });
  }
}

import { html, nothing } from 'lit';
import { icons } from '../../components/shared/icons.ts';
import type { Model } from '../../engine/types.ts';
import { download, fileName, jsonFile, textFile } from '../../export/download.ts';
import { formatCounted, formatNumber } from '../../format/number.ts';
import { emit } from '../../components/shared/events.ts';
import type { TableJob } from './job.ts';

const languages = [
  ['python', 'Python', 'py'],
  ['javascript', 'JavaScript', 'js'],
  ['c', 'C', 'c'],
  ['onnx', 'ONNX', 'onnx'],
] as const;

/** What goes out; each as a file made in this page. */
async function save(
  model: Model,
  what: 'model' | 'card' | 'statement' | (typeof languages)[number][0],
) {
  const released = await model.redacted();
  const name = (suffix: string) => fileName(model.target.name, suffix);
  if (what === 'model') download(name('model.json'), jsonFile(released));
  else if (what === 'card')
    download(name('card.md'), textFile(await released.card(), 'text/markdown')); // prettier-ignore
  else if (what === 'statement') {
    download(name('statement.json'), jsonFile(released.privacy));
  } else {
    const ending = languages.find(([id]) => id === what)![2];
    const code = what === 'onnx' ? await released.code(what) : await released.code(what);
    const file = typeof code === 'string' ? textFile(code, 'text/plain') : new Blob([code.slice()]);
    download(name(ending), file);
  }
}

/** Last step: what goes out, and what it costs. */
export function releaseStep(job: TableJob) {
  const { model, file, mileage, choice } = job.state;
  if (model === null || file === null) return nothing;
  const { total, statement } = model.privacy;
  const cost =
    total === null || total.epsilon === null
      ? ''
      : `ε = ${formatNumber(total.epsilon)}${total.delta ? `, δ = ${formatNumber(total.delta)}` : ''}`;
  const [told, made] = [statement?.text.slice(0, 2) ?? [], statement?.text.slice(2, 3) ?? []];
  const give = (what: Parameters<typeof save>[1]) => () => void job.hand(() => save(model, what));
  const inside = (event: Event) => {
    emit(event.target!, 'nd-experiment', { experiment: model.experiment, file });
  };
  return html`<p>
      The model costs ${cost}, once, however often it is used. It contains no rows, and no figures
      that were computed without noise.
    </p>
    ${
      choice.isFromFile
        ? html`<p class="note">
            Ranges and words were taken from ${file.name}. They are published as they are, and no
            proof covers them: release the model only if they are not secret.
          </p>`
        : nothing
    }
    <div class="doors">
      <button class="primary" @click=${give('model')}>${icons.download} Model file</button>
      <button @click=${give('card')}>${icons.download} Card</button>
      <button @click=${give('statement')}>${icons.shield} Statement</button>
    </div>
    <h3>As a program that needs no library, or for ONNX Runtime</h3>
    <div class="doors">
      ${languages.map(
        ([id, title]) => html`<button @click=${give(id)}>${icons.download} ${title}</button>`,
      )}
    </div>
    <h3>What it guarantees</h3>
    <ul>
      ${told.map((sentence) => html`<li>${sentence}</li>`)}
    </ul>
    ${
      made.length === 0
        ? nothing
        : html`<details>
            <summary>How it was made</summary>
            <ul>
              ${made.map((sentence) => html`<li>${sentence}</li>`)}
            </ul>
          </details>`
    }
    <details>
      <summary>What are ε and δ?</summary>
      <p>
        ε (epsilon) bounds how much anybody can learn about one row: smaller is better. δ (delta) is
        a tiny probability with which this bound may fail.
      </p>
    </details>
    ${
      mileage === null
        ? nothing
        : html`<p class="quiet">
            Secure runs on ${file.name}, counted in this browser:
            ${formatCounted(mileage.runs, 'run')}, together ${mileage.spent}.
          </p>`
    }
    <p class="next">
      <button @click=${() => void job.go('result')}>Back</button>
      <button @click=${inside}>Look inside this run</button>
    </p>`;
}

import type {
  NotebookAnswers,
  NotebookModel,
  NotebookTraits,
} from '../../../wasm/client/anywidget.ts';
import type { NoisyDescentElement } from '../../../wasm/client/element.ts';
import type { ErrorBody } from '../../../wasm/client/index.ts';
import { toProblem } from '../store/errors.ts';
import { refusal } from '../element/refusal.ts';
import { hostTheme } from './host-theme.ts';

type Result = NonNullable<NotebookAnswers['result']>;
type Change = `change:${keyof NotebookTraits}`;

/** Servers of notebooks end a connection that sends more at once: Jupyter's by default at 10 MiB. */
const mostCharacters = 9_000_000;

/** The element in one output of a notebook. */
export class View {
  readonly element: NoisyDescentElement = document.createElement('noisy-descent');
  private readonly model: NotebookModel;
  private readonly el: HTMLElement;
  private readonly closing = new AbortController();
  /** Which records it has. */
  private supplied = 0;
  /** The last result that it told or shows, as text. */
  private shown = '';

  /** @param isFirst whether no other view of the widget runs its experiment */
  constructor(model: NotebookModel, el: HTMLElement, isFirst: boolean) {
    this.model = model;
    this.el = el;
    this.keepKeys();
    this.follow('start', () => {
      this.element.start = isFirst ? (model.get('start') ?? 'visible') : 'click';
    });
    this.follow('view', () => {
      this.element.view = model.get('view') ?? 'chart';
    });
    this.follow('hide', () => {
      this.element.hide = model.get('hide') ?? '';
    });
    const dress = () => {
      const theme = model.get('theme') ?? 'auto';
      this.element.theme = theme === 'auto' ? hostTheme() : theme;
    };
    this.follow('theme', dress);
    const watch = new MutationObserver(dress);
    watch.observe(document.body, { attributes: true });
    this.atClose(() => {
      watch.disconnect();
    });
    this.answer();
    for (const name of ['experiment', 'link', 'data_version'] as const) {
      this.on(`change:${name}`, () => {
        this.take();
      });
    }
    this.on('change:result', () => {
      const result = model.get('result');
      if (result) this.show(result);
    });
    this.take();
  }

  /** Takes the bytes of the records, which come when it has asked for them. */
  supply(version: number, bytes: DataView): void {
    if (version === this.supplied) return;
    this.supplied = version;
    this.element.data = new Blob([bytes as DataView<ArrayBuffer>]);
    this.take();
  }

  close(): void {
    this.closing.abort();
    this.element.remove();
  }

  /** Shows what the model has, as soon as its records are there. */
  private take(): void {
    const { model, element } = this;
    const isNew = element.parentNode === null;
    if ((model.get('data_version') ?? 0) !== this.supplied) {
      if (isNew) this.el.textContent = 'The kernel has the records. Waiting for it.';
      model.send({ type: 'data' });
      return;
    }
    const result = model.get('result');
    // Later a result may be of the source before: hosts send the new source first.
    if (isNew && result) {
      this.show(result);
    } else {
      element.experiment = model.get('experiment') ?? null;
      element.link = model.get('link') ?? null;
    }
    if (isNew) this.el.replaceChildren(element);
  }

  /** Shows what ran before or in another view, without a run: each one draws its noise anew. */
  private show(result: Result): void {
    const text = JSON.stringify(result);
    if (text === this.shown) return;
    try {
      this.element.restore({ version: 1, experiment: result.experiment, view: {}, result });
      this.shown = text;
    } catch (error) {
      this.tell({ error: toProblem(error) });
    }
  }

  /** Tells the host what the element says. */
  private answer(): void {
    const { element } = this;
    element.addEventListener('plan', ({ detail }) => {
      this.tell({ plan: detail, error: null });
    });
    element.addEventListener('error', ({ detail }) => {
      this.tell({ error: detail });
    });
    element.addEventListener('result', ({ detail }) => {
      const text = JSON.stringify(detail);
      if (text.length > mostCharacters) {
        this.tell({ error: tooLarge(text.length) });
        return;
      }
      this.shown = text;
      this.tell({ result: detail, error: null });
    });
  }

  private tell(answers: Partial<NotebookAnswers>): void {
    if (this.closing.signal.aborted) return;
    for (const [name, value] of Object.entries(answers)) {
      this.model.set(name as keyof NotebookAnswers, value);
    }
    this.model.save_changes();
  }

  /** What is typed in the element is no command to the notebook, which does not see into its shadow. */
  private keepKeys(): void {
    this.element.dataset.lmSuppressShortcuts = 'true';
    this.element.addEventListener('keydown', (event) => {
      if (!event.ctrlKey && !event.metaKey && !event.altKey) event.stopPropagation();
    });
  }

  private follow(name: keyof NotebookTraits, set: () => void): void {
    this.on(`change:${name}`, set);
    set();
  }

  private on(event: Change, listener: () => void): void {
    this.model.on(event, listener);
    this.atClose(() => {
      this.model.off(event, listener);
    });
  }

  private atClose(act: () => void): void {
    this.closing.signal.addEventListener('abort', act);
  }
}

function tooLarge(characters: number): ErrorBody {
  const message =
    `The result has ${(characters / 1e6).toFixed(1)} MB, and notebooks take ${mostCharacters / 1e6} MB:` +
    ' take fewer run.trace.points, fewer repeats or a shorter sweep.';
  return refusal('file-too-large', 'result', message).body;
}

import type { Environment, WorkerEvents, WorkerPort } from '../../wasm/client/environment.ts';
import type { Control, Reply, Request } from '../../wasm/client/protocol.ts';

/** A worker whose answers the test writes. */
export class FakeWorker implements WorkerPort {
  readonly received: (Request | Control)[] = [];
  isTerminated = false;
  readonly #events: WorkerEvents;
  readonly #behave: Behaviour;

  constructor(events: WorkerEvents, behave: Behaviour) {
    this.#events = events;
    this.#behave = behave;
  }

  post(message: Request | Control): void {
    this.received.push(message);
    queueMicrotask(() => {
      this.#behave(message, this);
    });
  }

  terminate(): void {
    this.isTerminated = true;
  }

  answer(reply: Reply): void {
    if (!this.isTerminated) this.#events.reply(reply);
  }

  die(reason: string): void {
    if (!this.isTerminated) this.#events.died(reason);
  }

  runs(): Extract<Request, { type: 'run' }>[] {
    return this.received.filter((message) => message.type === 'run');
  }
}

export type Behaviour = (message: Request | Control, worker: FakeWorker) => void;

export const catalogueText = JSON.stringify({
  algorithms: [
    { id: 'dp-gd', title: 'DP-GD' },
    { id: 'dp-nag', title: 'DP-NAG' },
  ],
});

/** One trace point and the end of every run of the share, as a worker would send them. */
export function completeRun({ id, share }: Extract<Request, { type: 'run' }>, worker: FakeWorker) {
  worker.answer({
    type: 'slice',
    id,
    trace: {
      heads: Float64Array.of(share.index, 1, 1, 0),
      values: Float64Array.of(0, 10, 0.5, 0.01, 0.7),
      names: ['objective'],
    },
    progress: { done: true, gradientEvaluations: 10, totalEvaluations: 10 },
  });
  worker.answer({ type: 'value', id, value: JSON.stringify({ group: share.index }) });
}

/** Answers everything at once; a test overrides what it is about. */
export function obliging(
  override: (message: Request | Control, worker: FakeWorker) => boolean = () => false,
): Behaviour {
  return (message, worker) => {
    if (override(message, worker)) return;
    const { id, type } = message;
    const values: Record<string, string> = { start: '0.1.0', catalogue: catalogueText };
    if (type in values) worker.answer({ type: 'value', id, value: values[type] });
    if (type === 'plan' || type === 'audit')
      worker.answer({ type: 'value', id, value: '{"version":1}' });
    if (type === 'run') completeRun(message, worker);
    if (type === 'assemble') {
      const runs = message.groups.map((text) => JSON.parse(text) as unknown);
      worker.answer({ type: 'value', id, value: JSON.stringify({ runs, fingerprint: 'abc' }) });
    }
  };
}

export class FakeEnvironment implements Environment {
  cores = 2;
  memoryBytes = 1e9;
  best: 'simd' | 'simd-mt' = 'simd';
  readonly workers: FakeWorker[] = [];
  readonly #behave: Behaviour;

  constructor(behave: Behaviour = obliging()) {
    this.#behave = behave;
  }

  bestVariant() {
    return Promise.resolve(this.best);
  }

  requireVariant() {
    return Promise.resolve();
  }

  sendable = (blob: Blob) => Promise.resolve(blob);

  startWorker(events: WorkerEvents): WorkerPort {
    const worker = new FakeWorker(events, this.#behave);
    this.workers.push(worker);
    return worker;
  }
}

import type { ErrorBody } from './error.ts';
import type {
  AuditProgress,
  AuditRequest,
  RecommendRequest,
  AwaitedStep,
  FileNames,
  PackedTrace,
  SliceProgress,
} from './module.ts';
import type { StepAnswer } from './solve.ts';
import type { SynthesizeOptions } from './synthetic.ts';
import type { Variant } from './types.ts';

// The messages between the page and a worker. Every request has an id, and its reply carries it.

/** The bytes of a data file: workers read the blob in pieces, and keep the data by its identity. */
export interface DataMessage {
  blob: Blob;
  identity: string;
}

/** The variables that say where journals are kept; '' where one is not set. */
export interface JournalVariables {
  own: string;
  stateHome: string;
  home: string;
}

/** A line of a data file's journal, and where that is kept. */
export interface JournalEntry extends FileNames {
  entry: string;
  /** '' where none is known. */
  folder: string;
}

export type Request = Asked & {
  /** Solvers whose steps are made on the page. */
  outside?: readonly string[];
};

type Asked =
  | {
      type: 'start';
      id: number;
      variant: Variant;
      threads: number;
      memoryBytes: number;
      runs: number;
      lock: string;
    }
  | { type: 'catalogue'; id: number }
  | { type: 'estimate'; id: number; experiment: string }
  | {
      type: 'plan';
      id: number;
      experiment: string;
      data: DataMessage | null;
      onlyAtHand: boolean;
      trialSeconds?: number;
    }
  | { type: 'run'; id: number; experiment: string; data: DataMessage | null; share: Share }
  | {
      type: 'landscape';
      id: number;
      experiment: string;
      data: DataMessage | null;
      request: string;
    }
  | {
      type: 'solve';
      id: number;
      experiment: string;
      data: DataMessage | null;
      request: string;
    }
  | SizeQuestion
  | { type: 'assemble'; id: number; experiment: string; groups: string[] }
  /** What a result adds to the journal of its data file: a JournalEntry as text, or `null`. */
  | {
      type: 'odometer';
      id: number;
      result: string;
      data: DataMessage;
      variables: JournalVariables;
    }
  | { type: 'account'; id: number; query: string }
  | Question;

/** What the whole engine answers once the size of the data is known. */
export type SizeQuestion = { id: number; experiment: string; data: DataMessage | null } & (
  { type: 'kl-trial' } | { type: 'recommend'; asked: RecommendRequest }
);

/** What the whole engine answers without a session of the worker. */
export type Question =
  | {
      type: 'audit';
      id: number;
      experiment: string;
      data: DataMessage | null;
      request: AuditRequest;
    }
  | { type: 'inspect'; id: number; data: DataMessage; request: string }
  /** The experiment of a fit, whole. */
  | { type: 'fit'; id: number; data: DataMessage; request: string }
  /** CSV. */
  | { type: 'predict'; id: number; data: DataMessage; model: string; form: string }
  /** Whether a solver of the page may have this name. */
  | { type: 'solver'; id: number; name: string }
  | { type: 'theoryQueries'; id: number }
  | { type: 'theory'; id: number; query: string }
  | { type: 'replayable'; id: number; result: string }
  | { type: 'compare'; id: number; recorded: string; replay: string }
  | { type: 'redact'; id: number; result: string }
  | { type: 'synthesize'; id: number; result: string; synthesis: SynthesizeOptions }
  | { type: 'marginals'; id: number; result: string; run: number }
  | { type: 'table'; id: number; result: string; table: string }
  | { type: 'check-statement'; id: number; result: string }
  | { type: 'model-of'; id: number; result: string }
  /** A model that is checked, redacted, told in words, or written as code. */
  | { type: 'model' | 'redact-model' | 'model-card'; id: number; model: string }
  | { type: 'model-code'; id: number; model: string; language: string };

/**
 * One-way messages about a run, an audit, a landscape or a solve that goes on; only runs are paused,
 * only runs and solves wait for steps.
 */
export type Control =
  /** In the order in which the steps were asked for. */
  | { type: 'steps'; id: number; answers: StepAnswer[] }
  | { type: 'pause'; id: number; paused: boolean }
  | { type: 'cancel'; id: number; keepPartial: boolean };

/** The page's or worker's locks; absent on insecure pages, whatever the types say. */
export function locksHere(): LockManager | undefined {
  return (navigator as { locks?: LockManager }).locks;
}

/** The first message to a worker that is to be a thread of an engine: which glue has it. */
export interface ThreadStart {
  type: 'thread';
  glue: 'core' | 'whole';
}

/** Which contiguous group of the runs a worker takes: part `index` of `of` equal parts. */
export interface Share {
  index: number;
  of: number;
}

export type Reply =
  | { type: 'value'; id: number; value: string }
  /** What is done before a plan is there. */
  | { type: 'phase'; id: number; phase: 'loading' | 'planning' }
  /** Which runs a share turned out to be: positions in the experiment's list, both included. */
  | { type: 'dealt'; id: number; first: number; last: number }
  | {
      type: 'slice';
      id: number;
      trace: PackedTrace;
      progress: SliceProgress;
      /** What it waits for now. */
      steps?: AwaitedStep[];
    }
  | { type: 'rounds'; id: number; progress: AuditProgress }
  /** Of a landscape or a solve. */
  | { type: 'measured'; id: number; progress: SliceProgress; steps: AwaitedStep[] }
  /** `fatal`: the instance cannot go on (a trap, or memory ran out) and must be replaced. */
  | { type: 'error'; id: number; error: ErrorBody; fatal: boolean };

/** A reply that ends its request. */
export type Answer = Extract<Reply, { type: 'value' | 'error' }>;
/** What a worker tells before it answers. */
export type Told = Exclude<Reply, Answer>;
export type Slice = Extract<Reply, { type: 'slice' }>;

/** Whether a message gets no reply of its own. */
export function isControl(message: Request | Control): message is Control {
  return ['pause', 'cancel', 'steps'].includes(message.type);
}

export function isAnswer(reply: Reply): reply is Answer {
  return reply.type === 'value' || reply.type === 'error';
}

/** The runs [first, last) of a share, as far as nothing is refused. */
export function shareOf(share: Share, runs: number): { first: number; last: number } {
  return {
    first: Math.floor((runs * share.index) / share.of),
    last: Math.floor((runs * (share.index + 1)) / share.of),
  };
}

import type {
  DiagnosticColumn,
  NumberColumns,
  OutcomeBlock,
  RunResult,
  RunStatus,
  RunStop,
  TraceColumns,
} from './types.ts';

/** What a run came to. */
export interface RunOutcome {
  /** Null where the file does not hold the outcome: a redacted run that is not private. */
  status: RunStatus | null;
  /** Why it ended, where its algorithm says so. */
  stop: RunStop | null;
  error: OutcomeBlock['error'] | null;
  parameters: Record<string, unknown>;
  fingerprint: string | null;
  /** Every column that the file holds, steps' columns and diagnostics included; without an outcome there is no point. */
  trace: TraceColumns & NumberColumns;
  /** Last values of the diagnostics. */
  final: Partial<Record<DiagnosticColumn, number | null>>;
  solution: number[] | null;
  gradientEvaluations: number | null;
  seconds: number | null;
}

/**
 * The outcome of a run, wherever it stands: in the run itself where its guarantee bounds what that
 * gives away, else under `nonPrivate`.
 */
export function outcomeOf(run: RunResult): RunOutcome {
  const hidden = run.nonPrivate ?? {};
  const block: Partial<OutcomeBlock> = run.status === undefined ? (hidden as OutcomeBlock) : run;
  return {
    status: block.status ?? null,
    stop: block.stop ?? null,
    error: block.error ?? null,
    parameters: block.parameters ?? {},
    fingerprint: block.fingerprint ?? null,
    trace: { iteration: [], gradientEvaluations: [], ...run.trace, ...hidden.trace },
    final: hidden.final ?? {},
    solution: block.solution ?? null,
    gradientEvaluations: block.gradientEvaluations ?? null,
    seconds: block.seconds ?? null,
  };
}

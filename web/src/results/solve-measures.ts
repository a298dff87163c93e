import type { Measure } from './measures.ts';

/** What unseen solves tell: the certificate, the gradients that it took, and whether another solver answered. */
export const solveMeasures = {
  residual: 'solverResidual',
  gradients: 'solverGradients',
  fallback: 'solverFallback',
} as const satisfies Record<string, Measure>;

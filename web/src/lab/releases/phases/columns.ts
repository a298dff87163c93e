import { methodFacts } from '../methods.ts';
import type { Plan } from '../plan.ts';
import type { ReleaseSettings } from '../settings.ts';

/** A quantity of every phase. */
export interface PhaseColumn {
  name: string;
  title: string;
  values: number[];
}

/**
 * What a plan says of its phases. Where one part is released, the engine names it the primal one,
 * and distances are its own, in L2; where both are, distances are those of the pair in the norm of W.
 */
export function phaseColumns(
  { phases }: Plan,
  { method }: Pick<ReleaseSettings, 'method'>,
): PhaseColumn[] {
  const { isMinimization } = methodFacts[method];
  const releasesBoth = method === 'strongly-convex-concave';
  const distance = phases.certifiedDistance.map((weighted, index) =>
    releasesBoth ? weighted : weighted / Math.sqrt(phases.primalWeight[index]),
  );
  const column = (name: string, title: string, values: number[]) => ({ name, title, values });
  return [
    column('records', 'Records nₖ', phases.records),
    column('weight', releasesBoth ? 'Weight of x' : 'Weight μₖ', phases.primalWeight),
    ...(isMinimization
      ? []
      : [
          column(
            'otherWeight',
            releasesBoth ? 'Weight of y' : 'Weight of the other part',
            phases.dualWeight,
          ),
        ]),
    column('certifiedDistance', 'Certified distance', distance),
    column('sensitivity', 'Sensitivity Δₖ', phases.sensitivity),
    column('noise', releasesBoth ? 'Noise of x' : 'Noise σₖ', phases.primalNoise),
    ...(releasesBoth ? [column('otherNoise', 'Noise of y', phases.dualNoise)] : []),
    column('rho', 'zCDP ρ', phases.rho),
  ];
}

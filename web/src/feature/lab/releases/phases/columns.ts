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
 * What a plan says of its phases. Where one part is released, distances are its own, in L2; where
 * both are, distances are those of the pair in the norm of W.
 */
export function phaseColumns(
  { phases }: Plan,
  { method }: Pick<ReleaseSettings, 'method'>,
): PhaseColumn[] {
  const { isMinimization } = methodFacts[method];
  const releasesBoth = method === 'strongly-convex-concave';
  const { weight, otherWeight, noise } = releasedPart(phases, method);
  const distance = phases.certifiedDistance.map((weighted, index) =>
    releasesBoth ? weighted : weighted / Math.sqrt(weight[index]),
  );
  const column = (name: string, title: string, values: number[]) => ({ name, title, values });
  return [
    column('records', 'Records nₖ', phases.records),
    column('weight', releasesBoth ? 'Weight of x' : 'Weight μₖ', weight),
    ...(isMinimization
      ? []
      : [
          column(
            'otherWeight',
            releasesBoth ? 'Weight of y' : 'Weight of the other part',
            otherWeight,
          ),
        ]),
    column('certifiedDistance', 'Certified distance', distance),
    column('sensitivity', 'Sensitivity Δₖ', phases.sensitivity),
    column('noise', releasesBoth ? 'Noise of x' : 'Noise σₖ', noise),
    ...(releasesBoth ? [column('otherNoise', 'Noise of y', phases.dualNoise)] : []),
    column('rho', 'zCDP ρ', phases.rho),
  ];
}

/** The numbers of the part that is released: y where it is released alone, else x. */
export function releasedPart(
  { primalWeight, dualWeight, primalNoise, dualNoise }: Plan['phases'],
  method: ReleaseSettings['method'],
): { weight: number[]; otherWeight: number[]; noise: number[] } {
  return methodFacts[method].releasesDual
    ? { weight: dualWeight, otherWeight: primalWeight, noise: dualNoise }
    : { weight: primalWeight, otherWeight: dualWeight, noise: primalNoise };
}

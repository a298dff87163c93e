import type { TheoryEngine } from '../../shared/queries.ts';
import { planQuery, type Plan } from '../plan.ts';
import type { ReleaseSettings } from '../settings.ts';

export function askPlan(engine: TheoryEngine, settings: ReleaseSettings): Promise<Plan> {
  return engine.theory({ ...planQuery(settings), schedule: settings.schedule });
}

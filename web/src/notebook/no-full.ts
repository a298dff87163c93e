// Stands in for ../element/full.ts: the whole playground is as large as the engine.
import { refusal } from '../element/refusal.ts';

throw refusal(
  'invalid-value',
  'view',
  'A notebook shows "chart" or "curve", but not the whole playground.',
);

import { formatCounted } from '../format/number.ts';
import type { ChartModel } from './model.ts';

/** What a logarithmic axis leaves out of the curves, and not of what is said of them; '' where it does not. */
export function droppedWords({ dropped }: ChartModel): string {
  if (dropped === 0) return '';
  return `${formatCounted(dropped, 'value')} at or below zero cannot be shown on a logarithmic axis.`;
}

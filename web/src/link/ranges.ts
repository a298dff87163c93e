/** The lower and the upper end that `scale-columns` maps columns to. */
type Range = readonly [lower: number, upper: number];

/** What an experiment means that does not say it. */
export const scaleRange: Range = [-1, 1];

/**
 * What it was before it could be said. Links and results say it since then, so one of them that does
 * not is from before.
 */
export const formerScaleRange: Range = [0, 1];

/** Whether some step of this JSON value scales columns without saying to which range. */
export function leavesRangeOpen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return isOpenStep(value) || Object.values(value).some(leavesRangeOpen);
}

/** The value with `to` added to every step that scales columns without saying to which range. */
export function withScaleRange<Value>(value: Value, to: Range): Value {
  if (!leavesRangeOpen(value)) return value;
  if (Array.isArray(value)) return value.map((one: unknown) => withScaleRange(one, to)) as Value;
  const inner = Object.entries(value as object).map(([key, one]: [string, unknown]) => [
    key,
    withScaleRange(one, to),
  ]);
  const whole = Object.fromEntries(inner) as Value;
  return isOpenStep(value as object) ? { ...whole, to: [...to] } : whole;
}

function isOpenStep(value: object): boolean {
  return 'kind' in value && value.kind === 'scale-columns' && !('to' in value);
}

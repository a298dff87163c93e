import { formatNumber, superscript } from '../format/number.ts';
import type { Range } from './range.ts';

/** Where an axis has its labels, and what they say. */
export interface Tick {
  value: number;
  label: string;
}

/** Ticks at powers of ten; where these are fewer than three, also at twice and five times a power. */
export function logTicks([low, high]: Range): Tick[] {
  const first = Math.ceil(Math.log10(low) - 1e-9);
  const last = Math.floor(Math.log10(high) + 1e-9);
  const every = Math.max(1, Math.ceil((last - first + 1) / 8));
  const ticks: Tick[] = [];
  for (let exponent = first; exponent <= last; exponent += every) {
    ticks.push({ value: 10 ** exponent, label: powerLabel(exponent) });
  }
  return last - first >= 1 ? ticks : finerTicks(low, high, first - 1, last);
}

/** About five ticks at multiples of 1, 2 or 5 times a power of ten. */
export function linearTicks([low, high]: Range, wanted = 5): Tick[] {
  const rough = (high - low) / wanted;
  if (!(rough > 0)) return [{ value: low, label: formatNumber(low) }];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((nice) => nice * power >= rough) ?? 10);
  const ticks: Tick[] = [];
  for (let index = Math.ceil(low / step - 1e-9); index * step <= high + step * 1e-9; index += 1) {
    ticks.push({
      value: index * step,
      label: formatNumber(Number((index * step).toPrecision(12))),
    });
  }
  return ticks;
}

function finerTicks(low: number, high: number, first: number, last: number): Tick[] {
  const ticks: Tick[] = [];
  for (let exponent = first; exponent <= last; exponent += 1) {
    for (const factor of [1, 2, 5]) {
      const value = factor * 10 ** exponent;
      if (value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9)) {
        ticks.push({ value, label: formatNumber(value) });
      }
    }
  }
  return ticks;
}

function powerLabel(exponent: number): string {
  if (exponent >= -2 && exponent <= 3) return formatNumber(10 ** exponent);
  return `10${superscript(exponent)}`;
}

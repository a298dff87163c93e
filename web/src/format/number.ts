const digits = 3;
const minus = '\u2212';
const superscripts = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];

/** A power of ten's exponent in superscript digits: -3 gives "⁻³". */
export function superscript(exponent: number): string {
  const sign = exponent < 0 ? '⁻' : '';
  const text = String(Math.abs(Math.trunc(exponent)));
  return sign + Array.from(text, (digit) => superscripts[Number(digit)]).join('');
}

/**
 * A number with three significant digits, as one reads it: 0.1 + 0.2 gives "0.3", 12345 gives
 * "12 300" without false digits, and what is very small or large gives "1.23 × 10⁻⁵".
 * Not a number, missing or infinite values give "–", "∞" or "−∞".
 */
export function formatNumber(value: number | null | undefined): string {
  return format(value, trimZeros);
}

/** What is measured is sums and differences of numbers about 1: below this there is only rounding. */
const leastMeasured = 1e-15;

/** The same with all three digits kept, for measured values in a column: 0.4 gives "0.400". */
export function formatMeasured(value: number | null | undefined): string {
  if (typeof value === 'number' && value !== 0 && Math.abs(value) < leastMeasured)
    return '≈\u20090';
  return format(value, (text) => text);
}

function format(value: number | null | undefined, finish: (text: string) => string): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '–';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : `${minus}∞`;
  if (value === 0) return '0';
  const rounded = Number(value.toPrecision(digits));
  const size = Math.abs(rounded);
  const sign = value < 0 ? minus : '';
  if (size < 1e-3 || size >= 1e6) {
    const exponent = Math.floor(Math.log10(size));
    const [mantissa] = size.toExponential(digits - 1).split('e');
    return `${sign}${finish(mantissa)} × 10${superscript(exponent)}`;
  }
  return sign + groupThousands(finish(fixed(size)));
}

/** A slope to two decimals: -0.974 gives "−0.97". */
export function formatSlope(slope: number | null | undefined): string {
  if (slope === null || slope === undefined || !Number.isFinite(slope)) return '–';
  const size = Math.abs(slope).toFixed(2);
  return slope < 0 && Number(size) > 0 ? `${minus}${size}` : size;
}

/** A whole number with thin spaces between thousands: 100000 gives "100 000". */
export function formatCount(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–';
  if (Math.abs(value) >= 1e9) return formatNumber(value);
  return (value < 0 ? minus : '') + groupThousands(String(Math.abs(Math.round(value))));
}

/** A number that somebody chose, as it is: 1024 is not 1020. */
export function formatChosen(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e9) return formatCount(value);
  const isShort = Number(value.toPrecision(digits)) === value;
  return isShort || !Number.isFinite(value)
    ? formatNumber(value)
    : String(value).replace('-', minus);
}

/** A count with what is counted: 1 gives "1 run", 20 gives "20 runs". */
export function formatCounted(value: number, noun: string): string {
  return `${formatCount(value)} ${noun}${value === 1 ? '' : 's'}`;
}

const secondsOf = { day: 86_400, year: 365 * 86_400 };

/** A duration in its natural unit: 0.0123 s gives "12.3 ms", 75 s gives "1 min 15 s". */
export function formatSeconds(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return '–';
  if (seconds < 0.9995) return `${formatNumber(seconds * 1000)} ms`;
  if (seconds < 60) return `${formatNumber(seconds)} s`;
  const whole = Math.round(seconds);
  if (whole >= secondsOf.year) return 'more than a year';
  if (whole >= 2 * secondsOf.day) return `${formatCount(whole / secondsOf.day)} days`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.round((whole % 3600) / 60)} min`;
}

/** A size in bytes with a decimal unit: 1234567 gives "1.23 MB". */
export function formatBytes(bytes: number | null | undefined): string {
  if (bytes === null || bytes === undefined || !Number.isFinite(bytes)) return '–';
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${formatNumber(bytes / 1000 ** step)} ${units[step]}`;
}

/** The text of a value in a form: shortest exact digits for a number, comma-separated for a list. */
export function formatInput(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number') return trimFloat(value);
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(formatInput).join(', ');
  return JSON.stringify(value);
}

/** A word, number or flag of the experiment as text; '' for everything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
}

/** A number read from a form, or null when the text is not one. Accepts a real minus sign. */
export function parseNumber(text: string): number | null {
  const plain = text
    .trim()
    .replace(/\u2212/g, '-')
    .replace(/[\u2009\u00a0\u202f ]/g, '');
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return null;
  const value = Number(plain);
  return Number.isFinite(value) ? value : null;
}

/** One number, or a list of them separated by commas or spaces; null when the text is neither. */
export function parseNumbers(text: string): number | number[] | null {
  const single = parseNumber(text);
  if (single !== null && !/\s/.test(text.trim())) return single;
  const parts = text.split(/[,;\s]+/).filter((part) => part !== '');
  const values = parts.map(parseNumber);
  return parts.length > 0 && values.every((value) => value !== null) ? values : null;
}

function fixed(size: number): string {
  const decimals = Math.max(0, digits - 1 - Math.floor(Math.log10(size)));
  return size.toFixed(decimals);
}

function trimZeros(text: string): string {
  return text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text;
}

function trimFloat(value: number): string {
  const short = Number(value.toPrecision(12));
  return String(Math.abs(short - value) <= Math.abs(value) * 1e-14 ? short : value);
}

function groupThousands(text: string): string {
  const point = text.includes('.') ? text.indexOf('.') : text.length;
  if (point < 5) return text;
  return text.slice(0, point).replace(/\B(?=(\d{3})+$)/g, '\u2009') + text.slice(point);
}

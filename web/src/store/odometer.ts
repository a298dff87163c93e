import type { PlanReport } from '../engine/types.ts';
import { formatNumber } from '../format/number.ts';

type PrivacyTotal = NonNullable<PlanReport['total']>;

/** The part of a plan that is counted. */
interface Costing extends Pick<PlanReport, 'total'> {
  cost: Pick<PlanReport['cost'], 'runs'>;
  plans: readonly Pick<PlanReport['plans'][number], 'privacy'>[];
}

/** What the secure runs on one data file have cost together. */
export interface Mileage {
  /** The name that the file had last. */
  name: string;
  runs: number;
  /** Sums of the runs' costs, each in its own unit: basic composition, which always holds. */
  epsilon: number;
  delta: number;
  rho: number;
  /** Experiments that promised nothing: with any of them there is no bound for all together. */
  unbounded: number;
}

/** The part of `localStorage` that is used; browsers may refuse it. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem'>;

const shelfKey = 'noisy-descent.odometer';
const sliceBytes = 4 * 2 ** 20;

/**
 * Counts the secure runs on each data file, whatever it is called, across visits. The count stays
 * in this browser. Fires `change` when it has changed.
 */
export class Odometer extends EventTarget {
  private readonly shelf: () => Shelf;
  /** The count of this visit, where the browser keeps nothing. */
  private unshelved: Record<string, Mileage> = {};
  private readonly known = new WeakMap<Blob, Promise<Identity>>();

  constructor(shelf: () => Shelf) {
    super();
    this.shelf = shelf;
  }

  /** What is counted for a file; null before its first secure run. */
  async read(blob: Blob): Promise<Mileage | null> {
    const { lines, bytes } = await this.identityOf(blob);
    const all = this.all();
    const counted = [bytes, lines].flatMap((key) => (Object.hasOwn(all, key) ? [all[key]] : []));
    return counted.length === 0 ? null : counted.reduce(together);
  }

  /** Adds a run's planned cost, before it starts: what is cancelled has been paid as well. */
  async count(file: { name: string; blob: Blob }, plan: Costing): Promise<void> {
    const { lines: key } = await this.identityOf(file.blob);
    await alone(() => {
      const all = this.all();
      const before = all[key] ?? { ...none, name: file.name };
      this.store({ ...all, [key]: sum({ ...before, name: file.name }, plan) });
    });
  }

  /** Adds one run whose records count as replaced. */
  async countTotal(file: { name: string; blob: Blob }, total: PlanReport['total']): Promise<void> {
    await this.count(file, { total, cost: { runs: 1 }, plans: [] });
  }

  /** Forgets what was counted for a file. */
  async reset(blob: Blob): Promise<void> {
    const { lines, bytes } = await this.identityOf(blob);
    await alone(() => {
      const others = Object.entries(this.all()).filter(([key]) => key !== lines && key !== bytes);
      this.store(Object.fromEntries(others));
    });
  }

  /** Another tab has counted: what is shown here is out of date. */
  heard({ key }: Pick<StorageEvent, 'key'>): void {
    if (key === shelfKey || key === null) this.dispatchEvent(new Event('change'));
  }

  /** By its lines: a copy under another name, or with other line ends, holds the same people. */
  private identityOf(blob: Blob): Promise<Identity> {
    const known = this.known.get(blob) ?? identify(blob);
    this.known.set(blob, known);
    return known;
  }

  /** Another tab may have counted in between, so that the shelf is read every time. */
  private all(): Record<string, Mileage> {
    try {
      const stored: unknown = JSON.parse(this.shelf().getItem(shelfKey) ?? '{}');
      if (typeof stored !== 'object' || stored === null) return {};
      return Object.fromEntries(Object.entries(stored).filter(([, value]) => isMileage(value)));
    } catch {
      return this.unshelved;
    }
  }

  private store(all: Record<string, Mileage>): void {
    try {
      this.shelf().setItem(shelfKey, JSON.stringify(all));
    } catch {
      this.unshelved = all;
    }
    this.dispatchEvent(new Event('change'));
  }
}

/** The cost of all runs so far, in words: "ε = 3, δ = 10⁻⁵". */
export function mileageText({ epsilon, delta, rho, unbounded }: Omit<Mileage, 'name'>): string {
  if (unbounded > 0) return 'nothing bounds what they cost together';
  const pair = delta > 0 ? `ε = ${formatNumber(epsilon)}, δ = ${formatNumber(delta)}` : `ε = ${formatNumber(epsilon)}`; // prettier-ignore
  const parts = [epsilon > 0 || rho === 0 ? pair : '', rho > 0 ? `ρ = ${formatNumber(rho)}` : ''];
  return parts.filter(Boolean).join(' and ');
}

/** What a plan's runs would add. */
export function costOf(plan: PlanReport): Omit<Mileage, 'name'> {
  return sum({ ...none, name: '' }, plan);
}

/** What zeroing a record out costs in rho, replacing it costs so many times at most: it is two such steps. */
const timesForReplaced = 4;

/** The count is for a record that is replaced. */
export function costsForZeroedOut({ plans }: Pick<Costing, 'plans'>): boolean {
  return plans.some(({ privacy }) => privacy.neighbours === 'zero-out');
}

const unbounded: Omit<PrivacyTotal, 'accountant'> = { epsilon: null, delta: null };
const none = { runs: 0, epsilon: 0, delta: 0, rho: 0, unbounded: 0 };

function sum(before: Mileage, plan: Costing): Mileage {
  const { cost, total } = plan;
  const { epsilon, delta, rho = null } = total ?? unbounded;
  const isZeroedOut = costsForZeroedOut(plan);
  // Only rho is known to pass from a record that is zeroed out to one that is replaced.
  const isBounded = rho !== null || (epsilon !== null && !isZeroedOut);
  return {
    ...before,
    runs: before.runs + cost.runs,
    // A total in rho may be told in epsilon, too: it counts once.
    epsilon: before.epsilon + (rho === null ? (epsilon ?? 0) : 0),
    delta: before.delta + (rho === null ? (delta ?? 0) : 0),
    rho: before.rho + (isZeroedOut ? timesForReplaced : 1) * (rho ?? 0),
    unbounded: before.unbounded + (isBounded ? 0 : 1),
  };
}

/** What a file is known by: its lines, and its bytes, as earlier versions of the page knew it. */
interface Identity {
  lines: string;
  bytes: string;
}

function together(one: Mileage, other: Mileage): Mileage {
  const numbers = Object.keys(none) as (keyof typeof none)[];
  const sums = numbers.map((key) => [key, one[key] + other[key]] as const);
  return { ...other, ...Object.fromEntries(sums) };
}

async function identify(blob: Blob): Promise<Identity> {
  const [all, lines] = [new SliceHash(), new SliceHash()];
  const cleaned = cleaner();
  for (let from = 0; from < blob.size; from += sliceBytes) {
    const slice = new Uint8Array(await blob.slice(from, from + sliceBytes).arrayBuffer());
    await all.add(slice);
    await lines.add(cleaned(slice));
  }
  return { lines: `lines-${await lines.hex()}`, bytes: `${blob.size}-${await all.hex()}` };
}

const [newline, carriageReturn] = [10, 13];
const byteOrderMark = new Set([0xef, 0xbb, 0xbf]);

/** Makes the bytes that stay of a text in pieces: one line end between lines, none elsewhere, no mark before. */
function cleaner(): (bytes: Uint8Array) => Uint8Array {
  let [hasBegun, isBetween] = [false, false];
  return (bytes) => {
    const kept = new Uint8Array(2 * bytes.length);
    let size = 0;
    for (const byte of bytes) {
      if (byte === newline || byte === carriageReturn) isBetween = hasBegun;
      else if (hasBegun || !byteOrderMark.has(byte)) {
        if (isBetween) kept[size++] = newline;
        kept[size++] = byte;
        [hasBegun, isBetween] = [true, false];
      }
    }
    return kept.subarray(0, size);
  };
}

/** SHA-256 over the hashes of slices, so that a large file is never in memory whole. */
class SliceHash {
  private readonly hashes: ArrayBuffer[] = [];
  private rest = new Uint8Array();

  async add(bytes: Uint8Array): Promise<void> {
    const all = new Uint8Array(this.rest.length + bytes.length);
    all.set(this.rest);
    all.set(bytes, this.rest.length);
    let from = 0;
    for (; from + sliceBytes <= all.length; from += sliceBytes) {
      this.hashes.push(await sha256(all.slice(from, from + sliceBytes)));
    }
    this.rest = all.slice(from);
  }

  async hex(): Promise<string> {
    if (this.rest.length > 0) this.hashes.push(await sha256(this.rest));
    const whole = await new Blob(this.hashes).arrayBuffer();
    const digest = new Uint8Array(await sha256(new Uint8Array(whole)));
    return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  }
}

function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  return crypto.subtle.digest('SHA-256', bytes);
}

function isMileage(value: unknown): value is Mileage {
  if (typeof value !== 'object' || value === null) return false;
  const { name, ...numbers } = value as Record<string, unknown>;
  const names = Object.keys(none);
  return typeof name === 'string' && names.every((key) => Number.isFinite(numbers[key]));
}

/** No other tab reads the shelf between what this one reads and writes; browsers without locks do their best. */
async function alone(act: () => void): Promise<void> {
  const { locks } = navigator as Partial<Navigator>;
  if (locks) await locks.request(shelfKey, act);
  else act();
}

/** The one of this page. */
export const odometer = new Odometer(() => localStorage);
if ('addEventListener' in globalThis) {
  globalThis.addEventListener('storage', (event) => odometer.heard(event));
}

import type { Catalogue, Parameter, PlanReport, PreprocessStep } from '../engine/types.ts';

type Start = NonNullable<Parameter['start']>;
/** What is public of prepared data. */
export type PublicData = Pick<PlanReport['data'], 'samples' | 'features' | 'bounds'>;

/** How many records are taken for granted where no plan has counted them yet. */
const usualSamples = 500;
/** A longer list of columns is no form's. */
const mostListed = 1000;

/**
 * What a form begins with where the file has to state a value: the catalogue's default, or its start
 * with the public facts that it is relative to. Undefined where a rule of the engine finds the value.
 *
 * @param data  null before there is a plan
 */
export function startOf(parameter: Parameter, data: PublicData | null) {
  const { default: usual, defaultRule, start, choices } = parameter;
  if (usual !== undefined) return usual;
  if (defaultRule) return undefined;
  return start ? startValue(start, data) : choices?.[0];
}

/** A number to begin with in the place of a word. */
export function startNumber({ default: usual, start }: Parameter): number | undefined {
  return typeof usual === 'number' ? usual : start?.value;
}

/** The steps with one more, where the engine takes it: ranges are those of columns as they come, and held out is last. */
export function withStep(
  steps: readonly PreprocessStep[],
  { kind, parameters }: Catalogue['preprocess'][number],
  data: PublicData | null,
): PreprocessStep[] {
  // Where one of two fields is to be stated, the step begins with the one that has a start.
  const values = parameters.map((parameter) => {
    return [parameter.name, startOf({ ...parameter, defaultRule: undefined }, data)] as const;
  });
  const step = { kind, ...Object.fromEntries(values) } as PreprocessStep;
  if (kind === 'private-ranges') return [step, ...steps];
  if (steps.at(-1)?.kind !== 'hold-out') return [...steps, step];
  // Rows are held out once: another such step takes the place of the first.
  return kind === 'hold-out' ? steps.with(-1, step) : steps.toSpliced(-1, 0, step);
}

function startValue({ value, of }: Start, data: PublicData | null): number | number[] {
  switch (of) {
    case 'records':
      return Math.max(1, Math.round(value * (data?.samples ?? usualSamples)));
    case 'columns': {
      const count = Math.ceil(value * (data?.features ?? 1));
      return Array.from(
        { length: Math.min(Math.max(count, 1), mostListed) },
        (_, column) => column,
      );
    }
    case 'entries':
      return value * bound(data?.bounds.linf);
    case 'targets':
      return value * bound(data?.bounds.target);
    default:
      return value;
  }
}

/** At least the bound, in two digits; 1 where nothing bounds them. */
function bound(largest: number | null | undefined): number {
  if (typeof largest !== 'number' || !(largest > 0 && largest < 1e15)) return 1;
  const unit = 10 ** (Math.floor(Math.log10(largest)) - 1);
  return Number((Math.ceil(largest / unit - 1e-9) * unit).toPrecision(2));
}

// What is refused before it is sent to a worker: the engine's limits, and how large the rows of its generators are.
import type { Catalogue } from '../client/types.ts';

export function limitConstants({ limits, syntheticData }: Catalogue): string {
  const sizes = syntheticData
    .filter(({ features, rowValues }) => features > 0 || rowValues > 0)
    .map(({ name, features, rowValues, parameters }) => {
      const usual = (field: string) => parameters.find((one) => one.name === field)?.default;
      return [
        name,
        { samples: usual('samples'), features: features || usual('features'), rowValues },
      ];
    });
  return `// Written by \`npm run generate\` from the engine's catalogue. Change the engine, not this file.

/**
 * Caps of the file format. A link is untrusted input: a larger experiment is refused before anything is sent to a
 * worker.
 */
export const limits = ${JSON.stringify(limits)} as const;

/** How large the rows of the generators are whose sizes no field gives: what an experiment takes is known before it is sent. */
export const generatorSizes: Readonly<
  Record<string, { samples: number; features: number; rowValues: number } | undefined>
> = ${JSON.stringify(Object.fromEntries(sizes))};
`;
}

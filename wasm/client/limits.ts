// Written by `npm run generate` from the engine's catalogue. Change the engine, not this file.

/**
 * Caps of the file format. A link is untrusted input: a larger experiment is refused before anything is sent to a
 * worker.
 */
export const limits = {
  textBytes: 16777216,
  titleLength: 200,
  algorithms: 64,
  preprocessSteps: 32,
  inlineValues: 1000000,
  columns: 4096,
  columnWords: 1000,
  sweepAxes: 8,
  sweepValues: 1000,
  sweepPoints: 10000,
  runs: 10000,
  memoryBytes: 1500000000,
  keptBytes: 256000000,
  repeats: 10000,
  iterations: 1000000000,
  tracePoints: 100000,
  tracedCoordinates: 2000000,
  samples: 1000000000,
  features: 1000000,
  seed: 9007199254740991,
} as const;

/** How large the rows of the generators are whose sizes no field gives: what an experiment takes is known before it is sent. */
export const generatorSizes: Readonly<
  Record<string, { samples: number; features: number; rowValues: number } | undefined>
> = {
  'covertype-surrogate': { samples: 200000, features: 54, rowValues: 0 },
  'a9a-like': { samples: 32561, features: 123, rowValues: 14 },
  'text-like': { samples: 100000, features: 50000, rowValues: 25 },
  'rock-paper-scissors': { samples: 2000, features: 9, rowValues: 0 },
  'biased-signs': { samples: 10000, features: 1, rowValues: 0 },
};

/**
 * Caps of the file format, the same as the engine's (a test compares them with the catalogue). A
 * link is untrusted input: a larger experiment is refused before anything is sent to a worker.
 */
export const limits = {
  textBytes: 16 * 2 ** 20,
  titleLength: 200,
  algorithms: 64,
  preprocessSteps: 32,
  inlineValues: 1_000_000,
  /** That `data.columns` lists. */
  columns: 4_096,
  /** Of one column. */
  columnWords: 64,
  sweepAxes: 8,
  sweepValues: 1_000,
  sweepPoints: 10_000,
  repeats: 10_000,
  iterations: 1e9,
  tracePoints: 100_000,
  /** Coordinates of all iterates that a result keeps. */
  tracedCoordinates: 2_000_000,
  samples: 1e9,
  features: 1e6,
  seed: Number.MAX_SAFE_INTEGER,
  runs: 10_000,
  memoryBytes: 1.5e9,
  /** Data sets that a worker keeps for the next call. */
  keptBytes: 256e6,
} as const;

/**
 * How large the rows of the generators are whose sizes no field gives, the same as the engine's (a
 * test compares them with the catalogue): what an experiment takes is known before it is sent.
 */
export const generatorSizes: Readonly<
  Record<string, { samples: number; features: number; rowValues: number } | undefined>
> = {
  'covertype-surrogate': { samples: 200_000, features: 54, rowValues: 0 },
  'a9a-like': { samples: 32_561, features: 123, rowValues: 14 },
  'text-like': { samples: 100_000, features: 50_000, rowValues: 25 },
  'rock-paper-scissors': { samples: 2_000, features: 9, rowValues: 0 },
  'biased-signs': { samples: 10_000, features: 1, rowValues: 0 },
};

/** How this engine's version stands to the one that a link was made with. */
export type EngineAge = 'same' | 'older' | 'newer' | 'unknown';

/**
 * @param here this engine's version
 * @param there the link's; null where it does not say
 */
export function engineAge(here: string, there: string | null): EngineAge {
  if (there === null) return 'unknown';
  if (here === there) return 'same';
  const [ours, theirs] = [numbersOf(here), numbersOf(there)];
  for (let place = 0; place < Math.max(ours.length, theirs.length); place += 1) {
    const difference = (ours[place] ?? 0) - (theirs[place] ?? 0);
    if (difference !== 0) return difference < 0 ? 'older' : 'newer';
  }
  // Two builds whose numbers are the same: nobody knows which came first.
  return 'unknown';
}

function numbersOf(version: string): number[] {
  return version.split(/[-+]/, 1)[0].split('.').map(Number);
}

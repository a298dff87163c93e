// As engine/math/nearest_word.h has it, for what is checked before the engine sees it.

/** Least number of inserted, deleted and exchanged characters. */
function editDistance(a: string, b: string): number {
  const row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 0; i < a.length; ++i) {
    let diagonal = row[0];
    row[0] = i + 1;
    for (let j = 0; j < b.length; ++j) {
      const exchanged = diagonal + (a[i] === b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = Math.min(exchanged, row[j] + 1, diagonal + 1);
    }
  }
  return row[b.length];
}

/** ` Did you mean "x"?` for the candidate that differs in its case alone, else the nearest; or ''. */
export function didYouMean(word: string, candidates: readonly string[]): string {
  const lower = word.toLowerCase();
  let nearest = candidates.find((candidate) => candidate.toLowerCase() === lower);
  let least = Math.max(2, Math.floor(word.length / 3)) + 1;
  if (nearest === undefined && word.length <= 100) {
    for (const candidate of candidates) {
      const distance = editDistance(word, candidate);
      if (distance >= least || distance >= candidate.length) continue;
      [least, nearest] = [distance, candidate];
    }
  }
  return nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
}

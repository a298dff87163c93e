export function looksLikeJson(file: { name: string; type: string }): boolean {
  return /\.json$/i.test(file.name) || file.type === 'application/json';
}

/** Most that the page opens as an experiment or a result: reading takes several times as much. */
const mostJsonBytes = 64e6;

/** Why a JSON file is not read at all, or null: its size is known before any of it is read. */
export function tooLarge(file: { name: string; size: number }): string | null {
  if (file.size <= mostJsonBytes) return null;
  const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
  return (
    `${file.name} was not opened: it has ${megabytes(file.size)}, and the page reads experiments ` +
    `and results of up to ${megabytes(mostJsonBytes)}. The command line reads larger ones.`
  );
}

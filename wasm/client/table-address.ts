// Literal addresses, so that bundlers see every file.
const addresses: Readonly<Record<string, URL | undefined>> = {
  'breast_cancer.csv': new URL('../dist/breast_cancer.csv', import.meta.url),
  'diabetes.csv': new URL('../dist/diabetes.csv', import.meta.url),
  'digits.csv': new URL('../dist/digits.csv', import.meta.url),
};

/** Where a built-in data set's file lies; nothing of a file that is not among them. */
export function tableAddress(file: string): URL | undefined {
  return addresses[file];
}

/**
 * Fetches the records of a built-in data set, as comma-separated values, for a page that reads them
 * itself. It shares no code with the client, so that pages load it alone, when they need it.
 *
 * @param name  as in an experiment: its file has no hyphens
 */
export async function fetchTable(name: string): Promise<Uint8Array> {
  const address = tableAddress(`${name.replaceAll('-', '_')}.csv`);
  const response = address && (await fetch(address.href).catch(() => null));
  if (!response?.ok) throw new Error(`The records of ${name} could not be fetched. Try again.`);
  return new Uint8Array(await response.arrayBuffer());
}

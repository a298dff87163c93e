const files = import.meta.glob<unknown>('../../../../examples/*.json', {
  eager: true,
  import: 'default',
});

/** The repository's example experiments, by the names of their files. */
export const examples: Readonly<Record<string, unknown>> = Object.fromEntries(
  Object.entries(files).map(([path, experiment]) => [
    path.replace(/^.*\/|\.json$/g, ''),
    experiment,
  ]),
);

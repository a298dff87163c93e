/** What is read of a link: it is untrusted input, and an experiment without records is small. */
export const linkLimits = {
  /** Characters of the fragment. */
  length: 200_000,
  /** Bytes of the text that a payload holds, however well it was packed. */
  textBytes: 2 ** 20,
  /** Objects and lists inside each other. */
  depth: 24,
} as const;

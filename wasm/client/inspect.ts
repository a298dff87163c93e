/** What the owner of a file states of it; the rest is guessed. The words are those of a data block. */
export interface InspectStatement {
  /** Of the file; by default that of a `File`. */
  name?: string;
  format?: 'csv' | 'libsvm';
  /** One character, or `blanks` for runs of them. */
  delimiter?: string;
  decimal?: '.' | ',';
  header?: 'yes' | 'no';
  /** The mark of comments before the header. */
  comments?: string;
  encoding?: 'utf-8' | 'latin1';
  /** `last`, a column's name, or its number from 0. */
  target?: string | number;
  /** The word, or the number, of the target that counts as yes. */
  positive?: string;
  /** Of LIBSVM. */
  firstIndex?: 0 | 1;
}

export interface InspectOptions extends InspectStatement {
  signal?: AbortSignal;
}

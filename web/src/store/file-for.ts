import type { Experiment } from '../engine/types.ts';
import type { DataFile } from './state.ts';

/** The file that an experiment reads, where the page holds it: one of another name is another one. */
export function fileFor({ data }: Experiment, file: DataFile | null): DataFile | null {
  if (data.kind !== 'file' || file === null) return null;
  return data.name === '' || data.name === file.name ? file : null;
}

import type { InspectReport, InspectStatement } from '../engine/types.ts';
import type { DataFile } from './state.ts';

/** An inspected file, and what the user has stated about it since. */
export interface SeenFile {
  file: DataFile;
  report: InspectReport;
  stated: InspectStatement;
}

const layout = ['format', 'delimiter', 'decimal', 'header', 'comments', 'encoding', 'firstIndex'];

/** Whether a field says how a file is read: when it changes, the fields that depend on it are proposed anew. */
export function isOfFile(path: string): boolean {
  const [block, field, ...rest] = path.split('.');
  const names = [...layout, 'target', 'positive'];
  return block === 'data' && rest.length === 0 && names.includes(field);
}

/** What is stated after a field was set: statements that depend on it are dropped, so that they are guessed anew. */
export function stating(stated: InspectStatement, path: string, value: unknown): InspectStatement {
  const field = path.split('.')[1];
  const isLayout = layout.includes(field);
  const followers = field === 'positive' ? [] : isLayout ? ['target', 'positive'] : ['positive'];
  const opened = Object.fromEntries(followers.map((one) => [one, undefined]));
  const isGuessed = value === undefined || value === 'auto';
  const all: Record<string, unknown> = {
    ...stated,
    ...opened,
    [field]: isGuessed ? undefined : value,
  };
  return Object.fromEntries(Object.entries(all).filter(([, one]) => one !== undefined));
}

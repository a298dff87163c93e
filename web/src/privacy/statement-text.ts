import type { ResultStatement } from '../engine/types.ts';

/** The statement as text: its sentences, one on each line. */
export function statementText({ text }: ResultStatement): string {
  return `Privacy statement\n\n${text.join('\n')}\n`;
}

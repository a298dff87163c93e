import type { DataSpec } from '../../engine/types.ts';
import { looksLikeHeader, type LineForm } from './lines.ts';

/** How the lines of this file are cut; a header that nobody spoke of is found as the engine finds it. */
export function lineFormOf(data: Extract<DataSpec, { kind: 'file' }>, text: string): LineForm {
  const { delimiter = ',', header = 'auto', decimal, comments } = data;
  const form = { delimiter, decimal, comments };
  const hasHeader = header === 'auto' ? looksLikeHeader(text, form) : header === 'yes';
  return { ...form, hasHeader };
}

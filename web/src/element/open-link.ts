import { checkExperiment } from '../link/check.ts';
import { decodeHash } from '../link/hash.ts';
import { decodeView } from '../link/view.ts';
import { refusal } from './refusal.ts';
import type { Opened } from './source.ts';

/**
 * Reads a share link: its fragment, or the whole address.
 *
 * @throws EngineError where it is damaged, or holds no experiment
 */
export function openLink(link: string): Opened {
  const start = link.indexOf('#');
  const hash = start < 0 ? `#${link}` : link.slice(start);
  const decoded = decodeHash(hash, checkExperiment);
  if (decoded.kind === 'broken') {
    throw refusal(decoded.code, decoded.field || 'link', decoded.message);
  }
  if (decoded.kind === 'none') {
    throw refusal('invalid-value', 'link', 'The link holds no experiment: copy it whole.');
  }
  const { experiment } = decoded;
  return { experiment, view: decodeView(hash, experiment) };
}

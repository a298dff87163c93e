import { decodeLink } from '../../../wasm/client/link/index.ts';
import { viewOfLink } from '../link/view.ts';
import { toProblem } from '../store/errors.ts';
import { refusal } from './refusal.ts';
import type { Opened } from './source.ts';

/** What is wrong with these fields is wrong with the link, not with its experiment. */
const partsOfLinks = ['', 'codec', 'payload'];

/**
 * The experiment and the view of a link: its fragment, or a whole address.
 *
 * @throws EngineError at `link`, or at the field of its experiment
 */
export async function openLink(address: string): Promise<Opened> {
  const link = await decodeLink(address).catch((error: unknown) => {
    const { code, field, message } = toProblem(error);
    throw refusal(code, partsOfLinks.includes(field) ? 'link' : field, message);
  });
  const { experiment, view } = link;
  return { experiment, view: view && viewOfLink(view), opened: { link, other: null } };
}

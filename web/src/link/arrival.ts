import type { Link } from '../../../wasm/client/link/index.ts';
import { toProblem } from '../store/errors.ts';
import type { View } from '../store/state.ts';
import type { Refusal } from '../experiment/text.ts';
import { loadLinks } from './links.ts';
import { viewOfLink } from './view.ts';

/** What an address says. */
export type Arrival =
  | { kind: 'none' }
  /** Null leaves the view to the reader. */
  | { kind: 'link'; link: Link; view: View | null }
  | ({ kind: 'broken' } & Refusal);

/** Fragments that are no link: nothing, or a place in the page alone. */
const placeAlone = /^#?(?:lab=[^&]*|inside|play|gallery|table)?(?:^#?story=[^&]*|&story=[^&]*)?$/;

/** Reads the fragment of the page's address. What is not exactly a link is `broken`, with the reason. */
export async function readArrival(hash: string): Promise<Arrival> {
  if (placeAlone.test(hash)) return { kind: 'none' };
  try {
    const { decodeLink, hasLink } = await loadLinks();
    if (!hasLink(hash)) return { kind: 'none' };
    const link = await decodeLink(hash);
    return { kind: 'link', link, view: link.view && viewOfLink(link.view) };
  } catch (error) {
    return { kind: 'broken', ...toProblem(error) };
  }
}

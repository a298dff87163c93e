// Links that were made once and stand in papers: whatever becomes of the format, they say what they said.
import { describe, expect, it } from 'vitest';

import { decodeLink, type LinkContent } from '../../../wasm/client/link/index.ts';
import former from './golden/e.json' with { type: 'json' };
import first from './golden/v1.json' with { type: 'json' };

/** How the page shows what a link says nothing of. */
const opening = {
  axis: 'iteration',
  measure: 'suboptimality',
  scale: 'log',
  bounds: false,
  floors: true,
  beside: true,
  layout: null,
  sweep: {},
  hidden: [],
};
const whole = (view: object | null | undefined) => (view ? { ...opening, ...view } : null);

describe('frozen links', () => {
  it.each(first as { name: string; links: string[]; says: LinkContent }[])(
    'of version 1: $name',
    async ({ links, says }) => {
      for (const link of links) {
        expect(await decodeLink(link), link).toEqual({
          ...says,
          version: 1,
          view: whole(says.view),
          notices: [],
        });
      }
    },
  );

  it.each(
    former as {
      name: string;
      hash: string;
      experiment: unknown;
      view: object | null;
      notice?: string;
    }[],
  )('of the form #e=: $name', async ({ hash, experiment, view, notice }) => {
    expect(await decodeLink(hash)).toEqual({
      version: 0,
      experiment,
      engine: null,
      view: whole(view),
      sha256: null,
      fingerprint: null,
      notices: notice === undefined ? [] : [expect.stringContaining(notice)],
    });
  });
});

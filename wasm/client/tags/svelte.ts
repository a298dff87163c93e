// What `noisy-descent/svelte` adds to the element: the types of its tag in components.
import type { HTMLAttributes } from 'svelte/elements';

import type {
  NoisyDescentAttributes,
  NoisyDescentElement,
  NoisyDescentListeners,
} from '../element.ts';

type Plain = Omit<HTMLAttributes<NoisyDescentElement>, keyof NoisyDescentListeners>;

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'noisy-descent': Plain & NoisyDescentAttributes & NoisyDescentListeners;
  }
}

export type * from '../element.ts';

// What `noisy-descent/react` adds to the element: the types of its tag in JSX.
import type { DetailedHTMLProps, HTMLAttributes } from 'react';

import type {
  NoisyDescentAttributes,
  NoisyDescentElement,
  NoisyDescentListeners,
} from '../element.ts';

type Plain = DetailedHTMLProps<HTMLAttributes<NoisyDescentElement>, NoisyDescentElement>;

declare module 'react' {
  // React has its tags in a namespace.
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace JSX {
    interface IntrinsicElements {
      'noisy-descent': Plain & NoisyDescentAttributes & NoisyDescentListeners;
    }
  }
}

export type * from '../element.ts';

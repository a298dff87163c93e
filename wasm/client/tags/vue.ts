// What `noisy-descent/vue` adds to the element: the types of its tag in templates.
import type { HTMLAttributes, PublicProps } from 'vue';

import type {
  NoisyDescentAttributes,
  NoisyDescentElement,
  NoisyDescentEvents,
} from '../element.ts';

type Listeners = {
  [Name in keyof NoisyDescentEvents as `on${Capitalize<Name>}`]?: (
    event: NoisyDescentEvents[Name],
  ) => void;
};

declare module 'vue' {
  interface GlobalComponents {
    'noisy-descent': new () => NoisyDescentElement & {
      $props: Omit<HTMLAttributes, keyof Listeners> &
        NoisyDescentAttributes &
        Listeners &
        PublicProps;
    };
  }
}

export type * from '../element.ts';

import type { Plugin } from 'vite';

import { contentSecurityPolicy } from '../../wasm/toolchain/headers.mjs';

/** What a policy in the page itself cannot say: browsers take it from headers only. */
const fromHeadersOnly = /^frame-ancestors /;

/** The policy as a page states it. */
export const policy = contentSecurityPolicy
  .split('; ')
  .filter((directive) => !fromHeadersOnly.test(directive))
  .join('; ');

/** Writes the policy into every page, for hosts that send no headers; first, so that it holds for all that follows. */
export function policyInPages(): Plugin {
  return {
    name: 'noisy-descent:policy-in-pages',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        meta({ 'http-equiv': 'Content-Security-Policy', content: policy }),
        meta({ name: 'referrer', content: 'no-referrer' }),
      ],
    },
  };
}

function meta(attrs: Record<string, string>) {
  return { tag: 'meta', attrs, injectTo: 'head-prepend' as const };
}

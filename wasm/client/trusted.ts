// Trusted Types: on a page with `require-trusted-types-for 'script'` a worker starts only from an
// address that a policy has let pass.

interface Policy {
  createScriptURL(address: string): string;
}

interface PolicyFactory {
  createPolicy(name: string, rules: Policy): Policy;
}

/** What a page's `trusted-types` must name. */
export const policyName = 'noisy-descent';

let policy: Policy | null = null;

/** The address of one of the engine's own files, or of what stands in for it, for `new Worker`. */
export function trusted(address: string): string {
  policy ??= makePolicy();
  return policy.createScriptURL(address);
}

/** Where the page names no such policy, its default one is asked by the browser. */
function makePolicy(): Policy {
  const plain: Policy = { createScriptURL: (address) => address };
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
  try {
    return trustedTypes?.createPolicy(policyName, plain) ?? plain;
  } catch {
    return plain;
  }
}

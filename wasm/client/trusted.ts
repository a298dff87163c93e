// Trusted Types: on a page with `require-trusted-types-for 'script'` a worker starts only from an
// address that a policy has let pass.

interface Policy {
  createScriptURL(address: string): string;
}

interface PolicyFactory {
  createPolicy(name: string, rules: Policy): Policy;
}

/** A reason, and the option of `createEngine` that it is about ('' for none). */
export interface Reason {
  field: 'baseUrl' | '';
  text: string;
}

/** What a page's `trusted-types` must name. */
const policyName = 'noisy-descent';

export const policyTitle = 'the Content-Security-Policy';

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

/** Why the constructor of a worker threw. */
export function whyNoWorker(error: unknown): Reason {
  const text = textOf(error);
  if (error instanceof TypeError && 'trustedTypes' in globalThis) {
    return { field: '', text: `${text}. ${rulesOfTypes}` };
  }
  return { field: 'baseUrl', text };
}

const rulesOfTypes =
  `Where ${policyTitle} has require-trusted-types-for, it must allow ${policyName} in` +
  ' trusted-types, or the page needs a policy called default whose createScriptURL lets the' +
  ' engine’s files pass';

/** What was thrown, without the glue's words for its builders. */
export function textOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const aborted = /^Aborted\((.*)\)\. Build with/s.exec(text)?.at(1);
  return (aborted ?? text).replace(/\.+$/, '');
}

// The response headers of every file of the playground, in development and in the tests alike.

// No connection leaves the page's own origin: data that a user opens stays in the page.
const policy = {
  'default-src': "'none'",
  'script-src': "'self' 'wasm-unsafe-eval'",
  'worker-src': "'self' blob:",
  'connect-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data: blob:",
  'font-src': "'self'",
  'manifest-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'self'",
};

const policyText = (directives) =>
  Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');

export const contentSecurityPolicy = policyText(policy);

/** Cross-origin isolation, which shared memory and threads need. */
export const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** What the policy says nothing of: peer connections, names that are looked up, leaving for another site. */
const connections = '(response-origin);webrtc=block';

export const headers = {
  ...isolation,
  'Content-Security-Policy': contentSecurityPolicy,
  'Connection-Allowlist': connections,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

/** Any site may show these pages in a frame, itself isolated or not, and load the element's script. */
const embeddable = {
  'Content-Security-Policy': policyText({ ...policy, 'frame-ancestors': '*' }),
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** Of a file of the site, by its path. All of them are public, and none depends on who asks. */
export function headersOf(path) {
  const isEmbed = path.startsWith('/embed/');
  return { ...headers, 'Access-Control-Allow-Origin': '*', ...(isEmbed ? embeddable : {}) };
}

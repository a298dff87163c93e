const known = new WeakMap<Blob, Promise<string | null>>();

/**
 * SHA-256 of a file's bytes, as 64 hexadecimal digits. Null where the browser cannot tell: on a page
 * without https, or of a file that does not fit in memory whole.
 */
export function sha256Of(blob: Blob): Promise<string | null> {
  const hash = known.get(blob) ?? digest(blob);
  known.set(blob, hash);
  return hash;
}

async function digest(blob: Blob): Promise<string | null> {
  try {
    const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer()));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  } catch {
    return null;
  }
}

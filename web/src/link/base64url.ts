/** Base64url without padding (RFC 4648, section 5) of UTF-8 text. */

const alphabet = /^[A-Za-z0-9_-]*$/;

export function encodeText(text: string): string {
  const bytes = new TextEncoder().encode(text);
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The text, or null where the input is not base64url of valid UTF-8. */
export function decodeText(encoded: string): string | null {
  const bare = encoded.replace(/=+$/, '');
  if (!alphabet.test(bare) || bare.length % 4 === 1) return null;
  try {
    const binary = atob(bare.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Base64url without padding (RFC 4648, section 5). */

const alphabet = /^[A-Za-z0-9_-]*$/;

export function encodeBase64url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The bytes, or null where the text is no base64url. */
export function decodeBase64url(text: string): Uint8Array<ArrayBuffer> | null {
  const bare = text.replace(/={1,2}$/, '');
  if (!alphabet.test(bare) || bare.length % 4 === 1) return null;
  const binary = atob(bare.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

import { engineError } from '../error.ts';
import { recordsPlace } from '../record-places.ts';
import { encodeBase64url } from './base64url.ts';
import { codecs, type CodecName } from './codecs.ts';
import { tooLong, tooLarge } from './errors.ts';
import { linkLimits } from './limits.ts';
import type { LinkContent } from './link.ts';
import { linkOfPayload, linkVersion, payloadOf } from './versions.ts';

/**
 * The URL fragment, `#v4.CODEC.PAYLOAD`, of an experiment that can be replayed: in whichever codec
 * is shorter.
 *
 * @throws EngineError `invalid-value` for an experiment that holds records, `limit-exceeded` for one
 *   that is too large; else the engine's codes, at the field that no reader would take
 */
export async function encodeLink(content: LinkContent): Promise<string> {
  const bytes = bytesOf(content);
  const plain = fragment('plain', bytes);
  const packed = fragment('deflate', await codecs.deflate.pack(bytes));
  return within(packed.length < plain.length ? packed : plain);
}

/**
 * The same in the codec `plain`, at once.
 *
 * @throws EngineError as `encodeLink`
 */
export function encodePlainLink(content: LinkContent): string {
  return within(fragment('plain', bytesOf(content)));
}

function bytesOf(content: LinkContent): Uint8Array<ArrayBuffer> {
  const place = recordsPlace(content.experiment);
  if (place !== null) {
    const message =
      'This experiment holds its records, and a link never carries data. Send it as a file instead.';
    throw engineError('invalid-value', place, message);
  }
  const payload = payloadOf(content);
  // What is handed on can be opened.
  linkOfPayload(payload);
  const bytes = new TextEncoder().encode(JSON.stringify(payload));
  if (bytes.length > linkLimits.textBytes) throw tooLarge();
  return bytes;
}

function fragment(codec: CodecName, bytes: Uint8Array): string {
  return `#v${linkVersion}.${codec}.${encodeBase64url(bytes)}`;
}

function within(link: string): string {
  if (link.length > linkLimits.length) throw tooLong(link.length);
  return link;
}

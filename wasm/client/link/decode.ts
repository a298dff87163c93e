import { EngineError, engineError } from '../error.ts';
import { parseStrictJson } from '../strict-json.ts';
import { decodeBase64url } from './base64url.ts';
import { codecs, isCodec } from './codecs.ts';
import { checkSafe } from './danger.ts';
import { damaged, tooLong } from './errors.ts';
import { linkLimits } from './limits.ts';
import type { Link } from './link.ts';
import { isLinkVersion, linkOfPayload, linkOfWhole, linkVersion } from './versions.ts';

/** A fragment that is, or begins, a link of ours. */
const ours = /^v\d*(?:[.&]|$)|^e(?:[=&]|$)|&e=/;

/** Whether an address, or a fragment with or without its `#`, holds a link, be it a damaged one. */
export function hasLink(address: string | URL): boolean {
  return ours.test(fragmentOf(address));
}

/**
 * What a link says, of any version so far. Links are untrusted: lengths are capped, unpacking stops
 * at a cap, and what they hold passes the strict schema of experiments. Nothing is started.
 *
 * @param address a URL, or its fragment with or without the `#`
 * @throws EngineError `invalid-link` where it is none or was damaged, `unsupported-version` where a
 *   later version made it, `limit-exceeded` beyond a cap; else the engine's codes, at the field
 */
export async function decodeLink(address: string | URL): Promise<Link> {
  const fragment = fragmentOf(address);
  if (fragment.length > linkLimits.length) throw tooLong(fragment.length);
  if (!ours.test(fragment)) throw damaged('link', 'it holds no experiment');
  if (fragment.startsWith('v')) return decodeVersioned(fragment.split('&', 1)[0]);
  const parameters = new URLSearchParams(fragment.replaceAll('+', '%2B'));
  const bytes = decodeBase64url(parameters.get('e') ?? '');
  return linkOfWhole(parsed(bytes), parameters.get('v'));
}

async function decodeVersioned(link: string): Promise<Link> {
  const parts = /^v(\d+)\.([^.]*)\.(.*)$/s.exec(link);
  if (parts === null) throw damaged('link', 'it ends before its payload');
  const [, version, codec, payload] = parts;
  checkVersion(version);
  if (!isCodec(codec)) {
    const known = Object.keys(codecs).join(' and ');
    throw damaged('codec', `its codec "${codec.slice(0, 40)}" is none of ${known}`);
  }
  const packed = decodeBase64url(payload);
  if (packed === null) throw damaged('payload', 'its text is not base64url');
  return linkOfPayload(parsed(await codecs[codec].unpack(packed)), Number(version));
}

function checkVersion(version: string): void {
  if (isLinkVersion(version)) return;
  const message =
    `The link has version ${version.slice(0, 20)}; this page or package reads links up to version ` +
    `${linkVersion}. Open it where it was made, or with a newer release.`;
  throw engineError('unsupported-version', 'link', message);
}

/** The JSON value of a payload's bytes. */
function parsed(bytes: Uint8Array | null): unknown {
  if (bytes === null) throw damaged('payload', 'its text is not base64url');
  const value = parsedText(textOf(bytes));
  checkSafe(value);
  return value;
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw damaged('payload', 'its text is not UTF-8');
  }
}

function parsedText(text: string): unknown {
  try {
    return parseStrictJson(text);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    throw damaged('payload', error.message.replace(/\.$/, ''));
  }
}

function fragmentOf(address: string | URL): string {
  const text = typeof address === 'string' ? address : address.href;
  return text.slice(text.indexOf('#') + 1);
}

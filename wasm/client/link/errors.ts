import { engineError, type EngineError } from '../error.ts';
import { linkLimits } from './limits.ts';

const remedy = 'It may have been cut off when it was copied: copy it again from where it was made.';

/** A link that is not whole, or not one of ours. */
export function damaged(field: string, what: string): EngineError {
  return engineError('invalid-link', field, `The link is damaged: ${what}. ${remedy}`);
}

/** A link that is longer than any is read. */
export function tooLong(length: number): EngineError {
  const message =
    `The link is ${length} characters long; at most ${linkLimits.length} are read. ` +
    'Exchange the experiment as a file instead.';
  return engineError('limit-exceeded', 'link', message);
}

/** A link whose payload holds more than any is read. */
export function tooLarge(): EngineError {
  const message =
    `The link holds more than ${linkLimits.textBytes} bytes of text, which no experiment of a ` +
    'link needs: nothing more of it was unpacked. Exchange the experiment as a file instead.';
  return engineError('limit-exceeded', 'payload', message);
}

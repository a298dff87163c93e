import { define } from '../host/define.ts';
import { NoisyDescent } from './element.ts';

define('noisy-descent', NoisyDescent);

/** Of the copy that serves the page. */
export const NoisyDescentElement = customElements.get('noisy-descent') as typeof NoisyDescent;

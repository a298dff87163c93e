import { NoisyDescent } from './element.ts';

if (!customElements.get('noisy-descent')) customElements.define('noisy-descent', NoisyDescent);

export { NoisyDescent as NoisyDescentElement };

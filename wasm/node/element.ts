/**
 * What a server that renders pages imports as `noisy-descent/element`: there are no elements there,
 * so nothing is defined; the page's own import defines them.
 */
export function NoisyDescentElement(): never {
  throw new TypeError('<noisy-descent> can be made in a page only.');
}

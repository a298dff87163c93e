/**
 * A page can load two copies of the element, also of different versions, but a tag can be defined once.
 * The copy that came first serves the page, and the other one defines nothing: parts of two versions do
 * not fit each other.
 */
const isTaken = customElements.get('noisy-descent') !== undefined;

/** Defines an element of this copy. */
export function define(name: string, type: CustomElementConstructor): void {
  if (!isTaken) customElements.define(name, type);
}

/** The same as a decorator, in the place of Lit's. */
export function customElement(name: string) {
  return (type: CustomElementConstructor): void => define(name, type);
}

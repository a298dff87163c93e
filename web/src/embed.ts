// A page for frames: the element with the experiment of the address, and nothing else.
//   embed/?view=curve&theme=dark#LINK
import './element/index.ts';
import type { NoisyDescentElement } from '../../wasm/client/element.ts';

const element = document.querySelector<NoisyDescentElement>('noisy-descent')!;
const anchor = document.querySelector('a')!;

function open(): void {
  element.link = location.hash;
  anchor.href = new URL(`../${location.hash}`, location.href).href;
}

const wishes = new URLSearchParams(location.search);
for (const name of ['view', 'theme', 'hide', 'start']) {
  const wish = wishes.get(name);
  if (wish !== null) element.setAttribute(name, wish);
}
document.documentElement.style.colorScheme = wishes.get('theme') ?? '';
open();
addEventListener('hashchange', open);

// @vitest-environment happy-dom
import { render } from 'lit';
import { describe, expect, it } from 'vitest';

import { formula } from '../../../web/src/components/shared/formula.ts';

/** The elements of a formula without what the templates leave between them. */
function drawn(text: string): string {
  const place = document.createElement('div');
  render(formula(text), place);
  return place.innerHTML.replace(/<!--.*?-->|\s+/g, '').replace(/<math[^>]*>|<\/math>/g, '');
}

describe('a formula from one line', () => {
  it('sets names, numbers and signs apart', () => {
    expect(drawn('8L−η')).toBe('<mn>8</mn><mi>L</mi><mo>−</mo><mi>η</mi>');
  });

  it('sets low and high, of a sum below it', () => {
    expect(drawn('a_t^{1/3}')).toBe(
      '<msubsup><mi>a</mi><mi>t</mi><mrow><mn>1</mn><mo>/</mo><mn>3</mn></mrow></msubsup>',
    );
    expect(drawn('∑_ja')).toBe('<munder><mo>∑</mo><mi>j</mi></munder><mi>a</mi>');
  });

  it('puts one part over the next, whatever they are made of', () => {
    expect(drawn('{ab}÷S_1+c')).toBe(
      '<mfrac><mrow><mi>a</mi><mi>b</mi></mrow><msub><mi>S</mi><mn>1</mn></msub></mfrac><mo>+</mo><mi>c</mi>',
    );
  });
});

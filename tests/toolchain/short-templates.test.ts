import { describe, expect, it } from 'vitest';

import { withoutIndentation } from '../../web/short-templates.mjs';

describe('a module of components without indentation', () => {
  it('has the same code and the same markup, on lines that begin at the left', () => {
    const code =
      'const a = (x) =>\n  html`<p>\n    é ${x ? html`\n      <b>y</b>` : `\n  z`}\n  </p>`;\n';
    expect(withoutIndentation(code)).toBe(
      'const a = (x) =>\n  html`<p>\né ${x ? html`\n<b>y</b>` : `\n  z`}\n</p>`;\n',
    );
  });

  it('has styles without space where no word ends', () => {
    const code = 'const a = css`\n  :host,\n  a b {\n    margin: 0\n      1px;\n    ${x}\n  }\n`;';
    expect(withoutIndentation(code)).toBe('const a = css`\n:host,a b {margin: 0\n1px;${x}\n}`;');
  });

  it('keeps what is shown as it is written, and everything that is no template', () => {
    const code = 'const [a, b] = [html`<pre>\n  x ${y}\n  z</pre>`, other`\n  x`];';
    expect(withoutIndentation(code)).toBe(code);
  });

  it('is not made where a style shows white space', () => {
    const code = 'const a = css`p { white-space: pre-wrap; }`;';
    expect(() => withoutIndentation(code)).toThrow(/white space/);
  });
});

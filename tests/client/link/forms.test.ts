// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';

import { citation, elementHtml, embedHtml, markdownLink } from '../../../wasm/client/link/index.ts';

const shared = {
  url: 'https://a.example/play/index.html?x=1#v1.plain.e30',
  title: 'Wild "title" <b>[1]</b> & *more*',
  engine: '0.1.0',
  fingerprint: 'ab'.repeat(32),
};

/** The elements that a text makes in a page. */
function elements(html: string): Element[] {
  const template = document.createElement('template');
  template.innerHTML = html;
  return [...template.content.children];
}

describe('a link', () => {
  it('as Markdown has its title, whatever stands in it', () => {
    expect(markdownLink(shared)).toBe(
      `[Wild "title" \\<b\\>\\[1\\]\\</b\\> & \\*more\\*](${shared.url})`,
    );
  });

  it('as a citation names title, engine, address and fingerprint', () => {
    const text = citation(shared);
    for (const part of [shared.title, 'Noisy Descent 0.1.0', shared.url, shared.fingerprint]) {
      expect(text).toContain(part);
    }
    expect(text.endsWith(` ${shared.url}`)).toBe(true);
    expect(citation({ ...shared, fingerprint: null })).not.toContain('ingerprint');
  });

  it('as a frame shows the embedded page beside the playground', () => {
    const [frame, ...others] = elements(embedHtml(shared));
    expect(others).toEqual([]);
    expect(frame.localName).toBe('iframe');
    expect(frame.getAttribute('src')).toBe('https://a.example/play/embed/#v1.plain.e30');
    expect(frame.getAttribute('title')).toBe(shared.title);
  });

  it('as an element loads its script from the same site', () => {
    const [script, element, ...others] = elements(elementHtml(shared));
    expect(others).toEqual([]);
    expect(script.getAttribute('src')).toBe('https://a.example/play/embed/noisy-descent.js');
    expect(element.localName).toBe('noisy-descent');
    expect(element.getAttribute('link')).toBe('#v1.plain.e30');
    expect(element.getAttribute('title')).toBe(shared.title);
  });
});

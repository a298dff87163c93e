import { html, type TemplateResult } from 'lit';

/** A sentence with its formulas set: `n^{2}` is raised, `d_{x}` is lowered. */
export function withFormulas(text: string): (string | TemplateResult)[] {
  return text.split(/([\^_]\{[^}]*\})/).map((part) => {
    const inner = part.slice(2, -1);
    if (part.startsWith('^{')) return html`<sup>${inner}</sup>`;
    return part.startsWith('_{') ? html`<sub>${inner}</sub>` : part;
  });
}

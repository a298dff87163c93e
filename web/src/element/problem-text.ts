import { html, nothing } from 'lit';
import type { Problem } from '../store/errors.ts';

/** What is wrong, and with which field where it is one's fault. */
export function problemText(problem: Problem | null) {
  if (problem === null) return nothing;
  const { field, message } = problem;
  return html`<p class="error" part="error" role="alert">
    ${field === '' ? message : `${field}: ${message}`}
  </p>`;
}

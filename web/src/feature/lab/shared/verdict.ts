import { html } from 'lit';

/** What an answer comes to, in two lines. */
export interface Verdict {
  title: string;
  text: string;
  /** It is something that a reader would want to change. */
  bad?: boolean;
}

export function verdictLines({ title, text, bad = false }: Verdict) {
  return html`<p class="verdict ${bad ? 'bad' : ''}" role="status">
    <strong>${title}</strong><br />${text}
  </p>`;
}

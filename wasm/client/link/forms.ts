// The ways to hand on a link: as it is, and in the languages of documents and pages.

/** What is handed on. */
export interface SharedLink {
  /** The whole address of the playground, with the link as its fragment. */
  url: string;
  title: string;
  /** Version of the engine, and the fingerprint of the result where there is one. */
  engine: string;
  fingerprint?: string | null;
}

/** A link of Markdown. */
export function markdownLink({ url, title }: SharedLink): string {
  const text = title.replace(/\s+/g, ' ').replace(/[\\[\]*_`<>]/g, '\\$&');
  return `[${text}](${url})`;
}

/** One line for a list of references. */
export function citation({ url, title, engine, fingerprint = null }: SharedLink): string {
  const proof = fingerprint === null ? '' : ` Fingerprint of the result (SHA-256): ${fingerprint}.`;
  // Nothing follows the address that a reader could take for a part of it.
  return `“${title}”. Experiment in Noisy Descent ${engine}.${proof} ${url}`;
}

/** An HTML frame that shows the experiment in another page: `embed/` of the same site. */
export function embedHtml({ url, title }: SharedLink): string {
  const { href } = new URL(`embed/${new URL(url).hash}`, folderOf(url));
  return (
    `<iframe src="${attribute(href)}" title="${attribute(title)}" loading="lazy" ` +
    'style="width: 100%; height: 480px; border: 0"></iframe>'
  );
}

/** The same by the element `<noisy-descent>` in a page of one's own, from the same site. */
export function elementHtml({ url, title }: SharedLink): string {
  const { href } = new URL('embed/noisy-descent.js', folderOf(url));
  return (
    `<script type="module" src="${attribute(href)}"></script>\n` +
    `<noisy-descent link="${attribute(new URL(url).hash)}" title="${attribute(title)}"></noisy-descent>`
  );
}

/** The folder of the site that a page lies in. */
function folderOf(url: string): URL {
  return new URL('.', url);
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

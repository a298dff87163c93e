/** A file of the site, by its path from the page. */
export interface KeptFile {
  name: string;
  /** As in Subresource Integrity: a browser refuses another content. */
  integrity: string;
}

/** What was built together. */
export interface Release {
  /** Another one for other files. */
  version: string;
  files: readonly KeptFile[];
  /** With which our own server sends a page. */
  headers: Readonly<Record<string, string>>;
}

// What the build puts into the module for notebooks: see web/bundle-anywidget.mjs.

declare module 'inside:engine' {
  /** The whole engine without threads, compressed by gzip, in base64. */
  const text: string;
  export default text;
}

declare module 'inside:tables' {
  /** The files of the built-in data sets by their names, in the same form. */
  const texts: Readonly<Record<string, string | undefined>>;
  export default texts;
}

declare module 'inside:worker' {
  /** The worker as a classic script. */
  const text: string;
  export default text;
}

// The script that pages elsewhere name. Its name never changes, so it holds nothing itself and only leads to
// the element: what the site's own pages load is named after its content, release by release.
export * from './element/index.ts';

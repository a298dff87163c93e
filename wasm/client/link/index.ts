// `noisy-descent/link`: links that carry an experiment and replay it, in browsers and in Node.
export { EngineError, type ErrorBody } from '../error.ts';
export { decodeLink, hasLink } from './decode.ts';
export { encodeLink, encodePlainLink } from './encode.ts';
export { engineAge, type EngineAge } from './engine-version.ts';
export { citation, elementHtml, embedHtml, markdownLink, type SharedLink } from './forms.ts';
export { recordsPlace } from '../record-places.ts';
export { linkLimits } from './limits.ts';
export type { Link, LinkContent, LinkView } from './link.ts';
export { compareReplay, engineSentence, short, type Replay, type ReplayReport } from './replay.ts';
export { linkVersion, mayTellHash, withFormerDefaults } from './versions.ts';

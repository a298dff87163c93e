import type { Link, LinkContent, SharedLink } from '../../../wasm/client/link/index.ts';
import { fileFor } from '../store/file-for.ts';
import type { DataFile, State } from '../store/state.ts';
import { sha256Of } from './file-hash.ts';
import { loadLinks } from './links.ts';
import { fingerprintOf, openedLink } from './opened.ts';
import { withPlace } from './place.ts';
import { linkViewOf } from './view.ts';

/** One way to hand on a link. */
export interface ShareForm {
  title: string;
  text: string;
}

/** A link in every form, and what it carries. */
export interface Share {
  forms: ShareForm[];
  /** What the link proves, and what it leaves out, in sentences. */
  says: string[];
  /** Whether the hash of the data file is the sender's choice. */
  mayTellHash: boolean;
}

/**
 * The present experiment as a link, in every form.
 *
 * @param tellsHash whether the link tells the hash of the data file, where it may
 * @throws EngineError where the experiment cannot stand in a link
 */
export async function shareOf(
  state: Readonly<State>,
  engine: string,
  page: string,
  tellsHash = true,
): Promise<Share> {
  const links = await loadLinks();
  const mayTellHash = state.experiment.data.kind === 'file' && links.mayTellHash(state.experiment);
  const content = await contentOf(state, engine, mayTellHash && tellsHash);
  const link = await links.encodeLink(content);
  const title = state.experiment.title ?? 'An experiment';
  const url = new URL(link, page).href;
  const shared: SharedLink = {
    url,
    title,
    engine: content.engine,
    fingerprint: content.fingerprint,
  };
  // A story belongs to its reader: whoever gets the link sees what is shown.
  const place = new URL(withPlace(link, { ...state.place, story: undefined }), page).href;
  return {
    forms: [
      { title: 'Link', text: place },
      { title: 'Markdown', text: links.markdownLink(shared) },
      { title: 'HTML, in a frame', text: links.embedHtml(shared) },
      { title: 'HTML, as an element', text: links.elementHtml(shared) },
      { title: 'Citation', text: links.citation(shared) },
    ],
    says: sayings(state, content),
    mayTellHash,
  };
}

/** What goes into a link: of an opened one that was not run here, its sender's proof. */
export async function contentOf(
  state: Readonly<State>,
  engine: string,
  tellsHash = true,
): Promise<LinkContent> {
  const { experiment, file, view } = state;
  const read = fileFor(experiment, file);
  const own = fingerprintOf(state);
  const link = own === null ? openedLink(state) : null;
  return {
    experiment,
    view: linkViewOf(view),
    engine: link?.engine ?? engine,
    sha256: tellsHash ? await hashOf(read, link) : null,
    fingerprint: own ?? link?.fingerprint ?? null,
  };
}

async function hashOf(read: DataFile | null, link: Link | null): Promise<string | null> {
  return read === null ? (link?.sha256 ?? null) : sha256Of(read.blob);
}

function sayings({ experiment }: Readonly<State>, { fingerprint, sha256 }: LinkContent): string[] {
  const isSecure = experiment.run?.randomness?.mode === 'secure';
  const proof =
    fingerprint !== null
      ? 'It carries the fingerprint of the result: anyone who opens it runs the same and sees whether every bit is the same.'
      : isSecure
        ? 'It carries no fingerprint: secure noise is never the same twice.'
        : 'It carries no fingerprint, because no run with a fingerprint has ended: anyone who opens it has nothing to compare with.';
  if (experiment.data.kind !== 'file') return [proof];
  const { name } = experiment.data;
  const data =
    sha256 !== null && sha256 !== undefined
      ? `The records of ${name} stay here. The link states the file’s name and SHA-256, so that anyone with a copy can check that it is the same.`
      : isSecure
        ? `The records of ${name} stay here; the link states only the file’s name. Its hash stays here, too: with it, somebody who knows all records but one could test guesses of that record.`
        : `The records of ${name} stay here; the link states only the file’s name.`;
  return [proof, data];
}

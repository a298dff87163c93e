import type { Link } from '../../../wasm/client/link/index.ts';
import { isSameExperiment } from '../store/picture.ts';
import { fileFor } from '../store/file-for.ts';
import type { State } from '../store/state.ts';

type Asked = Pick<State, 'experiment' | 'opened'>;

/** The opened link, while the forms still say what it says. */
export function openedLink({ experiment, opened }: Asked): Link | null {
  if (opened === null) return null;
  return isSameExperiment(opened.link.experiment, experiment) ? opened.link : null;
}

/** Whether a link's experiment reads a file that the page does not have yet. */
export function awaitsFile(state: Asked & Pick<State, 'file'>): boolean {
  const isFile = openedLink(state)?.experiment.data.kind === 'file';
  return isFile && fileFor(state.experiment, state.file) === null;
}

/**
 * Whether there is something to say of the opened link: it promises a result, names a file, or was
 * made by another engine. An address that the page wrote itself does none of it.
 *
 * @param engine version of this engine; null until it is loaded
 */
export function hasStory(state: Asked & Pick<State, 'file'>, engine: string | null): boolean {
  const link = openedLink(state);
  if (link === null) return false;
  const isOther = link.engine !== null && engine !== null && link.engine !== engine;
  return link.fingerprint !== null || link.sha256 !== null || isOther || awaitsFile(state);
}

/** The fingerprint of what is drawn, where it is all of the present experiment; else null. */
export function fingerprintOf({
  picture,
  experiment,
}: Pick<State, 'picture' | 'experiment'>): string | null {
  if (picture?.status !== 'done' || picture.result.status !== 'completed') return null;
  return isSameExperiment(picture.experiment, experiment) ? picture.result.fingerprint : null;
}

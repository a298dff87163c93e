// Everything that `view="full"` shows; it is loaded when it is asked for.
import '../app/page.ts';

export { Session } from '../app/session.ts';
export { readArrival } from '../link/arrival.ts';
export { defaultExperiment } from '../experiment/defaults.ts';

// What keeps finished runs behind the next ones; it comes with the first that is pinned.
export { withGhosts } from '../curves/ghosts.ts';
export { pinnedRuns, withName, withPin, withoutPin } from '../store/pins.ts';

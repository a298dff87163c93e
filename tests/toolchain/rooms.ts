/// The position of the most specific room that holds a file; -1 where none does.
export function rankOf(rooms: readonly string[], path: string): number {
  const best = rooms
    .filter((room) => path.startsWith(`${room}/`))
    .sort((a, b) => a.length - b.length)
    .at(-1);
  return best === undefined ? -1 : rooms.indexOf(best);
}

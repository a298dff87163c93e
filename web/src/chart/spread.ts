/**
 * Places for names: those that are closer than a distance are moved apart, as little as that takes,
 * within a range.
 *
 * @param wanted  in ascending order
 */
export function spread(
  wanted: readonly number[],
  distance: number,
  [low, high]: readonly [number, number],
): number[] {
  const places: number[] = [];
  for (const [index, place] of wanted.entries()) {
    places.push(Math.max(place, index === 0 ? low : places[index - 1] + distance));
  }
  let most = high;
  for (let index = places.length - 1; index >= 0; index -= 1) {
    places[index] = Math.min(places[index], most);
    most = places[index] - distance;
  }
  return places;
}

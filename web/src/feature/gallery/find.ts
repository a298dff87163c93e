import type { Example, ExampleGroup } from './example.ts';
import { storedPicture, storedRuns } from './stored.ts';

/** The groups with those of their examples in which all words occur; empty groups are left out. */
export function found(groups: readonly ExampleGroup[], words: string): ExampleGroup[] {
  const asked = words.toLowerCase().split(/\s+/).filter(Boolean);
  return groups
    .map((group) => ({
      ...group,
      examples: group.examples.filter((example) => {
        const text = textOf(group, example).toLowerCase();
        return asked.every((word) => text.includes(word));
      }),
    }))
    .filter(({ examples }) => examples.length > 0);
}

function textOf({ title, about }: ExampleGroup, { name, source, claim, look }: Example): string {
  const labels = storedPicture(name)?.card.picture.series.map(({ label }) => label) ?? [];
  return [title, about, source, storedRuns[name].title, claim, look, ...labels].join(' ');
}

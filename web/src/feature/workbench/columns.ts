import type { ColumnBlock, InspectedColumn } from '../../engine/types.ts';
import type { Lines, LineForm } from './lines.ts';
import { cellsOf, isNumber } from './lines.ts';

/** What becomes of a column: `stated` is what only the experiment says of it, such as a range. */
export type Role = 'out' | 'stated' | 'bins' | 'words' | 'target';

/** A column while its role is chosen. */
export interface Draft {
  name: string;
  role: Role;
  words: string[];
  /** Whether what is in no list counts as a word of its own. */
  hasOther: boolean;
  edges: number[];
  /** The entry of the experiment, whose other fields stay; null where there is none. */
  stated: ColumnBlock | null;
  /** The list of words or edges was read off the records, and nobody has said since that it is public. */
  isRead: boolean;
  /** What was seen in the file; null where the file is not looked at. */
  seen: Seen | null;
}

/** What a look at the first records of a file shows. It reads the data. */
export interface Seen {
  /** The most frequent first. */
  words: string[];
  /** More words than are kept. */
  hasMore: boolean;
  /** The least and the greatest number, where all cells are numbers. */
  range: [number, number] | null;
}

/** Words that a look at a file proposes, at most. */
const mostWords = 20;
/** A column of numbers with no more than these is one of codes. */
const mostCodes = 8;
const otherWord = 'other';
/** The longest list of words that the engine takes, and one more than it takes edges. */
const longestList = 1000;
/** |Z|, the most cells that a histogram may have. */
export const mostCells = 2 ** 20;
/** Proposals stay well below the limit: a run takes as long as there are cells. */
const manyCells = 2 ** 14;

/** What each column of a file shows. */
export function lookAt({ names, records }: Lines, { delimiter }: LineForm): Map<string, Seen> {
  const rows = records.map((line) => cellsOf(line, delimiter));
  return new Map(names.map((name, place) => [name, seenIn(rows.map((row) => row[place] ?? ''))]));
}

function seenIn(cells: readonly string[]): Seen {
  const counts = new Map<string, number>();
  for (const cell of cells) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  const ranked = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const numbers = cells.map(Number);
  const isNumeric = cells.length > 0 && cells.every(isNumber);
  return {
    words: ranked.slice(0, mostWords).map(([word]) => word),
    hasMore: ranked.length > mostWords,
    range: isNumeric ? [least(numbers, 1), -least(numbers, -1)] : null,
  };
}

/** What a look at the whole file found of a column. */
export function seenOf({ kind, words = [], lower, upper, notNumbers = 0 }: InspectedColumn): Seen {
  const ranked = [...words].sort((a, b) => b.count - a.count).map(({ word }) => word);
  const isNumeric = ['number', 'integer', 'constant', 'id'].includes(kind) && lower !== undefined;
  return {
    words: ranked.slice(0, mostWords),
    hasMore: ranked.length > mostWords || ranked.length === 0,
    range: isNumeric && notNumbers === 0 ? [lower, upper!] : null,
  };
}

function least(numbers: readonly number[], sign: number): number {
  return numbers.reduce((low, one) => Math.min(low, sign * one), Number.POSITIVE_INFINITY);
}

/** The column as the experiment has it, or left out. */
export function draftOf(
  name: string,
  seen: Seen | null,
  block: ColumnBlock | undefined,
  isTarget: boolean,
): Draft {
  const { words, edges, other } = block ?? {};
  const list = words ? (isTarget ? 'target' : 'words') : 'bins';
  return {
    name,
    seen,
    stated: block ?? null,
    role: words || edges ? list : block ? 'stated' : 'out',
    words: words ?? [],
    hasOther: words === undefined || other !== undefined,
    edges: edges ?? [],
    isRead: false,
  };
}

/** The draft in another role, with a list that the file or the public range proposes. */
export function withRole(draft: Draft, role: Role): Draft {
  const changed = { ...draft, role };
  const hasWords = role === 'words' || role === 'target';
  if (hasWords && draft.words.length === 0) return withSeenWords(changed);
  if (role === 'bins' && draft.edges.length === 0 && draft.seen?.range) {
    return { ...changed, edges: roundEdges(...draft.seen.range), isRead: true };
  }
  return changed;
}

/** The words that the file shows: not private before somebody says that they are public. */
export function withSeenWords(draft: Draft): Draft {
  const words = [...(draft.seen?.words ?? [])].filter((word) => word !== '');
  const hasOther = draft.role !== 'target' || draft.seen?.hasMore === true;
  return { ...draft, words, hasOther, isRead: words.length > 0 };
}

/** The inner edges of so many bins of equal width. */
export function equalWidths(lower: number, upper: number, bins: number): number[] {
  const width = (upper - lower) / bins;
  return Array.from({ length: bins - 1 }, (_, k) => Number((lower + (k + 1) * width).toPrecision(6))); // prettier-ignore
}

/** The inner edges of three bins, as round as a person would state them. */
function roundEdges(lower: number, upper: number): number[] {
  const unit = 10 ** Math.floor(Math.log10((upper - lower) / 3 || 1));
  const edges = equalWidths(lower, upper, 3).map((edge) => Number((Math.round(edge / unit) * unit).toPrecision(6))); // prettier-ignore
  return [...new Set(edges)];
}

/** A role for each column, the last one to be predicted: as many as a histogram has room for. */
export function proposed(drafts: readonly Draft[]): Draft[] {
  const last = drafts.length - 1;
  const order = [last, ...drafts.keys()].filter((place, at) => at === 0 || place !== last);
  const out = drafts.map((draft) => withRole(draft, 'out'));
  let cells = 1;
  for (const place of order) {
    const draft = withRole(drafts[place], roleFor(drafts[place], place === last));
    const levels = levelsOf(draft);
    if (faultOf(draft) !== '' || levels < 2 || cells * levels > manyCells) continue;
    cells *= levels;
    out[place] = draft;
  }
  return out;
}

/** Names, identifiers and the like have more words than a list proposes: they are left out. */
function roleFor({ seen, edges }: Draft, isLast: boolean): Role {
  const isFew = seen !== null && !seen.hasMore && seen.words.length <= mostCodes;
  if (edges.length > 0 || (seen?.range && !isFew)) return 'bins';
  if (seen === null || seen.hasMore) return 'out';
  return isLast && isFew ? 'target' : 'words';
}

/** Whether the column has levels. */
export function isListed(role: Role): boolean {
  return role !== 'out' && role !== 'stated';
}

/** L: how many levels the column has; 1 of one that is left out. */
export function levelsOf({ role, words, hasOther, edges }: Draft): number {
  if (!isListed(role)) return 1;
  if (role === 'bins') return edges.length + 1;
  return words.length + (hasOther ? 1 : 0);
}

/** What is wrong with a column; '' for nothing. */
export function faultOf(draft: Draft): string {
  const { role, words, edges } = draft;
  if (!isListed(role)) return '';
  if (role === 'bins') {
    if (edges.length === 0) return 'State where bins begin: at least one edge.';
    if (edges.length >= longestList) return `State ${longestList - 1} edges at most.`;
    const rises = edges.every((edge, k) => k === 0 || edge > edges[k - 1]);
    return rises ? '' : 'Edges must be in ascending order.';
  }
  if (new Set(words).size < words.length) return 'A word is listed twice.';
  if (words.includes(otherWord) && draft.hasOther) {
    return `“${otherWord}” stands for every word that is not listed: remove it from the list.`;
  }
  if (words.length > longestList) return `State ${longestList} words at most.`;
  return words.length < 2 ? 'State two words or more.' : '';
}

/** The block of the experiment: what is left out is not in it. Without a header columns go by number. */
export function blocksOf(drafts: readonly Draft[], hasHeader = true): ColumnBlock[] {
  return drafts.flatMap(({ name: text, role, words, hasOther, edges, stated }): ColumnBlock[] => {
    const name = hasHeader ? text : Number(text);
    if (role === 'out') return [];
    if (role === 'stated' && stated !== null) return [{ ...stated, name }];
    const { words: before, edges: cuts, other = otherWord, ...more } = stated ?? {};
    if (role === 'bins') return [{ ...(cuts && more), name, edges }];
    return [{ ...(before && more), name, words, ...(hasOther ? { other } : {}) }];
  });
}

/** The column that is to be predicted, if one is. */
export function targetOf(drafts: readonly Draft[]): string | undefined {
  return drafts.find(({ role }) => role === 'target')?.name;
}

export interface Counts {
  /** |Z|, all combinations of levels. */
  cells: number;
  /** Cells of all tables of up to so many columns. */
  queries: number;
}

/** How large the histogram is, and how many numbers of tables of `order` columns and fewer are asked for. */
export function countsOf(drafts: readonly Draft[], order: number): Counts {
  const levels = drafts.filter(({ role }) => isListed(role)).map(levelsOf);
  const bySize = [1, ...Array.from({ length: order }, () => 0)];
  for (const each of levels) {
    for (let size = order; size > 0; size -= 1) bySize[size] += each * bySize[size - 1];
  }
  const queries = bySize.slice(1).reduce((sum, count) => sum + count, 0);
  return { cells: levels.reduce((product, each) => product * each, 1), queries };
}

/** What to do where a histogram has no room; '' where it has. */
export function adviceOn(drafts: readonly Draft[], { cells }: Counts): string {
  if (cells <= mostCells) return '';
  const largest = drafts
    .filter(({ role }) => isListed(role))
    .reduce((one, other) => (levelsOf(other) > levelsOf(one) ? other : one));
  const room = Math.floor((mostCells * levelsOf(largest)) / cells);
  const fewer = room >= 2 ? `give it ${room} levels or fewer, or ` : '';
  const more = room >= 1 ? '' : ' That is not enough: leave out other columns, too.';
  return `“${largest.name}” has the most levels: ${fewer}leave it out.${more}`;
}

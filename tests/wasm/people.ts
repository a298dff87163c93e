// A table of made-up people, for fits and predictions.

export interface Person {
  age: number;
  income: number;
  city: string;
  note: string;
  left: string;
}

const cities = ['Rome', 'Aix, "old"', 'Köln'];

/** Numbers in [0, 1) that a multiplicative generator makes: the same every time. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** Older people with less income leave, and those of the first city. */
export function people(count: number, seed = 7): Person[] {
  const draw = numbers(seed);
  return Array.from({ length: count }, (_, index) => {
    const age = 18 + Math.floor(draw() * 60);
    const income = Math.round(draw() * 9e6) / 100;
    const city = cities[Math.floor(draw() * cities.length)];
    const score = (age - 48) / 10 - (income - 45_000) / 20_000 + (city === 'Rome' ? 1 : -0.5);
    return { age, income, city, note: `n${index}`, left: score + draw() > 0.5 ? 'yes' : 'no' };
  });
}

/** What their columns are, stated without a look at them. */
export const columns = {
  age: { lower: 18, upper: 80 },
  income: { lower: 0, upper: 90_000 },
  city: { words: cities },
  note: { role: 'ignore' },
} as const;

/** As their owner might have written them. */
export function csvOf(rows: Person[], delimiter = ',', decimal = '.'): string {
  const number = (value: number) => String(value).replace('.', decimal);
  const lines = rows.map(({ age, income, city, note, left }) =>
    [number(age), number(income), `"${city.replaceAll('"', '""')}"`, note, left].join(delimiter),
  );
  return `${['age', 'income', 'city', 'note', 'left'].join(delimiter)}\n${lines.join('\n')}\n`;
}

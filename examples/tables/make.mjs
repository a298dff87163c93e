// Makes the four tables of this folder: people, houses and the rest are invented.
//   node examples/tables/make.mjs
import { writeFileSync } from 'node:fs';

let state = 20261130;
/** Mulberry32: uniform in (0, 1). */
function random() {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32 || 2 ** -33;
}
const normal = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
const between = (low, high) => low + (high - low) * random();
const one = (list) => list[Math.floor(random() * list.length)];
const times = (count, row) => Array.from({ length: count }, (_, index) => row(index + 1));
const write = (name, lines) =>
  writeFileSync(new URL(name, import.meta.url), `${lines.join('\n')}\n`);

// Words, and cells without a value.
const jobs = { clerk: 0.3, cook: -0.9, driver: -0.4, nurse: 0.6, teacher: 1 };
write('people.csv', [
  'id,age,job,hours,response',
  ...times(1200, (id) => {
    const [age, job, hours] = [
      Math.round(between(18, 75)),
      one(Object.keys(jobs)),
      between(10, 60),
    ];
    const score = (age - 46) / 12 + 1.4 * jobs[job] + (hours - 35) / 20 + 0.7 * normal();
    const told = [random() < 0.04 ? '' : job, random() < 0.06 ? '' : hours.toFixed(0)];
    return [id, age, ...told, score > 0 ? 'bought' : 'left'].join(',');
  }),
]);

// Classes that are numbers.
write('grades.csv', [
  'length,width,weight,grade',
  ...times(900, () => {
    const grade = one([1, 2, 3]);
    const around = (middle, spread) => (middle + spread * normal()).toFixed(2);
    return [around(8 + 2 * grade, 1), around(3 + (grade === 2 ? 1.5 : 0), 0.6), around(20 + 4 * grade, 3), grade].join(','); // prettier-ignore
  }),
]);

// A number, beside a column of ids.
write('houses.csv', [
  'house,rooms,area,distance,price',
  ...times(1000, (house) => {
    const [rooms, distance] = [Math.round(between(1, 7)), between(0, 30)];
    const area = 22 * rooms + between(10, 50);
    const price = 60 + 2.1 * area - 3.2 * distance + 18 * normal();
    return [`h-${5000 + house}`, rooms, area.toFixed(1), distance.toFixed(1), Math.max(price, 20).toFixed(1)].join(','); // prettier-ignore
  }),
]);

// Semicolons and decimal commas.
write('messung.csv', [
  'temperatur;druck;dauer;ausschuss',
  ...times(900, () => {
    const [heat, pressure, length] = [between(180, 240), between(1, 9), between(5, 60)];
    const isBad = (heat - 210) / 12 - (pressure - 5) / 2 + 0.6 * normal() > 0;
    return [heat.toFixed(1), pressure.toFixed(2), length.toFixed(0), isBad ? 'ja' : 'nein'].join(';').replaceAll('.', ','); // prettier-ignore
  }),
]);

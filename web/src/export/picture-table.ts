import type { Line, Picture, PictureSeries } from '../chart/picture.ts';
import type { Cell, Table } from './csv.ts';

/**
 * Everything that a picture shows, one row per point: which curve, what of it (the curve, its floor,
 * its bound, a grey line or level to compare with), x and y under the names of their axes, and the
 * ends of the bands where curves have any. A level has no x.
 */
export function pictureTable(picture: Picture): Table {
  const hasBands = picture.series.some(({ q10 }) => q10.length > 0);
  const ends = (series: PictureSeries, index: number): Cell[] =>
    hasBands ? [series.q10[index], series.q90[index]] : [];
  const none = hasBands ? [null, null] : [];
  const lineRows = (label: string, kind: string, line: Line | null): Cell[][] =>
    line === null ? [] : line.x.map((x, index) => [label, kind, x, line.y[index], ...none]);
  const levels = [
    ...(picture.levels ?? []),
    ...(picture.optimum === null ? [] : [{ label: '', y: picture.optimum }]),
  ];
  return {
    columns: [
      'label',
      'kind',
      picture.xTitle,
      picture.yTitle,
      ...(hasBands ? ['low', 'high'] : []),
    ],
    rows: [
      ...picture.series.flatMap((series) => [
        ...series.x.map((x, index) => [
          series.label,
          'curve',
          x,
          series.median[index],
          ...ends(series, index),
        ]),
        ...lineRows(series.label, 'floor', series.floor),
        ...lineRows(series.label, 'bound', series.bound),
      ]),
      ...lineRows(picture.referenceLabel ?? '', 'reference', picture.reference),
      ...levels.map(({ label, y }) => [label, 'level', null, y, ...none]),
    ],
  };
}

/** Small pictures beside each other, told apart by their titles. */
export function panelTable(panels: readonly { title: string; picture: Picture }[]): Table {
  const tables = panels.map(({ title, picture }) => ({ title, table: pictureTable(picture) }));
  return {
    columns: ['panel', ...(tables[0]?.table.columns ?? [])],
    rows: tables.flatMap(({ title, table }) => table.rows.map((row) => [title, ...row])),
  };
}

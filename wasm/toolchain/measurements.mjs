// Measurements: lines of JSON that benchmark programs print, and tables of them.
import { spawn } from 'node:child_process';

import { Failure, root } from './process.mjs';

/**
 * Runs a program and parses each line that it prints.
 * @returns {Promise<{benchmark: string, row: string, unit: string, value: number, column?: string}[]>}
 */
export function readLines(command, args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.on('data', (chunk) => (text += chunk));
    child.on('error', (error) => reject(new Failure(`${command} cannot be run: ${error.message}`)));
    child.on('close', (status) => {
      if (status !== 0)
        return reject(new Failure(`${[command, ...args].join(' ')} ended with status ${status}`));
      const lines = text.split('\n').filter((line) => line.startsWith('{'));
      resolve(lines.map((line) => JSON.parse(line)));
    });
  });
}

/** Three significant digits, without an exponent. */
export function digits(value) {
  if (!Number.isFinite(value)) return '-';
  if (value === 0) return '0';
  const places = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toFixed(Math.min(places, 6));
}

/**
 * One table: a line per row, a column per build, and beside each number its ratio to the first column that has one.
 */
export function table(title, measurements, order = []) {
  const found = [...new Set(measurements.map((one) => one.column ?? 'value'))];
  const columns = [
    ...order.filter((name) => found.includes(name)),
    ...found.filter((name) => !order.includes(name)),
  ];
  const rows = [...new Set(measurements.map((one) => one.row))];
  const lines = rows.map((row) => {
    const inRow = measurements.filter((one) => one.row === row);
    const values = columns.map(
      (name) => inRow.find((one) => (one.column ?? 'value') === name)?.value,
    );
    const base = values.find((value) => value !== undefined);
    const cells = values.map((value) => {
      if (value === undefined) return '';
      return columns.length > 1
        ? `${digits(value)} (${(value / base).toFixed(2)}x)`
        : digits(value);
    });
    return [row, inRow[0].unit, ...cells];
  });
  return layOut(title, [['', 'unit', ...columns], ...lines]);
}

function layOut(title, lines) {
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  const show = (line) =>
    line
      .map((cell, column) =>
        column < 2 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]),
      )
      .join('  ');
  return [title, ...lines.map((line) => `  ${show(line)}`.trimEnd())].join('\n');
}

// Reads what the test runners report and counts it. A test that did not run counts as failed.
import { appendFileSync, mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { root } from './process.mjs';

/** Where reports of the tests lie. */
export const reports = join(root, 'build', 'reports');

const attribute = (tag, name) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '';

/**
 * CTest's JUnit file. A program whose own GoogleTest report lies in `details` counts by the tests in it.
 * @returns {Promise<{passed: number, failed: number, failures: string[]}>}
 */
export async function countCTest(junitFile, details) {
  const cases = (await readText(junitFile))?.match(/<testcase\b[^>]*>/g);
  if (!cases) return { passed: 0, failed: 1, failures: [`no report: ${junitFile}`] };
  const total = { passed: 0, failed: 0, failures: [] };
  for (const tag of cases) {
    const name = attribute(tag, 'name');
    const inside = details && countGoogleTest(await readText(`${details}/${name}.xml`));
    if (attribute(tag, 'status') === 'run') {
      total.passed += inside ? inside.passed : 1;
      total.failed += inside ? inside.failed : 0;
    } else {
      total.passed += inside ? inside.passed : 0;
      total.failed += Math.max(1, inside ? inside.failed : 0);
      total.failures.push(name);
    }
  }
  return total;
}

function countGoogleTest(text) {
  const tag = text && /<testsuites\b[^>]*>/.exec(text)?.[0];
  if (!tag) return null;
  const [tests, failures, errors, disabled] = ['tests', 'failures', 'errors', 'disabled'].map(
    (name) => Number(attribute(tag, name) || 0),
  );
  const skipped = (text.match(/result="skipped"/g) ?? []).length;
  const failed = failures + errors + disabled + skipped;
  return { passed: tests - failed, failed };
}

/** Vitest's JSON report; a file that could not be loaded counts as one failed test. */
export async function countVitest(file) {
  const text = await readText(file);
  if (!text) return { passed: 0, failed: 1, failures: [`no report: ${file}`] };
  const report = JSON.parse(text);
  const passed = report.numPassedTests;
  const failures = [];
  for (const { name, status, assertionResults } of report.testResults) {
    const bad = assertionResults.filter((test) => test.status !== 'passed');
    failures.push(...bad.map((test) => `${test.fullName} (${reasonOf(test)})`));
    if (status === 'failed' && bad.length === 0) failures.push(name);
  }
  if (passed === 0 && failures.length === 0) failures.push('no tests were found');
  return { passed, failed: failures.length, failures };
}

/**
 * Notes a test that cannot run here, for want of a program that is not ours. It is no test then that could count as passed, and
 * `npm test` says what was left out.
 * @param {string} project  of vitest.config.ts
 * @param {string} sentence
 */
export function leaveOut(project, sentence) {
  mkdirSync(reports, { recursive: true });
  appendFileSync(leftOutFile(project), `${sentence}\n`);
}

/** What a project's tests left out, a sentence each. */
export async function leftOut(project) {
  const text = (await readText(leftOutFile(project))) ?? '';
  return text.split('\n').filter(Boolean);
}

const leftOutFile = (project) => join(reports, `${project}.left-out.txt`);

/** The first line of what a test failed with, or its status. */
function reasonOf({ status, failureMessages = [] }) {
  return failureMessages[0]?.split('\n', 1)[0] || status;
}

async function readText(file) {
  return readFile(file, 'utf8').catch(() => null);
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { countCTest, countVitest } from '../../wasm/toolchain/reports.mjs';

describe('counting tests', () => {
  let folder = '';
  const write = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'noisy-descent-reports-'));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
  });

  it('counts a test of CTest that failed or did not run as failed', async () => {
    const file = await write(
      'native.xml',
      `<testsuite><testcase name="a" status="run"/><testcase name="b" status="fail"/>
       <testcase name="c" status="notrun"/></testsuite>`,
    );
    expect(await countCTest(file, null)).toEqual({ passed: 1, failed: 2, failures: ['b', 'c'] });
  });

  it('counts the tests inside a program', async () => {
    await write(
      'math.xml',
      '<testsuites tests="7" failures="2" disabled="1" errors="0"></testsuites>',
    );
    const file = await write(
      'wasm.xml',
      '<testcase name="math" status="fail"/><testcase name="x" status="run"/>',
    );
    expect(await countCTest(file, folder)).toEqual({ passed: 5, failed: 3, failures: ['math'] });
  });

  it('counts a program that crashed after its tests passed as one failure', async () => {
    await write(
      'leaky.xml',
      '<testsuites tests="7" failures="0" disabled="0" errors="0"></testsuites>',
    );
    const file = await write('crash.xml', '<testcase name="leaky" status="fail"/>');
    expect(await countCTest(file, folder)).toEqual({ passed: 7, failed: 1, failures: ['leaky'] });
  });

  it('counts a test file that cannot be loaded and a test that was skipped', async () => {
    const report = {
      numPassedTests: 1,
      testResults: [
        { name: 'broken.test.ts', status: 'failed', assertionResults: [] },
        {
          name: 'b.test.ts',
          status: 'passed',
          assertionResults: [
            { status: 'passed', fullName: 'adds' },
            { status: 'pending', fullName: 'subtracts' },
            {
              status: 'failed',
              fullName: 'divides',
              failureMessages: ['Error: by zero\n    at line 1'],
            },
          ],
        },
      ],
    };
    const file = await write('unit.json', JSON.stringify(report));
    expect(await countVitest(file)).toEqual({
      passed: 1,
      failed: 3,
      failures: ['broken.test.ts', 'subtracts (pending)', 'divides (Error: by zero)'],
    });
  });

  it('counts a missing report as a failure', async () => {
    expect((await countCTest(join(folder, 'none.xml'), null)).failed).toBe(1);
    expect((await countVitest(join(folder, 'none.json'))).failed).toBe(1);
  });
});

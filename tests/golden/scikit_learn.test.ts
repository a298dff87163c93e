// The estimators of examples/python, in the Python that has scikit-learn; where none does, they are left out.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { root } from '../../wasm/toolchain/process.mjs';
import { leaveOut } from '../../wasm/toolchain/reports.mjs';
import { findPython } from '../../wasm/toolchain/system.mjs';

const script = join(import.meta.dirname, 'scikit_learn_test.py');
const tests = [...readFileSync(script, 'utf8').matchAll(/def (test_\w+)/g)].map(([, name]) => name);
const programs = join(root, 'build', 'native', 'engine', 'cli');
const env = { ...process.env, PATH: `${programs}${delimiter}${process.env.PATH ?? ''}` };
const python = findPython('sklearn');

if (python === null) {
  leaveOut('golden', 'scikit-learn is missing, with which examples/python would be tested');
} else {
  describe('scikit-learn', () => {
    it.each(tests)('%s', (name) => {
      const { status, stderr } = spawnSync(python, ['-B', script, `ScikitLearn.${name}`], {
        encoding: 'utf8',
        env,
      });
      expect(status, stderr).toBe(0);
    }, 600_000);
  });
}

import { defineConfig } from 'vitest/config';

const project = (name: string, include: string[], options: object = {}) => ({
  extends: true as const,
  test: { name, include, ...options },
});

// Tests outside `unit` start processes, servers or browsers of their own: one file at a time where files share something.
const alone = {
  fileParallelism: false,
  testTimeout: 120_000,
  hookTimeout: 300_000,
  // As long as the browser's own waits: a busy machine is no defect.
  expect: { poll: { timeout: 15_000 } },
};
// Where files share nothing, two at once take half the time: pages and processes wait more than they compute.
const paired = {
  ...alone,
  fileParallelism: true,
  maxWorkers: 2,
  sequence: { groupOrder: 1 },
};

export default defineConfig({
  test: {
    environment: 'node',
    projects: [
      project('unit', ['web/**/*.test.ts', 'wasm/**/*.test.ts', 'tests/{web,client}/**/*.test.ts']),
      project('wasm', ['tests/wasm/**/*.test.ts'], paired),
      project('golden', ['tests/golden/**/*.test.ts'], paired),
      project('toolchain', ['tests/toolchain/**/*.test.ts'], alone),
      project('same-bits', ['tests/same-bits/**/*.test.ts'], alone),
      project('package', ['tests/package/**/*.test.ts'], {
        ...alone,
        globalSetup: ['tests/package/installed.ts'],
      }),
      project('browser', ['tests/browser/**/*.test.ts'], paired),
    ],
  },
});

// One packed tarball, installed into one empty project, for all tests of the package.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { TestProject } from 'vitest/node';

import { root } from '../../wasm/toolchain/process.mjs';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder of the project. */
    project: string;
    tarball: string;
  }
}

const packed = join(root, 'build', 'package');

/** Runs a command and returns what it printed; fails with what it complained about. */
export function run(cwd: string, command: string, args: string[], env = process.env): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    env,
    encoding: 'utf8',
  });
  if (status === 0) return stdout;
  throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr + stdout}`);
}

export default function install({ provide }: TestProject): () => void {
  const files = existsSync(packed) ? readdirSync(packed) : [];
  const tarball = files.find((file) => file.endsWith('.tgz'));
  if (tarball === undefined) throw new Error('There is no tarball in build/package: npm pack');
  const project = mkdtempSync(join(tmpdir(), 'noisy-descent-package-'));
  mkdirSync(join(project, 'node_modules'));
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }\n');
  run(project, 'npm', ['install', '--no-audit', '--no-fund', '--offline', join(packed, tarball)]);
  provide('project', project);
  provide('tarball', join(packed, tarball));
  return () => {
    rmSync(project, { recursive: true });
  };
}

// A clang with libFuzzer and the sanitizers, which the stage fuzz builds with.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { chmod, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { cached } from './cache.mjs';
import { Failure, firstLine, run, say, version } from './process.mjs';
import { onPath } from './system.mjs';

const missing =
  'the fuzzers need clang 17 or newer with its runtime (compiler-rt: libFuzzer and AddressSanitizer); put clang++ on PATH';

/** The path of a clang++ that links libFuzzer: the one that set-up found, where need be with its runtime from Debian. */
export async function findFuzzer(env) {
  const candidates = [env.NOISY_DESCENT_CLANG, onPath('clang++', env)].filter(Boolean);
  const ready = candidates.find((clang) => linksFuzzer(clang, env));
  if (ready) return ready;
  if (!env.NOISY_DESCENT_CLANG || !onPath('apt-get', env)) throw new Failure(missing);
  const wrapped = await withRuntime(env.NOISY_DESCENT_CLANG, env);
  if (!linksFuzzer(wrapped, env)) throw new Failure(missing);
  return wrapped;
}

const smallest = `#include <version>
#include <expected>
extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) {
  return std::expected<int, int>(0).value();
}
`;

function linksFuzzer(clang, env) {
  const folder = mkdtempSync(join(tmpdir(), 'noisy-descent-fuzzer-'));
  try {
    const source = join(folder, 'smallest.cpp');
    writeFileSync(source, smallest);
    const flags = ['-std=c++23', '-fsanitize=fuzzer,address,undefined'];
    return (
      spawnSync(clang, [...flags, source, '-o', join(folder, 'smallest')], { env }).status === 0
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A script that is this clang with the runtime of Debian's package beside its own headers. */
async function withRuntime(clang, env) {
  const found = version(firstLine(clang, ['--version'], env));
  const name = `clang-runtime-${found?.join('.')}`;
  const folder = await cached(
    name,
    async (staging, final) => {
      const debian = `libclang-rt-${found?.[0]}-dev`;
      say(`installing ${debian} into ${final} (50 MB)`);
      const own = firstLine(clang, ['-print-resource-dir'], env);
      if (!own || !(await unpack(debian, staging, env))) throw new Failure(missing);
      const major = String(found[0]);
      const resources = join(staging, 'resources');
      await rename(join(staging, 'usr', 'lib', `llvm-${major}`, 'lib', 'clang', major), resources);
      await rm(join(resources, 'include'), { recursive: true });
      await symlink(join(own, 'include'), join(resources, 'include'));
      const script = join(staging, 'clang++');
      const resourceDir = join(final, 'resources');
      await writeFile(script, `#!/bin/sh\nexec '${clang}' -resource-dir='${resourceDir}' "$@"\n`);
      await chmod(script, 0o755);
    },
    env,
  );
  return join(folder, 'clang++');
}

async function unpack(debian, folder, env) {
  const inFolder = { env, cwd: folder, quiet: true };
  const download = () =>
    run('apt-get', ['-qq', '-o', 'APT::Sandbox::User=root', 'download', debian], inFolder);
  if ((await download()) !== 0) {
    await run('apt-get', ['-qq', 'update'], { env, quiet: true });
    if ((await download()) !== 0) return false;
  }
  return (await run('sh', ['-c', 'dpkg -x *.deb . && rm *.deb'], inFolder)) === 0;
}

// What the system must have: on Debian, root gets it from packages; elsewhere one line names what is missing.
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { Failure, atLeast, firstLine, run, say, version } from './process.mjs';

/** The full path of a program, or null. */
export function onPath(name, env = process.env) {
  for (const folder of (env.PATH ?? '').split(delimiter)) {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      if (folder) return path;
    } catch {
      continue;
    }
  }
  return null;
}

const program = (name, oldest, debian) => ({
  name: oldest ? `${name} ${oldest.join('.')} or newer` : name,
  debian,
  present: (env) => {
    const path = onPath(name, env);
    return (
      path !== null && (!oldest || atLeast(version(firstLine(path, ['--version'], env)), oldest))
    );
  },
});

// A library that CMake can fetch by itself elsewhere, so that it is only asked for where packages are at hand.
const library = (name, path, debian) => ({
  name,
  debian,
  present: () => existsSync(path),
  optional: true,
});

const compiler = {
  name: 'a C++23 compiler (g++ 12 or clang++ 17, or newer)',
  debian: ['g++'],
  present: (env) =>
    program('g++', [12]).present(env) || program('clang++', [17]).present(env) || Boolean(env.CXX),
};

// Debian's is of its own Python, which another one on the PATH does not see.
const scikitLearn = {
  name: 'scikit-learn',
  debian: ['python3-sklearn'],
  present: (env) => findPython('sklearn', env) !== null,
  optional: true,
};

/** Every group of requirements by the name that a script asks for. */
const groups = {
  build: [
    program('cmake', [3, 25], ['cmake']),
    program('ninja', null, ['ninja-build']),
    program('python3', [3, 8], ['python3']),
    compiler,
    library('Eigen 3.4', '/usr/include/eigen3/Eigen/Core', ['libeigen3-dev']),
    library('zlib', '/usr/include/zlib.h', ['zlib1g-dev']),
    library('nlohmann-json', '/usr/include/nlohmann/json.hpp', ['nlohmann-json3-dev']),
  ],
  test: [
    library('GoogleTest sources', '/usr/src/googletest/CMakeLists.txt', ['googletest']),
    scikitLearn,
  ],
  browser: [
    {
      name: 'Chromium (or set NOISY_DESCENT_CHROMIUM to its path)',
      debian: ['chromium', 'fonts-dejavu-core'],
      present: (env) => findChromium(env) !== null,
    },
  ],
  format: [program('clang-format', [14], ['clang-format'])],
  tidy: [program('clang-tidy-22', null, ['clang-tidy-22'])],
};

/** The path of Chromium or Chrome, or null. */
export function findChromium(env = process.env) {
  const named = env.NOISY_DESCENT_CHROMIUM;
  if (named) {
    if (!existsSync(named))
      throw new Failure(
        `Chromium is missing: NOISY_DESCENT_CHROMIUM is ${named}, which does not exist`,
      );
    return named;
  }
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  return names.map((name) => onPath(name, env)).find(Boolean) ?? (existsSync(mac) ? mac : null);
}

/** The first Python that has a module, or null. */
export function findPython(module, env = process.env) {
  const words = ['-c', `import ${module}; print(${module}.__version__)`];
  return ['python3', '/usr/bin/python3'].find((python) => firstLine(python, words, env)) ?? null;
}

/** Makes sure that everything of these groups is there, or fails with one line. */
export async function requireSystem(names, env = process.env) {
  const wanted = names.flatMap((name) => groups[name]);
  const absent = wanted.filter((tool) => !tool.present(env));
  if (absent.length === 0) return;
  const packages = absent.flatMap((tool) => tool.debian);
  const isDebian = existsSync('/etc/debian_version') && onPath('apt-get', env);
  if (isDebian && process.getuid?.() === 0) await installPackages(packages, env);
  const still = absent.filter((tool) => !tool.optional && !tool.present(env));
  if (still.length === 0) return;
  const hint = isDebian
    ? `: apt-get install ${still.flatMap((tool) => tool.debian).join(' ')}`
    : '';
  throw new Failure(`missing: ${still.map((tool) => tool.name).join(', ')}${hint}`);
}

async function installPackages(packages, env) {
  say(`installing Debian packages: ${packages.join(' ')}`);
  const apt = (...args) =>
    run('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=600', ...args], {
      env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
      quiet: true,
    });
  const install = () => apt('install', '-y', '--no-install-recommends', ...packages);
  // The lists of a fresh machine may be empty or old.
  if ((await apt('update')) !== 0 || (await install()) !== 0) {
    throw new Failure(`apt-get could not install ${packages.join(' ')}`);
  }
}

/** The instruction sets of this machine that the engine has kernels for, oldest first. */
export function instructionSets() {
  if (process.arch !== 'x64') return ['baseline'];
  const flags = existsSync('/proc/cpuinfo') ? readFileSync('/proc/cpuinfo', 'utf8') : '';
  const has = (flag) => new RegExp(`^flags.*\\b${flag}\\b`, 'm').test(flags);
  const wide = ['avx512f', 'avx512dq', 'avx512vl'].every(has);
  return ['sse2', ...(has('avx2') ? ['avx2'] : []), ...(wide ? ['avx512'] : [])];
}

// Stands in for the built modules while they are not there; when they are, the compiler reads the
// declarations that Emscripten generated.
/* eslint-disable @typescript-eslint/consistent-type-imports -- the only way in an ambient module */
declare module '*/noisy-descent-core-simd.js' {
  const factory: import('./module.ts').EngineFactory<import('./module.ts').CoreModule>;
  export default factory;
}

declare module '*/noisy-descent-core-simd-mt.js' {
  const factory: import('./module.ts').EngineFactory<import('./module.ts').CoreModule>;
  export default factory;
}

declare module '*/noisy-descent-simd.js' {
  const factory: import('./module.ts').EngineFactory<import('./module.ts').WholeModule>;
  export default factory;
}

declare module '*/noisy-descent-simd-mt.js' {
  const factory: import('./module.ts').EngineFactory<import('./module.ts').WholeModule>;
  export default factory;
}

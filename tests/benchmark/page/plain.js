// DP-SGD as a careful author would write it in plain JavaScript, over typed arrays.
import {
  batch,
  fastest,
  features,
  laplace,
  makeData,
  makeSampler,
  noiseScale,
  stepSize,
} from './workload.js';

function step({ rows, labels }, chosen, x, gradient) {
  gradient.fill(0);
  for (let b = 0; b < batch; ++b) {
    const at = chosen[b] * features;
    let margin = 0;
    for (let k = 0; k < features; ++k) margin += rows[at + k] * x[k];
    const label = labels[chosen[b]];
    const weight = -label / (1 + Math.exp(label * margin));
    for (let k = 0; k < features; ++k) gradient[k] += weight * rows[at + k];
  }
  for (let k = 0; k < features; ++k) {
    x[k] -= stepSize * (gradient[k] / batch + noiseScale * laplace());
  }
}

/** Steps per second on one thread. */
export function measurePlain() {
  const data = makeData(Float64Array);
  const sample = makeSampler();
  const x = new Float64Array(features);
  const gradient = new Float64Array(features);
  return fastest(1000, (steps) => {
    for (let i = 0; i < steps; ++i) step(data, sample(), x, gradient);
  });
}

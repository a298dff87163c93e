// The workload that all contestants share: DP-SGD for logistic loss, 50,000 x 100, batches of 256.
export const samples = 50_000;
export const features = 100;
export const batch = 256;
export const stepSize = 0.1;
export const noiseScale = 1e-3;

/** Rows of numbers in [-1, 1] and labels of a hidden separator. */
export function makeData(Storage) {
  const rows = new Storage(samples * features);
  const labels = new Storage(samples);
  for (let i = 0; i < rows.length; ++i) rows[i] = 2 * Math.random() - 1;
  for (let i = 0; i < samples; ++i) {
    let margin = 0;
    for (let k = 0; k < features; ++k) margin += rows[i * features + k] * (k % 2 ? 1 : -1);
    labels[i] = margin >= 0 ? 1 : -1;
  }
  return { rows, labels };
}

/** A Laplace variable of scale 1. */
export function laplace() {
  const u = Math.random() - 0.5;
  return -Math.sign(u) * Math.log1p(-2 * Math.abs(u));
}

/** Gives `batch` different rows at each call, by the first steps of a shuffle. */
export function makeSampler() {
  const order = Int32Array.from({ length: samples }, (_, i) => i);
  return () => {
    for (let i = 0; i < batch; ++i) {
      const j = i + Math.floor(Math.random() * (samples - i));
      [order[i], order[j]] = [order[j], order[i]];
    }
    return order.subarray(0, batch);
  };
}

const rounds = 5;

/** Steps per second of the fastest of several rounds of `steps` steps. */
export async function fastest(steps, work) {
  let seconds = Infinity;
  for (let round = 0; round < rounds; ++round) {
    const start = performance.now();
    await work(steps);
    seconds = Math.min(seconds, (performance.now() - start) / 1000);
  }
  return steps / seconds;
}

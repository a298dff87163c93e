// The same DP-SGD with TensorFlow.js on its wasm backend (32-bit floats: it has no others).
/* global tf */
import {
  batch,
  fastest,
  features,
  laplace,
  makeData,
  makeSampler,
  noiseScale,
  samples,
  stepSize,
} from './workload.js';

function step(rows, labels, chosen, x) {
  const noise = tf.tensor1d(Float32Array.from({ length: features }, laplace));
  // TensorFlow.js keeps the array that it is given; the next shuffle changes this one.
  const index = tf.tensor1d(chosen.slice(), 'int32');
  const part = tf.gather(rows, index);
  const label = tf.gather(labels, index);
  const margin = tf.mul(label, tf.squeeze(tf.matMul(part, tf.reshape(x, [features, 1])), [1]));
  const weight = tf.neg(tf.mul(label, tf.sigmoid(tf.neg(margin))));
  const gradient = tf.squeeze(tf.matMul(part, tf.reshape(weight, [batch, 1]), true), [1]);
  return tf.sub(x, tf.mul(stepSize, tf.add(tf.div(gradient, batch), tf.mul(noiseScale, noise))));
}

/** Steps per second, with as many threads as TensorFlow.js chooses. */
export async function measureTensorFlow() {
  tf.wasm.setWasmPaths('/tensorflow/backend/');
  await tf.setBackend('wasm');
  const data = makeData(Float32Array);
  const rows = tf.tensor2d(data.rows, [samples, features]);
  const labels = tf.tensor1d(data.labels);
  const sample = makeSampler();
  let x = tf.zeros([features]);
  return fastest(200, async (steps) => {
    for (let i = 0; i < steps; ++i) {
      const next = tf.tidy(() => step(rows, labels, sample(), x));
      x.dispose();
      x = next;
    }
    await x.data();
  });
}

// Clocks that stand still while a thread waits for the processor, for a machine that has other work: `node --import` runs this in
// every thread. Only Linux tells how long a thread has waited.
import { openSync, readFileSync, readlinkSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads';

const wall = performance.now.bind(performance);
/** No switch between programs that matters is shorter, and asking for those takes microseconds. */
const unseen = 0.05;
const numbers = 'threads';

/** Milliseconds that a thread has run and waited. */
const timesIn = (text) => text.split(' ', 2).map((nanoseconds) => Number(nanoseconds) / 1e6);

if (isMainThread) setEnvironmentData(numbers, new Int32Array(new SharedArrayBuffer(4096)));
const threads = getEnvironmentData(numbers);
threads[1 + Atomics.add(threads, 0, 1)] = Number(basename(readlinkSync('/proc/thread-self')));

if (!isMainThread) {
  const file = openSync('/proc/thread-self/schedstat');
  const bytes = Buffer.alloc(80);
  const waited = () => timesIn(bytes.latin1Slice(0, readSync(file, bytes, 0, bytes.length, 0)))[1];
  let [asked, lost, told] = [wall(), waited(), 0];
  performance.now = () => {
    const now = wall();
    if (now - asked > unseen) lost = waited();
    asked = now;
    return (told = Math.max(told, now - lost));
  };
}

/** That the threads which run JavaScript have run: what compiles for them is left out. */
export function secondsRun() {
  const started = [...threads.slice(1, 1 + threads[0])];
  return started.reduce((sum, thread) => sum + runBy(thread) / 1000, 0);
}

function runBy(thread) {
  try {
    return timesIn(readFileSync(`/proc/self/task/${thread}/schedstat`, 'latin1'))[0];
  } catch {
    return 0; // it has ended
  }
}

const cell = new Int32Array(new SharedArrayBuffer(4));

/** Stops this thread. Only for waits between attempts at a lock, inside calls that are synchronous by contract. */
export function waitSync(durationMs: number): void {
  Atomics.wait(cell, 0, 0, durationMs);
}

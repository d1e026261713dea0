import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/**
 * Bytes of buffers that are still referenced. Garbage is collected first: when it would have been collected by itself
 * depends on the machine and on the version of Node.
 */
export function heldBytes(): number {
  // The second collection waits until what the first found has been given back.
  for (let time = 0; time < 2; time++) collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

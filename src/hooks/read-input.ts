import { gatherChunks, gatherInput } from './gather-input.ts';
import type { HookInput } from './parse-hook-input.ts';

interface InputReading {
  readonly input: Promise<HookInput>;
  /** Whether a thread still waits for more: Node would wait for that thread before it ends. */
  isWaiting(): boolean;
}

const standardInput = 0;
const chunkBytes = 65_536;

/**
 * Reads standard input without Node's streams, which take 6 ms of CPU time: nine of ten hooks learn from their input that
 * there is nothing to do. A thread reads, since an input that never ends would block this one.
 */
export function readInput(): InputReading {
  // Without it, as on Windows, there would be no end while that thread waits.
  if (process.execve === undefined) return { input: gatherInput(process.stdin), isWaiting: () => false };
  const { read } = process.getBuiltinModule('node:fs');
  const gathered = gatherChunks();
  let isWaiting = true;
  const input = new Promise<HookInput>((resolve, reject) => {
    const next = (): void => {
      const chunk = Buffer.allocUnsafe(chunkBytes);
      read(standardInput, chunk, 0, chunkBytes, null, (fault, length) => {
        isWaiting = fault === null && length > 0;
        // A terminal or pipe that its owner does not wait for: only a stream is told when there is more.
        if (fault?.code === 'EAGAIN') resolve(gatherInput(process.stdin, gathered));
        else if (fault !== null) reject(fault);
        else if (length === 0) resolve(gathered.whole());
        else {
          gathered.take(chunk.subarray(0, length));
          next();
        }
      });
    };
    next();
  });
  return { input, isWaiting: () => isWaiting };
}

/** Ends the process although a thread waits, by replacing it with an idle Node. Returns where that is impossible. */
export function endWhileWaiting(): void {
  try {
    process.execve?.(process.execPath, [process.execPath, '-e', '0'], {});
  } catch {
    // Then Node ends when the input does.
  }
}

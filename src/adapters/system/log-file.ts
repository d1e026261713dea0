import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Takes whole lines. Lines of several processes do not mix: each is one append. */
export interface LogFile {
  write(line: string): void;
}

/**
 * A log that takes at most twice `maximumBytes`: when full it becomes `<path>.old`, in the place of the one before.
 * Makes its own folder but not the one above it, so that logging alone does not bring a home into being. A log that
 * cannot be written must not stop the work it tells of: faults are dropped.
 */
export function openLogFile(path: string, maximumBytes: number): LogFile {
  const folder = dirname(path);
  return {
    write(line) {
      try {
        const size = statSync(path, { throwIfNoEntry: false })?.size;
        if (size === undefined) mkdirUnlessThere(folder);
        else if (size + Buffer.byteLength(line) > maximumBytes) renameSync(path, `${path}.old`);
        appendFileSync(path, line, { mode: 0o600 });
      } catch {
        // Nowhere to report it.
      }
    },
  };
}

function mkdirUnlessThere(path: string): void {
  if (statSync(path, { throwIfNoEntry: false }) === undefined) mkdirSync(path, { mode: 0o700 });
}

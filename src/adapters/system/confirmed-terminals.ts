import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A working day: a terminal of tmux may stand for weeks. */
const validMs = 12 * 3_600_000;

/** Terminals in which a person showed that it is one: a file of a home for each, whose time counts. */
export interface ConfirmedTerminals {
  has(terminal: string): boolean;
  add(terminal: string): void;
}

/** @param nowMs as of the clock that dates files */
export function openConfirmedTerminals(home: string, nowMs: () => number = Date.now): ConfirmedTerminals {
  const folder = join(home, 'terminals');
  const isValid = (terminal: string): boolean => {
    const atMs = statSync(join(folder, terminal), { throwIfNoEntry: false })?.mtimeMs;
    return atMs !== undefined && Math.abs(nowMs() - atMs) < validMs;
  };
  return {
    has: isValid,
    add: (terminal) => {
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        for (const name of readdirSync(folder))
          if (!isValid(name)) rmSync(join(folder, name), { force: true });
        writeFileSync(join(folder, terminal), '', { mode: 0o600 });
      } catch {
        // A home that cannot be written: the next command asks again.
      }
    },
  };
}

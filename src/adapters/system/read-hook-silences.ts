import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HookSilences } from '../../model/answers/memory-status.ts';

/** Longer than the hook lets its log become. */
const maximumBytes = 1_048_576;

interface LogLine {
  readonly atMs: number;
  readonly reason: string;
}

/** Faults begin so. What hooks else write down says why they had nothing to tell: nothing is remembered, or there is no repository. */
const fault = /^(?:fault$|(?!NOT_A_REPOSITORY|EMPTY_REPOSITORY)[A-Z_]+: )/;
const late = 'too late';

/** What went wrong in hooks, as they have written it into `logs/hook.log` of the home, and into the one before, since a moment. A missing log is an empty one. */
export function readHookSilences(home: string, sinceMs: number): HookSilences {
  const found = ['hook.log.old', 'hook.log']
    .flatMap((name) => linesOf(join(home, 'logs', name)))
    .filter(({ atMs, reason }) => atMs >= sinceMs && (reason === late || fault.test(reason)));
  const tooLate = found.filter(({ reason }) => reason === late).length;
  const last = found.at(-1);
  return {
    sinceMs,
    tooLate,
    faults: found.length - tooLate,
    ...(last === undefined ? {} : { lastAtMs: last.atMs, lastReason: last.reason }),
  };
}

function linesOf(path: string): readonly LogLine[] {
  return textOf(path)
    .split('\n')
    .flatMap((text) => {
      const line = parse(text);
      return line === undefined ? [] : [line];
    });
}

/** A line may be torn, or of another version. */
function parse(text: string): LogLine | undefined {
  try {
    const { time, reason }: { readonly time?: unknown; readonly reason?: unknown } = JSON.parse(text);
    const atMs = Date.parse(String(time));
    return Number.isNaN(atMs) || typeof reason !== 'string' ? undefined : { atMs, reason };
  } catch {
    return undefined;
  }
}

/** Regular files of a sane size only: a pipe in its place would make us wait for ever. */
function textOf(path: string): string {
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch {
    return '';
  }
  try {
    const found = fstatSync(descriptor);
    return found.isFile() && found.size <= maximumBytes ? readFileSync(descriptor, 'utf8') : '';
  } catch {
    return '';
  } finally {
    closeSync(descriptor);
  }
}

import { existsSync, statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import type { ExportReport } from '../../model/answers/exchange-report.ts';
import { isAfterwitError } from '../../model/errors.ts';
import { interrupted, unwritable } from './write-fault.ts';

const heldCharacters = 65_536;

/**
 * Writes lines to a file that only its owner can read. The write is atomic: the lines go to a temporary file beside it,
 * which replaces it at the end. Anything but a plain file, such as a pipe, is written directly.
 * @throws INVALID_ARGUMENT when it cannot be written, DISK_FULL, INTERRUPTED
 */
export async function writeLines(
  path: string,
  lines: Iterable<string>,
  signal: AbortSignal,
): Promise<ExportReport> {
  const isPlain = !existsSync(path) || statSync(path).isFile();
  const target = isPlain ? `${path}.${process.pid}.partial` : path;
  try {
    const written = await writeAll(target, lines, signal);
    if (isPlain) await rename(target, path);
    return { path, ...written };
  } catch (fault) {
    if (isPlain) await rm(target, { force: true }).catch(() => undefined);
    throw isAfterwitError(fault) ? fault : unwritable(path, fault);
  }
}

async function writeAll(
  path: string,
  lines: Iterable<string>,
  signal: AbortSignal,
): Promise<Pick<ExportReport, 'lineCount' | 'bytes'>> {
  const file = await open(path, 'w', 0o600);
  try {
    let lineCount = 0;
    let bytes = 0;
    let held = '';
    const flush = async (): Promise<void> => {
      bytes += (await file.write(held)).bytesWritten;
      held = '';
    };
    for (const line of lines) {
      if (signal.aborted) throw interrupted();
      lineCount += 1;
      held += line;
      if (held.length >= heldCharacters) await flush();
    }
    await flush();
    return { lineCount, bytes };
  } finally {
    await file.close();
  }
}

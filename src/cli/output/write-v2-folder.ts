import { existsSync, readdirSync } from 'node:fs';
import { appendFile, mkdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type ExportReport, type PlacedLine, v2Folder } from '../../model/answers/exchange-report.ts';
import { AfterwitError, isAfterwitError } from '../../model/errors.ts';
import { interrupted, unwritable } from './write-fault.ts';

const heldCharacters = 1_000_000;

/**
 * Writes lines into a folder in the layout of Memory V2, for its owner only. All or nothing: the files are written beside their
 * place and moved there at the end. Memories that lie there already are another program's: they are never written over.
 * @throws INVALID_ARGUMENT when it cannot be written, DISK_FULL, INTERRUPTED
 */
export async function writeV2Folder(
  folder: string,
  lines: Iterable<PlacedLine>,
  signal: AbortSignal,
): Promise<ExportReport> {
  const path = join(folder, ...v2Folder.split('/'));
  if (existsSync(path) && readdirSync(path).length > 0) throw occupied(path);
  const partial = `${path}.${process.pid}.partial`;
  try {
    await mkdir(partial, { recursive: true, mode: 0o700 });
    const written = await writeAll(partial, lines, signal);
    // Windows moves nothing onto a folder, not even an empty one.
    if (existsSync(path)) await rmdir(path);
    await rename(partial, path);
    return { path, ...written };
  } catch (fault) {
    await rm(partial, { recursive: true, force: true }).catch(() => undefined);
    throw isAfterwitError(fault) ? fault : unwritable(path, fault);
  }
}

async function writeAll(
  root: string,
  lines: Iterable<PlacedLine>,
  signal: AbortSignal,
): Promise<Pick<ExportReport, 'lineCount' | 'bytes'>> {
  const held = new Map<string, string[]>();
  let heldLength = 0;
  let lineCount = 0;
  let bytes = 0;
  const flush = async (): Promise<void> => {
    for (const [file, texts] of held) {
      const text = texts.join('');
      await mkdir(dirname(join(root, file)), { recursive: true, mode: 0o700 });
      await appendFile(join(root, file), text, { mode: 0o600 });
      bytes += Buffer.byteLength(text);
    }
    held.clear();
    heldLength = 0;
  };
  for (const { file, line } of lines) {
    if (signal.aborted) throw interrupted();
    const texts = held.get(file);
    if (texts === undefined) held.set(file, [line]);
    else texts.push(line);
    heldLength += line.length;
    lineCount += 1;
    if (heldLength >= heldCharacters) await flush();
  }
  await flush();
  return { lineCount, bytes };
}

function occupied(path: string): AfterwitError {
  return new AfterwitError(
    'INVALID_ARGUMENT',
    `The folder "${path}" holds memories already, and an export writes over none. Name another folder with --out.`,
    { data: { path } },
  );
}

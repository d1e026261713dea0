import { type Dirent, existsSync, readdirSync, statSync } from 'node:fs';
import { appendFile, mkdir, open, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { type ExportReport, type PlacedLine, v2Folder, v2LayerOf } from '../model/answers/exchange-report.ts';
import { AfterwitError, invalidArgument, isAfterwitError } from '../model/errors.ts';

/**
 * The files of a folder in the layout of Memory V2, each opened in its turn. The folder may be `items`, `memory` or its
 * parent. Episodes come last, since they are parts of other memories. Only regular files count, so that no link leads
 * elsewhere.
 * @throws INVALID_ARGUMENT when it holds none
 */
export function openV2Folder(path: string, open: (path: string) => AsyncIterable<Uint8Array | string>) {
  const parts = v2Folder.split('/');
  const roots = [...parts.keys(), parts.length].map((count) =>
    join(path, ...parts.slice(parts.length - count)),
  );
  const root = roots.find((candidate) => entriesBelow(candidate).some(({ isFile }) => isFile));
  if (root === undefined) throw noMemories(path);
  const entries = entriesBelow(root);
  return {
    files: entries
      .filter(({ isFile }) => isFile)
      .map(({ name }) => ({ name, layer: v2LayerOf(name), lines: open(join(root, name)) })),
    skipped: entries.filter(({ isFile }) => !isFile).map(({ name }) => name),
  };
}

interface FolderEntry {
  readonly name: string;
  readonly isFile: boolean;
}

/** Lists the entries named like a file of memories, from the folder, in the order of reading. */
function entriesBelow(root: string): readonly FolderEntry[] {
  const entries = entriesIn(root).concat(
    entriesIn(join(root, 'episodic')).map((entry) => ({
      ...entry,
      name: posix.join('episodic', entry.name),
    })),
  );
  const isEpisodic = ({ name }: FolderEntry): boolean => v2LayerOf(name) === 'episodic';
  return entries
    .filter(({ name }) => v2LayerOf(name) !== undefined)
    .sort(
      (one, other) => Number(isEpisodic(one)) - Number(isEpisodic(other)) || (one.name < other.name ? -1 : 1),
    );
}

function entriesIn(folder: string): readonly FolderEntry[] {
  let entries: readonly Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    // Not there, or not to be entered: its files cannot be read.
    return [];
  }
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => ({ name: entry.name, isFile: entry.isFile() }));
}

function noMemories(path: string): AfterwitError {
  return invalidArgument(
    `The folder "${path}" holds no memories that can be read: Memory V2 keeps them in ${v2Folder}/semantic.jsonl, procedural.jsonl and episodic/. Name such a folder, or a file.`,
    { path },
  );
}

/** The user wanted to stop. */
function interrupted(): AfterwitError {
  return new AfterwitError('INTERRUPTED', 'The export was stopped; nothing was written. Run it again.');
}

/** The meaning of a fault of the disk for the user who named the path; any other fault as it is. */
function unwritable(path: string, cause: unknown): unknown {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    const message = `"${path}" could not be written: the disk is full. Free some space, or write elsewhere.`;
    return new AfterwitError('DISK_FULL', message, { data: { path }, cause });
  }
  if (!/^E[A-Z]+$/.test(code)) return cause;
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: 'its folder does not exist',
    EISDIR: 'it is a folder',
    EACCES: 'permission is denied',
  };
  const message = `"${path}" cannot be written: ${reasons[code] ?? code}. Name another place with --out, or leave it out and redirect standard output.`;
  return new AfterwitError('INVALID_ARGUMENT', message, { data: { path, code }, cause });
}

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
    const written = await writeTo(target, lines, signal);
    if (isPlain) await rename(target, path);
    return { path, ...written };
  } catch (fault) {
    if (isPlain) await rm(target, { force: true }).catch(() => undefined);
    throw isAfterwitError(fault) ? fault : unwritable(path, fault);
  }
}

async function writeTo(
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

const heldOfFolder = 1_000_000;

/**
 * Writes lines into a folder in the layout of Memory V2, readable by its owner only. All or nothing: the files are written
 * beside their place and moved at the end. Memories of another program in the folder are never overwritten.
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
    const written = await writeInto(partial, lines, signal);
    // Windows moves nothing onto a folder, not even an empty one.
    if (existsSync(path)) await rmdir(path);
    await rename(partial, path);
    return { path, ...written };
  } catch (fault) {
    await rm(partial, { recursive: true, force: true }).catch(() => undefined);
    throw isAfterwitError(fault) ? fault : unwritable(path, fault);
  }
}

async function writeInto(
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
    if (heldLength >= heldOfFolder) await flush();
  }
  await flush();
  return { lineCount, bytes };
}

function occupied(path: string): AfterwitError {
  return invalidArgument(
    `The folder "${path}" holds memories already, and an export writes over none. Name another folder with --out.`,
    { path },
  );
}

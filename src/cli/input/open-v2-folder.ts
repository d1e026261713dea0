import { type Dirent, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type ImportFile, v2Folder, v2LayerOf } from '../../model/answers/exchange-report.ts';
import { AfterwitError } from '../../model/errors.ts';

/** The content of a folder: files of memories, and the names of those that are none, such as links and pipes. */
interface OpenedFolder {
  readonly files: readonly ImportFile[];
  readonly skipped: readonly string[];
}

/**
 * The files of a folder in the layout of Memory V2, each opened in its turn. The folder may be `items`, `memory` or its
 * parent. Episodes come last, since they are parts of other memories. Only regular files count, so that no link leads
 * elsewhere.
 * @throws INVALID_ARGUMENT when it holds none
 */
export function openV2Folder(
  path: string,
  open: (path: string) => AsyncIterable<Uint8Array | string>,
): OpenedFolder {
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
  return new AfterwitError(
    'INVALID_ARGUMENT',
    `The folder "${path}" holds no memories that can be read: Memory V2 keeps them in ${v2Folder}/semantic.jsonl, procedural.jsonl and episodic/. Name such a folder, or a file.`,
    { data: { path } },
  );
}

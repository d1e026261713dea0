import { type Dirent, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { ImportFile } from '../../model/answers/exchange-report.ts';
import { AfterwitError } from '../../model/errors.ts';
import { v2Folder, v2LayerOf } from '../../model/v2-layout.ts';

/**
 * The files of a folder in the layout of Memory V2, opened when their turn comes. The folder may be the one that holds `memory`, or
 * `memory`, or `items` itself. Episodes come last: other memories are what they are part of. Only regular files count, so that
 * no link leads elsewhere.
 * @throws INVALID_ARGUMENT when it holds none
 */
export function openV2Folder(
  path: string,
  open: (path: string) => AsyncIterable<Uint8Array | string>,
): readonly ImportFile[] {
  const parts = v2Folder.split('/');
  const roots = [...parts.keys(), parts.length].map((count) =>
    join(path, ...parts.slice(parts.length - count)),
  );
  const root = roots.find((candidate) => filesBelow(candidate).length > 0);
  if (root === undefined) throw noMemories(path);
  return filesBelow(root).map((name) => ({
    name,
    layer: v2LayerOf(name),
    lines: open(join(root, name)),
  }));
}

/** Names from the folder, in the order of reading. */
function filesBelow(root: string): readonly string[] {
  const names = filesIn(root).concat(
    filesIn(join(root, 'episodic')).map((name) => posix.join('episodic', name)),
  );
  const isEpisodic = (name: string): boolean => v2LayerOf(name) === 'episodic';
  return names
    .filter((name) => v2LayerOf(name) !== undefined)
    .sort((one, other) => Number(isEpisodic(one)) - Number(isEpisodic(other)) || (one < other ? -1 : 1));
}

function filesIn(folder: string): readonly string[] {
  let entries: readonly Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    // Not there, or not to be entered: what it holds cannot be read.
    return [];
  }
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

function noMemories(path: string): AfterwitError {
  return new AfterwitError(
    'INVALID_ARGUMENT',
    `The folder "${path}" holds no memories that can be read: Memory V2 keeps them in ${v2Folder}/semantic.jsonl, procedural.jsonl and episodic/. Name such a folder, or a file.`,
    { data: { path } },
  );
}

import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { sharedLessonsPath } from '../model/answers/exchange-report.ts';
import type { ItemId } from '../model/brands.ts';
import { AfterwitError } from '../model/errors.ts';
import type { WorkingFiles } from '../ports/git-reader.ts';
import { fieldsOf, parsedJson } from '../text/json/fields.ts';

interface SharingRepository {
  readonly worktree?: string | undefined;
  readonly files?: WorkingFiles | undefined;
}

/** The shared file of a repository, as it was read. */
interface SharedFile {
  readonly worktree: string;
  readonly path: string;
  readonly before: string;
}

/** The shared file of a repository, read without following a link. @throws INVALID_ARGUMENT where there is no working tree */
export function sharedFileOf({ worktree, files }: SharingRepository): SharedFile {
  if (worktree === undefined || files === undefined)
    throw new AfterwitError(
      'INVALID_ARGUMENT',
      'afterwit knows no working tree here, and shared lessons lie in one. Run it inside a clone with files.',
    );
  const bytes = files.read(sharedLessonsPath)?.bytes;
  const path = join(worktree, sharedLessonsPath);
  if (bytes === undefined && lstatSync(path, { throwIfNoEntry: false }) !== undefined)
    throw new AfterwitError(
      'INVALID_ARGUMENT',
      `"${path}" cannot be read: it is a link, a pipe or too large for what people review. Nothing was written. Mend it first.`,
      { data: { path } },
    );
  return { worktree, path, before: bytes === undefined ? '' : new TextDecoder().decode(bytes) };
}

/** The same where something is shared. @throws INVALID_ARGUMENT where nothing is */
export function requireShared(here: SharingRepository): SharedFile {
  const file = sharedFileOf(here);
  if (file.before === '') throw nothingShared(file.path);
  return file;
}

/** Those of these memories that an import of the shared file would bring back; none if it cannot be read. */
export function stillShared(
  here: SharingRepository,
  ids: readonly ItemId[],
): { readonly path: string; readonly ids: readonly ItemId[] } | undefined {
  const file = readIfAny(here);
  const lines = idsOf(file?.before ?? '');
  const found = ids.filter((id) => lines.has(id));
  return file === undefined || found.length === 0 ? undefined : { path: file.path, ids: found };
}

/** Ids of the lessons themselves, not of those that they name; a line that cannot be read has none. */
function idsOf(lines: string): ReadonlySet<unknown> {
  return new Set(lines.split('\n').map((line) => fieldsOf(parsedJson(line)).id));
}

function readIfAny(here: SharingRepository): SharedFile | undefined {
  try {
    return sharedFileOf(here);
  } catch {
    return undefined;
  }
}

function nothingShared(path: string): AfterwitError {
  return new AfterwitError(
    'INVALID_ARGUMENT',
    `Nothing is shared here: there is no file "${path}" that can be read. \`afterwit share\` writes one; \`afterwit import FILE\` reads another file.`,
    { data: { path } },
  );
}

import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { replaceSharedFile } from '../adapters/system/replace-file.ts';
import { type ImportRequest, importItems } from '../engine/exchange/exchange-items.ts';
import { planShare } from '../engine/exchange/share-items.ts';
import { type ImportReport, type ShareReport, sharedLessonsPath } from '../model/answers/exchange-report.ts';
import type { ItemId } from '../model/brands.ts';
import { type AfterwitError, invalidArgument } from '../model/errors.ts';
import type { Speaker, WritableScope } from '../model/provenance.ts';
import type { WorkingFiles } from '../ports/git-reader.ts';
import { fieldsOf, parsedJson } from '../text/json/fields.ts';
import { type HomeContext, scopeHere, wordingOf } from './home-context.ts';

interface Spoken {
  readonly speaker?: Speaker | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface ImportFilesRequest extends Spoken, Pick<ImportRequest, 'files'> {
  /** The file is this person's own export: its claims of trust and of speakers are believed. */
  readonly vouched?: boolean | undefined;
  /** Where everything holds. Default: where the file says. */
  readonly scope?: WritableScope | undefined;
}

/** Imports files, one after the other. Idempotent; an invalid line is reported and does not stop the import. */
export async function importFiles(
  { files, scope, vouched = false, ...spoken }: ImportFilesRequest,
  home: HomeContext,
): Promise<ImportReport> {
  const placed = scope === undefined ? undefined : scopeHere(home.here(), scope);
  return await importInto(home, { files, vouched, scope: placed }, spoken);
}

/** Imports the memories that others share in the repository here. @throws INVALID_ARGUMENT where none are shared */
export async function importShared(spoken: Spoken, home: HomeContext): Promise<ImportReport> {
  const { before } = requireShared(home.here());
  const lines = async function* () {
    yield before;
  };
  const scope = scopeHere(home.here(), 'repo');
  return await importInto(home, { files: [{ lines: lines() }], vouched: false, shared: true, scope }, spoken);
}

interface ShareRequest extends Spoken {
  readonly ids?: readonly string[] | undefined;
  /** Every memory of the scope that a person vouches for. */
  readonly all?: boolean | undefined;
  /** Ids of shared lessons that are taken out of the file again. */
  readonly removed?: readonly string[] | undefined;
  readonly scope?: WritableScope | undefined;
  readonly preview?: boolean | undefined;
}

/**
 * Writes chosen memories into the shared file of the repository here.
 * @throws NEEDS_PERSON, ITEM_NOT_FOUND, INVALID_ARGUMENT for a memory that is unvouched or holds elsewhere
 */
export async function share(
  { ids = [], all = false, removed = [], scope = 'repo', preview = false, speaker }: ShareRequest,
  home: HomeContext,
): Promise<ShareReport> {
  const { worktree, path, before } = sharedFileOf(home.here());
  const chosen = { ids, all, removed, before, scope: scopeHere(home.here(), scope) };
  const request = { ...chosen, speaker: speaker ?? home.speaker };
  const { text, changes, lineCount } = home.store.read((reader) => planShare(reader, request));
  if (!preview && text !== before) replaceSharedFile(worktree, sharedLessonsPath, text);
  return { path, preview, changes, lineCount };
}

async function importInto(
  home: HomeContext,
  request: Pick<ImportRequest, 'files' | 'vouched' | 'shared' | 'scope'>,
  { speaker = home.speaker, signal }: Spoken,
): Promise<ImportReport> {
  const { contradiction } = wordingOf(home);
  return await importItems({ ...request, speaker, signal }, { ...home, contradiction });
}

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
function sharedFileOf({ worktree, files }: SharingRepository): SharedFile {
  if (worktree === undefined || files === undefined)
    throw invalidArgument(
      'afterwit knows no working tree here, and shared lessons lie in one. Run it inside a clone with files.',
    );
  const bytes = files.read(sharedLessonsPath)?.bytes;
  const path = join(worktree, sharedLessonsPath);
  if (bytes === undefined && lstatSync(path, { throwIfNoEntry: false }) !== undefined)
    throw invalidArgument(
      `"${path}" cannot be read: it is a link, a pipe or too large for what people review. Nothing was written. Mend it first.`,
      { path },
    );
  return { worktree, path, before: bytes === undefined ? '' : new TextDecoder().decode(bytes) };
}

/** The same where something is shared. @throws INVALID_ARGUMENT where nothing is */
function requireShared(here: SharingRepository): SharedFile {
  const file = sharedFileOf(here);
  if (file.before === '') throw nothingShared(file.path);
  return file;
}

/** Those of these memories that an import of the shared file would bring back; none if it cannot be read. */
export function stillShared(here: SharingRepository, ids: readonly ItemId[]) {
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
  return invalidArgument(
    `Nothing is shared here: there is no file "${path}" that can be read. \`afterwit share\` writes one; \`afterwit import FILE\` reads another file.`,
    { path },
  );
}

import { readStructure } from '../../codebase/read-structure.ts';
import type { ListedFix } from '../../history/list-fixes.ts';
import { cutFunctions, functionText } from '../../locate/cut-functions.ts';
import { touchedFunctions } from '../../locate/touched-functions.ts';
import type { CommitId } from '../../model/repository.ts';
import type { FileLineChanges, GitReader } from '../../ports/git-reader.ts';
import type { SyntaxParser } from '../../ports/syntax-parser.ts';

/** A function that a fix changed, as the fix left it. */
export interface FormerFunction {
  /** Path of today, where it is known, and the one in the fix. */
  readonly path: string;
  readonly formerPath: string;
  readonly name: string;
  readonly text: string;
  readonly removed: readonly string[];
  readonly added: readonly string[];
  /** Names of all functions of the file at the time. */
  readonly neighbours: ReadonlySet<string>;
}

export interface ReadTouchedRequest {
  readonly git: Pick<GitReader, 'readLineChanges' | 'readBlobs'>;
  readonly parser: SyntaxParser;
  /** What earlier questions read, by commit and path; a past commit never changes. */
  readonly known: Map<string, readonly FormerFunction[]>;
}

/** Files of commits whose functions are kept for the next question. */
const mostKnown = 500;
/** Larger files are left out. */
const largestFileBytes = 1_048_576;
/** Text of a function that is compared with others. */
const mostCharacters = 4_000;

/** The functions that fixes changed, by commit. What cannot be read is left out. */
export async function readTouched(
  request: ReadTouchedRequest,
  fixes: readonly ListedFix[],
): Promise<ReadonlyMap<CommitId, readonly FormerFunction[]>> {
  const { known } = request;
  const places = fixes.flatMap(({ commit, paths }) =>
    [...paths].map(([path, today]) => ({ id: commit.id, path, today })),
  );
  const found = new Map(
    places.flatMap(({ id, path }) => {
      const key = keyOf(id, path);
      const own = known.get(key);
      return own === undefined ? [] : [[key, own] as const];
    }),
  );
  const missing = places.filter(({ id, path }) => !found.has(keyOf(id, path)));
  for (const [key, own] of await readFormer(request, missing)) {
    found.set(key, own);
    known.set(key, own);
  }
  for (const key of [...known.keys()].slice(0, Math.max(0, known.size - mostKnown))) known.delete(key);
  const touched = Map.groupBy(places, ({ id }) => id);
  return new Map(
    [...touched].map(([id, own]) => [
      id,
      own.flatMap(({ path, today }) =>
        (found.get(keyOf(id, path)) ?? []).map((each) => ({ ...each, path: today })),
      ),
    ]),
  );
}

function keyOf(commit: CommitId, path: string): string {
  return `${commit} ${path}`;
}

async function readFormer(
  { git, parser }: ReadTouchedRequest,
  places: readonly { readonly id: CommitId; readonly path: string }[],
): Promise<ReadonlyMap<string, readonly FormerFunction[]>> {
  const wanted = new Set(places.map(({ id, path }) => keyOf(id, path)));
  const changes = await git.readLineChanges(
    [...new Set(places.map(({ id }) => id))],
    [...new Set(places.map(({ path }) => path))],
  );
  const files = changes.filter(({ commit, path }) => wanted.has(keyOf(commit, path)));
  const texts = await readTexts(
    git,
    files.map(({ blobId }) => blobId),
  );
  const former = new Map<string, readonly FormerFunction[]>();
  for (const file of files) {
    const text = texts.get(file.blobId);
    if (text !== undefined)
      former.set(keyOf(file.commit, file.path), await formerFunctions(parser, file, text));
  }
  return former;
}

async function formerFunctions(
  parser: SyntaxParser,
  { path: formerPath, changes }: FileLineChanges,
  text: string,
): Promise<readonly FormerFunction[]> {
  const { symbols } = await readStructure(parser, formerPath, text);
  const functions = cutFunctions(symbols);
  const neighbours = new Set(functions.map(({ name }) => name));
  const lines = text.split('\n');
  return touchedFunctions(functions, changes, lines).map(({ cut, removed, added }) => ({
    path: formerPath,
    formerPath,
    name: cut.name,
    text: functionText(lines, cut, mostCharacters),
    removed,
    added,
    neighbours,
  }));
}

async function readTexts(
  git: Pick<GitReader, 'readBlobs'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for await (const { id, sizeBytes, bytes } of git.readBlobs([...new Set(ids)], largestFileBytes)) {
    if (bytes !== undefined && sizeBytes <= largestFileBytes) texts.set(id, new TextDecoder().decode(bytes));
  }
  return texts;
}

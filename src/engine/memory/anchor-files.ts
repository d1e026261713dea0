import { findSymbol, makeAnchor } from '../../codebase/anchors.ts';
import { readStructure } from '../../codebase/index-blob.ts';
import { AfterwitError } from '../../model/errors.ts';
import type { Anchor } from '../../model/memory-item.ts';
import type { RepositoryPath } from '../../model/repository.ts';
import type { WorkingFile, WorkingFiles } from '../../ports/git-reader.ts';
import type { SyntaxParser } from '../../ports/syntax-parser.ts';

export interface AnchoringDependencies {
  /** Absent where there is no working tree. */
  readonly files?: WorkingFiles | undefined;
  /** Loads the parser: only anchors to symbols need it. */
  readonly openParser: () => Promise<SyntaxParser>;
}

/**
 * Anchors to files named as `path` or `path:Symbol`, in their current state.
 * @throws FILE_NOT_FOUND for a missing file or symbol
 */
export async function anchorFiles(
  names: readonly string[],
  dependencies: AnchoringDependencies,
): Promise<readonly Anchor[]> {
  const anchors: Anchor[] = [];
  for (const name of new Set(names)) anchors.push(await anchorFile(name, dependencies));
  return anchors;
}

async function anchorFile(name: string, { files, openParser }: AnchoringDependencies): Promise<Anchor> {
  const found = findFile(name, files);
  if (files === undefined || found === undefined) throw fileMissing(name);
  const { path, file, symbolName } = found;
  const blobId = files.blobId(file.bytes, 'sha1');
  const text = new TextDecoder().decode(file.bytes);
  if (symbolName === undefined) return makeAnchor({ path, blobId, text });
  const parser = await openParser();
  const { symbols } = await readStructure(parser, path, text);
  const symbol = findSymbol(symbols, symbolName);
  if (symbol === undefined) throw symbolMissing(path, symbolName);
  return makeAnchor({ path, blobId, text, symbol });
}

interface FoundFile {
  readonly path: RepositoryPath;
  readonly file: WorkingFile;
  readonly symbolName?: string;
}

/** Reads a name as it is first; only if it names no file, as Windows writes paths (`src\a.ts`). */
function findFile(name: string, files: WorkingFiles | undefined): FoundFile | undefined {
  return findNamed(name, files) ?? findNamed(name.replaceAll('\\', '/'), files);
}

/** Reads a name as a path first; only if that file does not exist, the part after the last colon is a symbol. */
function findNamed(name: string, files: WorkingFiles | undefined): FoundFile | undefined {
  const whole = readFile(name, files);
  if (whole !== undefined) return whole;
  const colon = name.lastIndexOf(':');
  const file = colon > 0 ? readFile(name.slice(0, colon), files) : undefined;
  return file && { ...file, symbolName: name.slice(colon + 1) };
}

function readFile(name: string, files: WorkingFiles | undefined): FoundFile | undefined {
  const path = files?.relative(name);
  const file = path === undefined ? undefined : files?.read(path);
  return path === undefined || file === undefined ? undefined : { path, file };
}

function fileMissing(name: string): AfterwitError {
  return new AfterwitError(
    'FILE_NOT_FOUND',
    `${JSON.stringify(name)} is not a readable file of the working tree. Give its path from the top of the repository; name a part of a file as path:Symbol.`,
    { data: { path: name } },
  );
}

function symbolMissing(path: string, symbol: string): AfterwitError {
  return new AfterwitError(
    'FILE_NOT_FOUND',
    `${JSON.stringify(path)} defines no ${JSON.stringify(symbol)}. Name a symbol that it defines, such as Writer.write, or leave the symbol out.`,
    { data: { path, symbol } },
  );
}

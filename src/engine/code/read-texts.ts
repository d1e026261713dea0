import type { GitReader } from '../../ports/git-reader.ts';
import type { CodeView } from './code-view.ts';

const keepBytes = 4_194_304;

/** Texts of files of one tree, by path; those that cannot be read are missing. */
export async function readTexts(
  code: CodeView,
  git: Pick<GitReader, 'readBlobs'>,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = new Set(paths);
  const files = code.files.filter(({ path }) => wanted.has(path));
  const byBlob = new Map<string, string>();
  for await (const { id, bytes } of git.readBlobs(
    [...new Set(files.map(({ blobId }) => blobId))],
    keepBytes,
  )) {
    if (bytes !== undefined) byBlob.set(id, new TextDecoder().decode(bytes));
  }
  const texts = new Map<string, string>();
  for (const { path, blobId } of files) {
    const text = byBlob.get(blobId);
    if (text !== undefined) texts.set(path, text);
  }
  return texts;
}

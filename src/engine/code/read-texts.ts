import type { GitReader } from '../../ports/git-reader.ts';
import type { CodeView } from '../snapshot/code-view.ts';

const keepBytes = 4_194_304;

/** Texts kept for the next question; the same files are near to many. In characters, of all texts together. */
const keptCharacters = 2_097_152;
const kept = new WeakMap<CodeView, Map<string, string>>();

/** Texts of files of one tree, by path; those that cannot be read are missing. */
export async function readTexts(
  code: CodeView,
  git: Pick<GitReader, 'readBlobs'>,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const known = kept.get(code) ?? new Map<string, string>();
  kept.set(code, known);
  const missing = new Set(paths.filter((path) => !known.has(path)));
  const texts = new Map(
    paths.flatMap((path) => (known.has(path) ? [[path, known.get(path) ?? ''] as const] : [])),
  );
  if (missing.size === 0) return texts;
  const files = code.files.filter(({ path }) => missing.has(path));
  const byBlob = new Map<string, string>();
  const ids = [...new Set(files.map(({ blobId }) => blobId))];
  for await (const { id, bytes } of git.readBlobs(ids, keepBytes)) {
    if (bytes !== undefined) byBlob.set(id, new TextDecoder().decode(bytes));
  }
  for (const { path, blobId } of files) {
    const text = byBlob.get(blobId);
    if (text === undefined) continue;
    texts.set(path, text);
    known.set(path, text);
  }
  forgetOldest(known);
  return texts;
}

function forgetOldest(known: Map<string, string>): void {
  let characters = 0;
  for (const text of known.values()) characters += text.length;
  for (const [path, text] of known) {
    if (characters <= keptCharacters) return;
    known.delete(path);
    characters -= text.length;
  }
}

import type { GitReader } from '../../ports/git-reader.ts';

/** Texts of blobs by id, without blobs longer than `mostBytes`, and those that git does not hold. */
export async function readBlobTexts(
  git: Pick<GitReader, 'readBlobs'>,
  ids: Iterable<string>,
  mostBytes: number,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for await (const { id, sizeBytes, bytes } of git.readBlobs([...new Set(ids)], mostBytes)) {
    if (bytes !== undefined && sizeBytes <= mostBytes) texts.set(id, new TextDecoder().decode(bytes));
  }
  return texts;
}

import { join } from 'node:path';
import { openGitReader } from '../../src/adapters/git/open-git-reader.ts';
import type { CommitId, CommitRecord } from '../../src/model/repository.ts';
import type { GitReader } from '../../src/ports/git-reader.ts';
import { type TestRepository, temporaryFolder } from './build-repository.ts';

/** A reader with a shim folder of its own. */
export function openReader(repository: TestRepository | string): Promise<GitReader> {
  const path = typeof repository === 'string' ? repository : repository.path;
  return openGitReader(path, { shimDirectory: join(temporaryFolder(), 'shim') });
}

export async function collect(records: AsyncIterable<CommitRecord>): Promise<readonly CommitRecord[]> {
  const all: CommitRecord[] = [];
  for await (const record of records) all.push(record);
  return all;
}

/** The whole history of HEAD, oldest first. */
export async function readHistory(reader: GitReader): Promise<readonly CommitRecord[]> {
  const { ids } = await reader.listCommits({ tips: headOf(reader), known: [] });
  return collect(reader.readCommits(ids));
}

export function headOf(reader: GitReader): readonly CommitId[] {
  const { head } = reader.location;
  return head === undefined ? [] : [head];
}

/** One commit's changes as `status path` or `status old -> new`. */
export function changesOf(record: CommitRecord | undefined): readonly string[] {
  return (record?.changes ?? []).map(({ status, path, previousPath }) =>
    previousPath === undefined ? `${status} ${path}` : `${status} ${previousPath} -> ${path}`,
  );
}

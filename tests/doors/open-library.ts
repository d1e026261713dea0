import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Memory } from '../../src/api/memory.ts';
import { openMemory } from '../../src/api/memory.ts';
import type { CommitSearch } from '../../src/model/answers/commit-answers.ts';
import type { Speaker } from '../../src/model/provenance.ts';
import type { OpenMemoryOptions } from '../../src/open/open-repository.ts';
import { temporaryFolder } from '../git/build-repository.ts';

/** The person whose program opens the library. */
const ada: Speaker = { kind: 'user', name: 'ada', source: 'library' };

/** A home that is not there yet. */
export function newHome(): string {
  return join(temporaryFolder(), 'home');
}

/** The library's door, closed when the test is over. */
export async function open(
  repository: string,
  home: string,
  options: OpenMemoryOptions = {},
): Promise<Memory> {
  const memory = await openMemory({ repository, home, speaker: ada, ...options });
  onTestFinished(() => memory.close());
  return memory;
}

/** Every commit that a search for a word finds, however unlikely it is to help. */
export async function find(memory: Memory, query: string, asOf?: string): Promise<readonly string[]> {
  const options = { topK: 1_000, minimumConfidence: 0, ...(asOf === undefined ? {} : { asOf }) };
  return subjectsOf(await memory.searchCommits(query, options));
}

function subjectsOf(search: CommitSearch): readonly string[] {
  return search.hits.map(({ subject }) => subject).sort();
}

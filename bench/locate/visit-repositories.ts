import { isAfterwitError, type Memory, openMemory } from '../../src/index.ts';
import type { SuiteOptions } from '../suite.ts';

/** Opens the memory of each repository that is there and hands it over with its cases; tells how it goes on stderr. */
export async function visitRepositories<Case extends { readonly repo: string }, Result>(
  cases: readonly Case[],
  { repositories, home }: Pick<SuiteOptions, 'repositories' | 'home'>,
  visit: (memory: Memory, own: readonly Case[], path: string) => Promise<readonly Result[]>,
): Promise<readonly Result[]> {
  const found: Result[] = [];
  for (const [repository, own] of Map.groupBy(cases, ({ repo }) => repo)) {
    const path = repositories.get(repository);
    if (path === undefined) continue;
    await using memory = await openMemory({ repository: path, home });
    found.push(...(await visit(memory, own, path)));
    console.error(`${repository}: ${own.length} cases`);
  }
  return found;
}

/** What is asked as of each case's commit; cases whose commit the repository lacks are left out. */
export async function askAll<Case, Result>(
  cases: readonly Case[],
  ask: (one: Case) => Promise<Result>,
): Promise<readonly Result[]> {
  const found: Result[] = [];
  for (const one of cases)
    try {
      found.push(await ask(one));
    } catch (fault) {
      if (!isAfterwitError(fault) || fault.code !== 'COMMIT_NOT_FOUND') throw fault;
    }
  return found;
}

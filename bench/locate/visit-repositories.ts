import { type Memory, openMemory } from '../../src/index.ts';
import type { IssueCase } from '../datasets/issue-cases.ts';
import type { SuiteOptions } from '../suite.ts';

/** Opens the memory of each repository that is there and hands it over with its cases; tells how it goes on stderr. */
export async function visitRepositories<Case extends Pick<IssueCase, 'repo'>>(
  cases: readonly Case[],
  { repositories, home }: Pick<SuiteOptions, 'repositories' | 'home'>,
  visit: (memory: Memory, own: readonly Case[], path: string) => Promise<void>,
): Promise<void> {
  for (const [repository, own] of Map.groupBy(cases, ({ repo }) => repo)) {
    const path = repositories.get(repository);
    if (path === undefined) continue;
    const startedAtMs = performance.now();
    await using memory = await openMemory({ repository: path, home });
    await visit(memory, own, path);
    const seconds = (performance.now() - startedAtMs) / 1_000;
    console.error(`${repository}: ${own.length} cases, ${seconds.toFixed(0)} s`);
  }
}

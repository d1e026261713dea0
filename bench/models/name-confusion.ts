import { execFileSync } from 'node:child_process';
import { openMemory } from '../../src/index.ts';
import { splitIdentifier } from '../../src/text/words.ts';
import { describeRate } from '../reporting/statistics.ts';
import type { SuiteOptions, SuiteReport } from '../suite.ts';
import { orderBy, retrievals, vectorOrder } from './vector-gain.ts';

/** As many of the latest commits have vectors. */
const mostCommits = 2_000;
const mostHits = 50;
const mostNaming = 5;
const compound = /\b(?:[A-Za-z][a-z0-9]+(?:[A-Z][a-z0-9]+)+|[a-z][a-z0-9]*(?:_[a-z0-9]+)+)\b/g;

interface NameCase {
  readonly name: string;
  /** Names of as many parts, all but one of them the same: `MigrationWriter`, `OperationWriter`. */
  readonly alike: readonly string[];
}

/**
 * Commits asked for by a code name that at most five of them contain, where others contain a similar name: the confusion of dense
 * retrieval in the repository-memory paper. Right: the first commit contains the name; alike: it contains a similar one instead.
 */
export async function measureNames({ repositories, limit, home }: SuiteOptions): Promise<SuiteReport> {
  const counts = new Map(retrievals.map((each) => [each, { right: 0, alike: 0 }]));
  const orderByVectors = vectorOrder();
  let cases = 0;
  for (const repository of repositories.values()) {
    await using memory = await openMemory({ repository, home });
    const messages = latestMessages(repository);
    for (const { name, alike } of namesWithLookalikes(messages).slice(0, limit)) {
      cases += 1;
      const query = `${name} is wrong`;
      const { hits } = await memory.searchCommits(query, { topK: mostHits });
      const byWords = hits.map(({ message }) => message.trim());
      const byVectors = await orderByVectors(query, messages);
      for (const [retrieval, count] of counts) {
        const said = namesIn(orderBy(retrieval, byWords, byVectors)[0] ?? '');
        if (said.has(name)) count.right += 1;
        else if (alike.some((other) => said.has(other))) count.alike += 1;
      }
    }
  }
  const share = (count: number) => count / Math.max(1, cases);
  return {
    cases,
    figures: Object.fromEntries(
      [...counts].map(([retrieval, { alike }]) => [`names_alike_first_${retrieval}`, share(alike)]),
    ),
    tables: [
      {
        title: 'Commits by a name of code that others nearly have',
        columns: ['retrieval', 'right first', 'look-alike first'],
        rows: [...counts].map(([retrieval, { right, alike }]) => [
          ...[retrieval, describeRate(right, cases), describeRate(alike, cases)],
        ]),
      },
    ],
  };
}

function latestMessages(repository: string): readonly string[] {
  const log = ['-C', repository, 'log', '--no-merges', `--max-count=${mostCommits}`, '-z', '--format=%B'];
  const messages = execFileSync('git', log, { encoding: 'utf8', maxBuffer: 1 << 28 }).split('\0');
  return messages.map((message) => message.trim()).filter((message) => message !== '');
}

function namesWithLookalikes(messages: readonly string[]): readonly NameCase[] {
  const counts = new Map<string, number>();
  for (const message of messages)
    for (const name of namesIn(message.split('\n', 1)[0] ?? ''))
      counts.set(name, (counts.get(name) ?? 0) + 1);
  const names = [...counts.keys()].toSorted();
  return names
    .filter((name) => (counts.get(name) ?? 0) <= mostNaming)
    .map((name) => ({ name, alike: names.filter((other) => looksAlike(name, other)) }))
    .filter(({ alike }) => alike.length > 0);
}

function namesIn(text: string): ReadonlySet<string> {
  return new Set(text.match(compound) ?? []);
}

function looksAlike(one: string, other: string): boolean {
  const [parts, others] = [one, other].map((name) => splitIdentifier(name).map((part) => part.toLowerCase()));
  if (parts === undefined || others?.length !== parts.length) return false;
  return parts.filter((part, at) => part !== others[at]).length === 1;
}

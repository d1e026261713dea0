import { execFileSync } from 'node:child_process';
import { splitIdentifier } from '../../src/text/words.ts';
import { visitRepositories } from '../locate/visit-repositories.ts';
import { describeRate } from '../reporting/statistics.ts';
import type { SuiteOptions } from '../suite.ts';
import { sentenceEncoder } from './sentence-encoder.ts';
import { type Measured, retrievals } from './vector-gain.ts';

/** As many of the latest commits have vectors. */
const mostCommits = 2_000;
const mostNaming = 5;
const compound = /\b(?:[A-Za-z][a-z0-9]+(?:[A-Z][a-z0-9]+)+|[a-z][a-z0-9]*(?:_[a-z0-9]+)+)\b/g;

interface NameCase {
  readonly repo: string;
  readonly name: string;
  /** Names of as many parts, all but one of them the same: `MigrationWriter`, `OperationWriter`. */
  readonly alike: readonly string[];
}

/**
 * Commits asked for by a code name that at most five of them contain, where others contain a similar name: the confusion of dense
 * retrieval in the repository-memory paper. Right: the first commit contains the name; alike: it contains a similar one instead.
 */
export async function measureNames(options: SuiteOptions): Promise<Measured> {
  const cases = [...options.repositories].flatMap(([repo, path]) =>
    namesWithLookalikes(path)
      .slice(0, options.limit)
      .map((one) => ({ repo, ...one })),
  );
  const counts = new Map(retrievals.map((each) => [each, { right: 0, alike: 0 }]));
  await visitRepositories<NameCase>(
    cases,
    options,
    async (memory, own) => {
      for (const { name, alike } of own)
        for (const [retrieval, count] of counts) {
          const { hits } = await memory.searchCommits(`${name} is wrong`, { retrieval, topK: 1 });
          const said = namesIn(hits[0]?.message ?? '');
          if (said.has(name)) count.right += 1;
          else if (alike.some((other) => said.has(other))) count.alike += 1;
        }
    },
    sentenceEncoder,
  );
  const share = (count: number) => count / Math.max(1, cases.length);
  return {
    cases: cases.length,
    figures: Object.fromEntries(
      [...counts].map(([retrieval, { alike }]) => [`names_alike_first_${retrieval}`, share(alike)]),
    ),
    tables: [
      {
        title: 'Commits by a name of code that others nearly have',
        columns: ['retrieval', 'right first', 'look-alike first'],
        rows: [...counts].map(([retrieval, { right, alike }]) => [
          ...[retrieval, describeRate(right, cases.length), describeRate(alike, cases.length)],
        ]),
      },
    ],
  };
}

function namesWithLookalikes(repository: string): readonly Pick<NameCase, 'name' | 'alike'>[] {
  const log = ['-C', repository, 'log', '--no-merges', `--max-count=${mostCommits}`, '-z', '--format=%s'];
  const subjects = execFileSync('git', log, { encoding: 'utf8', maxBuffer: 1 << 28 }).split('\0');
  const counts = new Map<string, number>();
  for (const subject of subjects)
    for (const name of namesIn(subject)) counts.set(name, (counts.get(name) ?? 0) + 1);
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

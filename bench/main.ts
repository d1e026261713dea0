// Runs one suite. Usage: npm run bench -- SUITE [options]; without a suite, says which there are.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { commitsSuite } from './commits/commits-suite.ts';
import { doorsSuite } from './doors/doors-suite.ts';
import { durabilitySuite } from './durability/durability-suite.ts';
import { failuresSuite } from './failures/failures-suite.ts';
import { historySuite } from './history/history-suite.ts';
import { issueMemorySuite } from './issue-memory/issue-memory-suite.ts';
import { locateConfidenceSuite } from './locate/locate-confidence-suite.ts';
import { locateFitSuite } from './locate/locate-fit-suite.ts';
import { locateHistorySuite } from './locate/locate-history-suite.ts';
import { locateLearnSuite } from './locate/locate-learn-suite.ts';
import { locateQuestionsSuite } from './locate/locate-questions-suite.ts';
import { locateSuite } from './locate/locate-suite.ts';
import { locateTimeSuite } from './locate/locate-time-suite.ts';
import { lookalikesSuite } from './lookalikes/lookalikes-suite.ts';
import { renderTable } from './reporting/table.ts';
import type { Suite, SuiteOptions, SuiteReport } from './suite.ts';

const suites: Readonly<Record<string, Suite>> = {
  commits: commitsSuite,
  doors: doorsSuite,
  durability: durabilitySuite,
  failures: failuresSuite,
  history: historySuite,
  'issue-memory': issueMemorySuite,
  locate: locateSuite,
  'locate-confidence': locateConfidenceSuite,
  'locate-fit': locateFitSuite,
  'locate-learn': locateLearnSuite,
  'locate-history': locateHistorySuite,
  'locate-questions': locateQuestionsSuite,
  'locate-time': locateTimeSuite,
  lookalikes: lookalikesSuite,
};

const options = {
  repo: { type: 'string' },
  dataset: { type: 'string', multiple: true },
  train: { type: 'string', multiple: true },
  data: { type: 'string' },
  repos: { type: 'string' },
  limit: { type: 'string' },
  home: { type: 'string' },
  out: { type: 'string' },
  questions: { type: 'string', default: '60' },
  seed: { type: 'string', default: '1' },
  ablate: { type: 'boolean', default: false },
  'history-depth': { type: 'string', default: '' },
  fit: { type: 'boolean', default: false },
  misses: { type: 'string' },
  repositories: { type: 'string' },
} as const;

const { values, positionals } = parseArgs({ options, allowPositionals: true });
const suite = suites[positionals[0] ?? ''];
if (suite === undefined) {
  console.error(
    'Usage: npm run bench -- SUITE [--repo PATH] [--dataset FILE] [--train FILE] [--data DIR] [--repos MAP.json]',
  );
  console.error(
    '                         [--limit N] [--questions N] [--seed N] [--home DIR] [--fit] [--misses FILE] [--repositories even|odd] [--out FILE.json]\n',
  );
  for (const [name, { description }] of Object.entries(suites))
    console.error(`  ${name.padEnd(18)} ${description}`);
  process.exit(2);
}

const temporary = values.home === undefined ? mkdtempSync(join(tmpdir(), 'afterwit-bench-')) : undefined;
try {
  const report = await suite.run(suiteOptions(values.home ?? (temporary as string)));
  publish(positionals[0] as string, report);
} finally {
  if (temporary !== undefined) rmSync(temporary, { recursive: true, force: true });
}

function suiteOptions(home: string): SuiteOptions {
  const data = values.data ?? process.env.AFTERWIT_DATA ?? '../shared/data';
  const repositories: Record<string, string> =
    values.repos === undefined ? {} : JSON.parse(readFileSync(values.repos, 'utf8'));
  return {
    ...(values.repo === undefined ? {} : { repository: values.repo }),
    data,
    datasets: values.dataset ?? [join(data, 'localization', 'swe-bench-verified.jsonl.gz')],
    trainingSets: values.train ?? [],
    repositories: new Map(Object.entries(repositories)),
    limit: values.limit === undefined ? Number.POSITIVE_INFINITY : Number(values.limit),
    home,
    questions: Number(values.questions),
    seed: Number(values.seed),
    ablate: values.ablate,
    historyDepths: values['history-depth'].split(',').filter(Boolean).map(Number),
    fit: values.fit,
    ...halfOption(),
    ...(values.misses === undefined ? {} : { missesFile: values.misses }),
  };
}

function halfOption(): Pick<SuiteOptions, 'half'> {
  const { repositories: half } = values;
  if (half === undefined) return {};
  if (half === 'even' || half === 'odd') return { half };
  throw new RangeError(`--repositories is even or odd, not ${half}.`);
}

function publish(name: string, { cases, figures, tables }: SuiteReport): void {
  for (const table of tables) console.log(`\n${renderTable(table)}`);
  const rows = Object.entries(figures).map(([figure, value]) => [
    figure,
    typeof value === 'number' ? Number(value.toPrecision(4)) : value,
  ]);
  console.log(`\n${renderTable({ title: `${name}, ${cases} cases`, columns: ['figure', 'value'], rows })}`);
  const result = { suite: name, commit: currentCommit(), cases, figures };
  if (values.out !== undefined) writeFileSync(values.out, `${JSON.stringify(result, undefined, 2)}\n`);
}

function currentCommit(): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return 'unknown';
  }
}

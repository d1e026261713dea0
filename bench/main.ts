// Runs one suite. Usage: npm run bench -- SUITE [options]; --help says which there are, and what each takes.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cardsSuite } from './cards/cards-suite.ts';
import { clientsSuite } from './clients/clients-suite.ts';
import { commitsSuite } from './commits/commits-suite.ts';
import { doorsSuite } from './doors/doors-suite.ts';
import { experienceSuite } from './experience/experience-suite.ts';
import { failuresSuite } from './failures/failures-suite.ts';
import { findingsSuite } from './findings/findings-suite.ts';
import { gateSuite } from './gate/gate-suite.ts';
import { historySuite } from './history/history-suite.ts';
import { monorepoSuite } from './history/monorepo-suite.ts';
import { httpSuite } from './http/http-suite.ts';
import { issueMemorySuite } from './issue-memory/issue-memory-suite.ts';
import { lifecycleSuite } from './lifecycle/lifecycle-suite.ts';
import { locateSuite } from './locate/locate-suite.ts';
import { lookalikesSuite } from './lookalikes/lookalikes-suite.ts';
import { modelsSuite } from './models/models-suite.ts';
import { type BenchValues, parseBench } from './parse-bench.ts';
import { recallSuite } from './recall/recall-suite.ts';
import { decisionsSuite } from './recall/replaced-rules.ts';
import { renderTable } from './reporting/table.ts';
import { rulesSuite } from './rules/rules-suite.ts';
import { secretsSuite } from './secrets/secrets-suite.ts';
import { securitySuite } from './security/security-suite.ts';
import { captureSuite } from './sessions/capture-suite.ts';
import { sessionsSuite } from './sessions/sessions-suite.ts';
import { statementsSuite } from './statements/statements-suite.ts';
import { successionSuite } from './succession/succession-suite.ts';
import type { Suite, SuiteOptions, SuiteReport } from './suite.ts';
import { teamsSuite } from './teams/teams-suite.ts';
import { vistaSuite } from './vista/vista-suite.ts';

const suites: Readonly<Record<string, Suite>> = {
  capture: captureSuite,
  cards: cardsSuite,
  clients: clientsSuite,
  commits: commitsSuite,
  decisions: decisionsSuite,
  doors: doorsSuite,
  experience: experienceSuite,
  failures: failuresSuite,
  findings: findingsSuite,
  gate: gateSuite,
  history: historySuite,
  http: httpSuite,
  'issue-memory': issueMemorySuite,
  lifecycle: lifecycleSuite,
  locate: locateSuite,
  lookalikes: lookalikesSuite,
  models: modelsSuite,
  monorepo: monorepoSuite,
  recall: recallSuite,
  rules: rulesSuite,
  secrets: secretsSuite,
  security: securitySuite,
  sessions: sessionsSuite,
  statements: statementsSuite,
  succession: successionSuite,
  teams: teamsSuite,
  vista: vistaSuite,
};

const command = parseBench(process.argv.slice(2), suites);
if (command.kind === 'usage') {
  const say = command.status === 0 ? console.log : console.error;
  say(command.text);
  process.exitCode = command.status;
} else {
  await run(command.suite, command.values);
}

async function run(name: string, values: BenchValues): Promise<void> {
  const home = values.home ?? mkdtempSync(join(tmpdir(), 'afterwit-bench-'));
  try {
    const report = await suites[name]?.run(suiteOptions(values, home));
    if (report !== undefined) publish(name, report, values.out);
  } finally {
    if (values.home === undefined) rmSync(home, { recursive: true, force: true });
  }
}

function suiteOptions(values: BenchValues, home: string): SuiteOptions {
  const data = values.data ?? process.env.AFTERWIT_DATA ?? '../shared/data';
  const map: Record<string, string> =
    values.repos === undefined ? {} : JSON.parse(readFileSync(values.repos, 'utf8'));
  return {
    repository: values.repo,
    data,
    datasets: values.dataset ?? [join(data, 'localization', 'swe-bench-verified.jsonl.gz')],
    repositories: new Map(Object.entries(map)),
    limit: Number(values.limit ?? Number.POSITIVE_INFINITY),
    home,
    parts: (values.part ?? '').split(',').filter(Boolean),
    questions: Number(values.questions ?? 60),
    seed: Number(values.seed ?? 1),
    fit: values.fit === true,
    smoke: values.smoke === true,
    half: values.repositories as SuiteOptions['half'],
    missesFile: values.misses,
    results: values.results,
    model: values.model,
  };
}

function publish(name: string, { cases, figures, tables }: SuiteReport, file?: string): void {
  for (const table of tables) console.log(`\n${renderTable(table)}`);
  const rows = Object.entries(figures).map(([figure, value]) => [
    figure,
    typeof value === 'number' ? Number(value.toPrecision(4)) : value,
  ]);
  console.log(`\n${renderTable({ title: `${name}, ${cases} cases`, columns: ['figure', 'value'], rows })}`);
  const result = { suite: name, commit: currentCommit(), cases, figures };
  if (file !== undefined) writeFileSync(file, `${JSON.stringify(result, undefined, 2)}\n`);
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

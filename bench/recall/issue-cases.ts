import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from '../../src/numeric/seeded-random.ts';
import { readJsonLines } from '../datasets/json-lines.ts';
import { type RememberedText, rememberText } from './rule-memory.ts';
import type { SilenceCase } from './silence-case.ts';

interface ReplayIssue {
  readonly repo: string;
  readonly ts: number;
  readonly issue: string;
  readonly pos: readonly { readonly id: string }[];
}

interface ReplayCommit {
  readonly id: string;
  readonly ts: number;
  readonly subject: string;
  readonly body: string | null;
}

/** Of each issue: the messages of the fixes before it are remembered, the issue asks, its earlier fixes are there or taken out. */
export function* issueCases(
  data: string,
  wants: (repository: string) => boolean,
  seed: number,
): Iterable<SilenceCase> {
  const issues = readJsonLines<ReplayIssue>(join(data, 'replay', 'issues.jsonl.gz'));
  const random = seededRandom(seed);
  for (const [repository, own] of Map.groupBy(issues, ({ repo }) => repo)) {
    const file = join(data, 'replay', 'commits', `${repository.replace('/', '__')}.jsonl.gz`);
    if (!wants(repository) || !existsSync(file)) continue;
    const commits = readJsonLines<ReplayCommit>(file);
    const foreign = issues.filter(({ repo }) => repo !== repository);
    for (const issue of own) {
      const other = foreign[Math.floor(random() * foreign.length)] ?? issue;
      yield* casesOf(issue, other, commits);
    }
  }
}

function* casesOf(
  issue: ReplayIssue,
  other: ReplayIssue,
  commits: readonly ReplayCommit[],
): Iterable<SilenceCase> {
  const before = commits.filter(({ ts }) => ts < issue.ts);
  const messages = new Map(before.map((commit) => [commit.id, rememberText(messageOf(commit))]));
  const texts = [...new Set(messages.values())];
  const answers = new Set(issue.pos.flatMap(({ id }) => messages.get(id) ?? []));
  const without = texts.filter((text) => !answers.has(text));
  const none: ReadonlySet<RememberedText> = new Set();
  const shared = { source: 'issues', repository: issue.repo } as const;
  for (const [style, wording] of Object.entries({ whole: whole, short: titleOf } as const)) {
    const asked = { ...shared, style: style as 'whole' | 'short' };
    const question = wording(issue);
    if (answers.size > 0) yield { ...asked, kind: 'present', question, texts, answers };
    yield { ...asked, kind: 'taken_out', question, texts: without, answers: none };
    yield { ...asked, kind: 'foreign', question: wording(other), texts, answers: none };
  }
}

function messageOf({ subject, body }: ReplayCommit): string {
  return `${subject}\n\n${body ?? ''}`.trim() || 'fix';
}

function whole({ issue }: ReplayIssue): string {
  return issue.slice(0, 20_000);
}

function titleOf({ issue }: ReplayIssue): string {
  return issue.split('\n', 1)[0] ?? '';
}

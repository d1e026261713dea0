import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonLines } from '../../datasets/json-lines.ts';
import type { RealEvent, RealHistory, RealKind } from './real-event.ts';

interface CommitRow {
  readonly id: string;
  readonly repo: string;
  readonly parent?: string;
  readonly ts: number;
  readonly subject: string;
  readonly body: string;
  readonly files: readonly string[];
  readonly functions: readonly string[];
  readonly fix: string;
  readonly gate_label?: string;
}

interface IssueRow {
  readonly instance_id: string;
  readonly repo: string;
  readonly base_commit: string;
  readonly ts: number;
  readonly issue: string;
  readonly files: readonly string[];
  readonly functions: readonly string[];
  readonly gate_label?: string;
}

interface BugRow {
  readonly id: string;
  readonly project: string;
  readonly seq: number;
  readonly fix_ts: number | null;
  readonly commit_subject: string;
  readonly failures: readonly {
    readonly test: string;
    readonly exception: string;
    readonly message: string;
    readonly frames: readonly string[];
  }[];
  readonly gold_files: readonly string[];
  readonly gold_functions: readonly string[];
  readonly fix: string;
  readonly label: string;
}

const longestFix = 3_000;
const longestMessage = 6_000;
const mostFrames = 30;
const dayMs = 24 * 60 * 60 * 1_000;

interface ReadOptions {
  readonly data: string;
  readonly kind: RealKind;
  /** Commits of each repository that ask, spread over its history. */
  readonly questions: number;
}

/** Real events of one kind by repository, each in order of time: earlier fixes are told before what asks later. */
export function readRealHistories({ data, kind, questions }: ReadOptions): readonly RealHistory[] {
  const folder = join(data, 'replay');
  if (kind === 'defects4j') return readBugs(join(folder, 'defects4j.jsonl.gz'));
  const issues = Map.groupBy(
    kind === 'issues' ? readRows<IssueRow>(join(folder, 'issues.jsonl.gz')) : [],
    ({ repo }) => repo,
  );
  const names = existsSync(join(folder, 'commits')) ? readdirSync(join(folder, 'commits')).toSorted() : [];
  return names.flatMap((name) => {
    const commits = readRows<CommitRow>(join(folder, 'commits', name)).toSorted((a, b) => a.ts - b.ts);
    const repository = commits[0]?.repo;
    if (repository === undefined) return [];
    const asking = issues.get(repository) ?? [];
    if (kind === 'issues' && asking.length === 0) return [];
    const until = Math.max(...asking.map(({ ts }) => ts));
    const asks = kind === 'commits' ? spread(commits.length, questions) : new Set<number>();
    const events = [
      ...commits
        .map((commit, at) => commitEvent(commit, asks.has(at)))
        .filter(({ atMs }) => kind === 'commits' || atMs < until * 1_000),
      ...asking.map(issueEvent),
    ];
    // At one time, what asks comes first: it must not be told what it is about.
    return [
      {
        repository,
        kind,
        events: events.toSorted(
          (a, b) => a.atMs - b.atMs || Number(a.told !== undefined) - Number(b.told !== undefined),
        ),
      },
    ];
  });
}

function readRows<Row>(file: string): readonly Row[] {
  return existsSync(file) ? readJsonLines<Row>(file) : [];
}

/** Places of some of many, evenly apart; not the first, before which nothing is known. */
function spread(count: number, wanted: number): ReadonlySet<number> {
  const step = Math.max(1, count / Math.max(1, wanted));
  return new Set(Array.from({ length: Math.min(wanted, count) }, (_, at) => Math.floor((at + 1) * step) - 1));
}

function truthOf({
  files,
  functions,
  gate_label,
}: Pick<IssueRow, 'files' | 'functions' | 'gate_label'>): RealEvent['truth'] {
  return { files, functions, mustAbstain: gate_label === 'must_abstain' };
}

function issueEvent(row: IssueRow): RealEvent {
  return {
    id: row.instance_id,
    atMs: row.ts * 1_000,
    asks: { failure: { output: row.issue }, asOf: row.base_commit },
    truth: truthOf(row),
  };
}

function commitEvent(row: CommitRow, asks: boolean): RealEvent {
  const message = `${row.subject}\n${row.body}`.trim().slice(0, longestMessage);
  return {
    id: row.id,
    atMs: row.ts * 1_000,
    ...(asks
      ? { asks: { failure: { output: message }, ...(row.parent === undefined ? {} : { asOf: row.parent }) } }
      : {}),
    truth: truthOf(row),
    told: {
      fix: `${row.subject}\n${row.fix.slice(0, longestFix)}`,
      failure: { output: message },
      symptom: row.subject,
      changed: [...row.functions, ...row.files],
    },
  };
}

function readBugs(file: string): readonly RealHistory[] {
  const byProject = Map.groupBy(readRows<BugRow>(file), ({ project }) => project);
  return [...byProject].map(([repository, rows]) => ({
    repository,
    kind: 'defects4j',
    events: rows.toSorted((a, b) => a.seq - b.seq).map((row, at) => bugEvent(row, at)),
  }));
}

/** Some bugs have an order and no date. */
const firstDayMs = Date.UTC(2010, 0, 1);

function bugEvent(row: BugRow, at: number): RealEvent {
  const output = row.failures
    .map(({ test, message, exception, frames }) =>
      [
        `FAILED ${test}`,
        message || exception,
        ...frames.slice(0, mostFrames).map((frame) => `\tat ${frame}`),
      ].join('\n'),
    )
    .join('\n\n');
  const [symptom = row.id] = [row.failures[0]?.message, row.commit_subject].filter(Boolean);
  const failure = { output, command: 'mvn test', exitCode: 1 };
  return {
    id: row.id,
    atMs: firstDayMs + at * dayMs,
    asks: { failure },
    truth: {
      files: row.gold_files,
      functions: row.gold_functions,
      mustAbstain: row.label === 'abstain',
    },
    told: {
      fix: `${row.commit_subject}\n${row.fix.slice(0, longestFix)}`.trim() || row.id,
      failure,
      symptom,
      changed: [...row.gold_functions, ...row.gold_files],
    },
  };
}

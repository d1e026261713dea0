import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FailureReport } from '../../../src/index.ts';
import { readJsonLines } from '../../datasets/json-lines.ts';

/** A fix as a person tells it once it is made. */
export interface ToldFix {
  readonly fix: string;
  readonly failure: FailureReport;
  readonly symptom: string;
  readonly changed: readonly string[];
}

/** The real change of an event. */
interface EventTruth {
  readonly files: readonly string[];
  /** `path::Class.method`; empty where that is not known. */
  readonly functions: readonly string[];
  /** No earlier fix is worth showing. */
  readonly mustAbstain: boolean;
}

/** An event with its result: an issue or a commit message that asks. */
export interface RealEvent {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly atMs: number;
  /** Absent where it is told and not asked about. */
  readonly asks?: { readonly failure: FailureReport; readonly asOf?: string };
  readonly truth: EventTruth;
  /** Remembered afterwards; absent for an issue, whose fix is told by its commit. */
  readonly told?: ToldFix;
}

/** The events of one repository, in order. */
export interface RealHistory {
  readonly repository: string;
  readonly events: readonly RealEvent[];
}

export type RealKind = 'issues' | 'commits';

interface Labelled {
  readonly repo: string;
  /** Seconds since 1970. */
  readonly ts: number;
  readonly files: readonly string[];
  readonly functions: readonly string[];
  readonly gate_label?: string;
}

interface CommitRow extends Labelled {
  readonly id: string;
  readonly parent?: string;
  readonly subject: string;
  readonly body: string;
  readonly fix: string;
}

interface IssueRow extends Labelled {
  readonly instance_id: string;
  readonly base_commit: string;
  readonly issue: string;
}

const longestFix = 3_000;
const longestMessage = 6_000;

interface ReadOptions {
  readonly data: string;
  readonly kind: RealKind;
  /** Commits of each repository that ask, spread over its history. */
  readonly questions: number;
}

/** Real events of one kind by repository, each in order of time: earlier fixes are told before what asks later. */
export function readRealHistories({ data, kind, questions }: ReadOptions): readonly RealHistory[] {
  const folder = join(data, 'replay');
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

function truthOf({ files, functions, gate_label }: Labelled): RealEvent['truth'] {
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

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FailureReport, RecordFailureRequest } from '../../src/index.ts';
import { readJsonLines, readText } from '../datasets/json-lines.ts';

type Text = string | null | undefined;

/** A memory to record, as the existing server's cases name its parts; any of them may be missing. */
export interface SeedRecord extends Omit<CaseQuery, 'error_text' | 'limit'> {
  readonly title?: Text;
  readonly raw_error?: Text;
  readonly canonical_fix?: Text;
  readonly canonical_symptom?: Text;
  readonly prevention_rule?: Text;
  readonly verification_steps?: Text;
  readonly context?: Text;
  readonly tags?: Text | readonly string[];
  readonly error_family?: Text;
  readonly root_cause_class?: Text;
  readonly repo_name?: Text;
}

export interface CaseQuery {
  readonly error_text?: Text;
  readonly stack_excerpt?: Text;
  readonly command?: Text;
  readonly file_path?: Text;
  readonly limit?: number | null;
}

export interface MatchCase {
  readonly kind?: string;
  readonly query: CaseQuery;
  /** The title that must come first. */
  readonly expected?: { readonly title?: Text } | null;
}

export interface MergeCase {
  readonly first: SeedRecord;
  readonly second: SeedRecord;
  readonly expect_same_pattern: boolean;
  readonly expect_same_variant: boolean;
}

interface CaseSuite {
  readonly seed?: Text;
  readonly cases?: readonly (MatchCase | MergeCase)[];
}

export interface ScaleCases {
  readonly name: string;
  readonly memories: readonly { readonly id: string; readonly record: SeedRecord }[];
  readonly probes: readonly {
    readonly kind: string;
    readonly expected_id: string | null;
    readonly query: CaseQuery;
  }[];
}

export interface IssueData {
  readonly seeds: Readonly<Record<string, readonly SeedRecord[] | null>>;
  readonly suites: Readonly<Record<string, CaseSuite>>;
  readonly scales: readonly ScaleCases[];
}

/** Everything in the folder `issue-memory` of the real cases: whichever suites and scales are there. */
export function readIssueData(data: string): IssueData {
  const folder = join(data, 'issue-memory');
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  const find = (start: string) =>
    names.filter((name) => name.startsWith(start)).map((name) => join(folder, name));
  const json = (start: string) => JSON.parse(find(start).map(readText)[0] ?? '{}');
  return {
    seeds: json('seeds.json'),
    suites: json('suites.json'),
    scales: names
      .flatMap((name) => /^(scale-.*)-memories/.exec(name)?.[1] ?? [])
      .map((name) => ({
        name,
        memories: find(`${name}-memories`).flatMap((path) =>
          readJsonLines<ScaleCases['memories'][number]>(path),
        ),
        probes: find(`${name}-probes`).flatMap((path) => readJsonLines<ScaleCases['probes'][number]>(path)),
      })),
  };
}

/** A seed as a request to record. All cases are of `project_scope: global`, so that is their scope; the repository is a tag. */
export function recordRequestOf(seed: SeedRecord): RecordFailureRequest {
  const { tags } = seed;
  const all = typeof tags === 'string' ? tags.split(',') : (tags ?? []);
  return {
    fix: text(seed.canonical_fix)[0] ?? text(seed.title)[0] ?? '?',
    failure: reportOf({ ...seed, error_text: seed.raw_error }),
    scope: 'global',
    tags: [...all.flatMap((tag) => text(tag.trim())), ...text(seed.repo_name)],
    ...optional('title', seed.title),
    details: {
      ...optional('symptom', seed.canonical_symptom),
      ...optional('family', seed.error_family),
      ...optional('rootCause', seed.root_cause_class),
      ...optional('preventionRule', seed.prevention_rule),
      ...optional('verification', seed.verification_steps),
      ...optional('context', seed.context),
    },
  };
}

export function reportOf({ error_text, stack_excerpt, command, file_path }: CaseQuery): FailureReport {
  return {
    output: [...text(error_text), ...text(stack_excerpt)].join('\n'),
    ...optional('command', command),
    ...optional('file', file_path),
  };
}

function text(value: Text): readonly string[] {
  return value == null || value.trim() === '' ? [] : [value];
}

function optional<K extends string>(name: K, value: Text): { readonly [Name in K]?: string } {
  const [told] = text(value);
  return (told === undefined ? {} : { [name]: told }) as { readonly [Name in K]?: string };
}

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonLines, readText } from '../datasets/json-lines.ts';

/** A memory to record, as the existing server's cases name its parts; any of them may be missing. */
export interface SeedRecord {
  readonly title?: string | null;
  readonly raw_error?: string | null;
  readonly canonical_fix?: string | null;
  readonly canonical_symptom?: string | null;
  readonly prevention_rule?: string | null;
  readonly verification_steps?: string | null;
  readonly stack_excerpt?: string | null;
  readonly context?: string | null;
  readonly tags?: string | readonly string[] | null;
  readonly error_family?: string | null;
  readonly root_cause_class?: string | null;
  readonly command?: string | null;
  readonly file_path?: string | null;
  readonly repo_name?: string | null;
}

export interface CaseQuery {
  readonly error_text?: string | null;
  readonly stack_excerpt?: string | null;
  readonly command?: string | null;
  readonly file_path?: string | null;
  readonly limit?: number | null;
}

export interface MatchCase {
  readonly slug: string;
  readonly kind?: string;
  readonly mode?: string;
  readonly query: CaseQuery;
  /** The title that must come first, and the statuses that are right; either may be null. */
  readonly expected?: Readonly<Record<string, unknown>> | null;
}

export interface MergeCase {
  readonly slug: string;
  readonly first: SeedRecord;
  readonly second: SeedRecord;
  readonly expect_same_pattern: boolean;
  readonly expect_same_variant: boolean;
}

export interface CaseSuite {
  readonly seed?: string | null;
  readonly cases?: readonly (MatchCase | MergeCase)[];
}

export interface ScaleMemory {
  readonly id: string;
  readonly template?: string;
  readonly slots?: Readonly<Record<string, string | number>>;
  readonly record: SeedRecord;
}

export interface ScaleProbe {
  readonly id: string;
  readonly kind: string;
  readonly expected_id: string | null;
  readonly query: CaseQuery;
}

export interface ScaleCases {
  readonly name: string;
  readonly memories: readonly ScaleMemory[];
  readonly probes: readonly ScaleProbe[];
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
  const json = (pattern: RegExp): unknown => {
    const name = names.find((candidate) => pattern.test(candidate));
    return name === undefined ? {} : JSON.parse(readText(join(folder, name)));
  };
  return {
    seeds: json(/^seeds\.json/) as IssueData['seeds'],
    suites: json(/^suites\.json/) as IssueData['suites'],
    scales: names
      .filter((name) => /^scale-.*-memories/.test(name))
      .flatMap((name) => {
        const start = name.slice(0, name.indexOf('-memories'));
        const probes = names.find((candidate) => candidate.startsWith(`${start}-probes`));
        if (probes === undefined) return [];
        return {
          name: start,
          memories: readJsonLines<ScaleMemory>(join(folder, name)),
          probes: readJsonLines<ScaleProbe>(join(folder, probes)),
        };
      }),
  };
}

import type { FailureReport, RecallRequest, RecordFailureRequest } from '../../src/index.ts';
import type { CaseQuery, SeedRecord } from './issue-data.ts';

const defaultLimit = 3;
/** Room for every card that is asked for: what is measured is the order, not the packing. */
const budgetTokens = 4_000;

/**
 * A seed as a request to record. All cases are of `project_scope: global`, so that is their scope; the repository is a tag.
 */
export function recordRequestOf(seed: SeedRecord): RecordFailureRequest {
  const tags = [...tagsOf(seed), ...text(seed.repo_name)];
  return {
    fix: text(seed.canonical_fix)[0] ?? text(seed.title)[0] ?? '?',
    failure: reportOf({ ...seed, error_text: seed.raw_error ?? null }),
    scope: 'global',
    tags,
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

export function recallRequestOf(query: CaseQuery): RecallRequest {
  return { failure: reportOf(query), topK: query.limit ?? defaultLimit, budgetTokens };
}

function reportOf({
  error_text: error,
  stack_excerpt: stack,
  command,
  file_path: file,
}: CaseQuery): FailureReport {
  return {
    output: [...text(error), ...text(stack)].join('\n'),
    ...optional('command', command),
    ...optional('file', file),
  };
}

function tagsOf({ tags }: SeedRecord): readonly string[] {
  const all = typeof tags === 'string' ? tags.split(',') : (tags ?? []);
  return all.flatMap((tag) => text(tag.trim()));
}

function text(value: string | null | undefined): readonly string[] {
  return value == null || value.trim() === '' ? [] : [value];
}

function optional<K extends string>(
  name: K,
  value: string | null | undefined,
): { readonly [Name in K]?: string } {
  const [told] = text(value);
  return (told === undefined ? {} : { [name]: told }) as { readonly [Name in K]?: string };
}

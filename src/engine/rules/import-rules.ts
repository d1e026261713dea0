import { readRules } from '../../capture/read-rules.ts';
import type { RulesReport } from '../../model/answers/exchange-report.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { GitReader } from '../../ports/git-reader.ts';
import { itemTerms } from '../../retrieval/item-terms.ts';
import type { RememberDependencies } from '../memory/draft-item.ts';
import { requireScope } from '../memory/resolve-scopes.ts';
import { draftPastRule, draftRule, isFollowed, rulePathOf } from './draft-rule.ts';
import { findRuleFiles, type RuleFile } from './find-rule-files.ts';
import { followRules, lifeKey, type RuleFileStep, type RuleLife, type RuleLives } from './follow-rules.ts';
import { type DraftedRule, planRules } from './plan-rules.ts';
import { readRuleHistory } from './read-rule-history.ts';

export interface RulesDependencies extends RememberDependencies {
  readonly git: Pick<GitReader, 'listTree' | 'readBlobs' | 'listFileVersions'>;
}

/** The latest that went; earlier ones say little about today. */
const mostPastRules = 1_000;

/**
 * Rule files (AGENTS.md, CLAUDE.md and their like) → their rules → memory. A file is read whole, now and after each commit, so a line
 * that is gone is a fact: its rule gives way to the one that took its place, or is archived; a line that is back revives its rule.
 * What a person decided about a rule stays.
 *
 * @throws INVALID_ARGUMENT outside of a repository, and the store's and git's errors
 */
export async function importRules(
  { preview = false }: { readonly preview?: boolean | undefined },
  dependencies: RulesDependencies,
): Promise<RulesReport> {
  const { git, files, store, clock, scopes, ancestry } = dependencies;
  const head = await ancestry.head();
  const found = await findRuleFiles(head, { git, files });
  const drafted = await draftAll(found, dependencies);
  const known = store
    .read((reader) => reader.items({ scopes, statuses: ['active'] }))
    .filter((item) => isFollowed(item));
  const paths = [...found.map(({ path }) => path), ...known.map(rulePathOf)];
  const history = await readRuleHistory(head, paths, git);
  const lives = followUpTo(found, { history, known, nowMs: clock.nowMs() });
  const past = await draftPast(lives, dependencies);
  const { changes, pastRules } = await store.transact((transaction) => {
    for (const { item } of [...drafted.rules, ...past]) requireScope(transaction, item.scope);
    const plan = planRules(
      { drafts: drafted.rules, past, lives },
      { transaction, scopes, nowMs: clock.nowMs() },
    );
    if (!preview) for (const item of plan.items) transaction.putItem(item, itemTerms(item));
    return plan;
  });
  return {
    preview,
    files: found.map(({ path }) => ({
      path,
      rules: drafted.rules.filter((draft) => draft.path === path).length,
    })),
    ruleCount: drafted.rules.length,
    changes,
    pastRules,
    redactedSecrets: drafted.redactedSecrets,
  };
}

async function draftAll(found: readonly RuleFile[], dependencies: RememberDependencies) {
  const rules: DraftedRule[] = [];
  let redactedSecrets = 0;
  for (const file of found)
    for (const rule of distinct(readRules(file.text))) {
      const drafted = await draftRule(rule, file, dependencies);
      rules.push({ path: file.path, text: rule.text, item: drafted.item });
      redactedSecrets += drafted.redactedSecrets;
    }
  return { rules, redactedSecrets };
}

/** What the memory knows and no commit did stood in a working tree: it counts as the version before this one. */
function followUpTo(
  found: readonly RuleFile[],
  {
    history,
    known,
    nowMs,
  }: {
    readonly history: readonly RuleFileStep[];
    readonly known: readonly MemoryItem[];
    readonly nowMs: number;
  },
): RuleLives {
  const committed = followRules(history);
  const standing = Map.groupBy(
    [...committed.values()].filter(({ end }) => end === undefined),
    ({ path }) => path,
  );
  const uncommitted = Map.groupBy(
    known.filter((item) => !committed.has(lifeKey({ path: rulePathOf(item), text: item.content }))),
    rulePathOf,
  );
  const before = [...uncommitted].map(([path, items]): RuleFileStep => {
    const rules = items.map((item) => ({
      text: item.content as string,
      section: item.anchors[0]?.symbol?.name ?? '',
      isNormative: item.type === 'constraint',
    }));
    const atMs = Math.max(...items.map(({ createdAtMs }) => createdAtMs));
    return { path, atMs, rules: [...(standing.get(path) ?? []), ...rules] };
  });
  const now = found.map(({ path, text }): RuleFileStep => ({ path, atMs: nowMs, rules: readRules(text) }));
  const gone = [...standing.keys(), ...uncommitted.keys()]
    .filter((path) => !found.some((file) => file.path === path))
    .map((path): RuleFileStep => ({ path, atMs: nowMs, rules: [] }));
  return followRules([...history, ...before, ...now, ...gone]);
}

/** Rules that went before the memory knew of them: what holds no more is known as such when it comes up. */
async function draftPast(
  lives: RuleLives,
  dependencies: RememberDependencies,
): Promise<readonly DraftedRule[]> {
  const ended = [...lives.values()]
    .filter((life): life is RuleLife & Required<Pick<RuleLife, 'end'>> => life.end !== undefined)
    .sort((a, b) => b.end.atMs - a.end.atMs)
    .slice(0, mostPastRules);
  const drafts: DraftedRule[] = [];
  for (const life of ended) {
    const item = await draftPastRule(life, dependencies);
    if (item !== undefined) drafts.push({ path: life.path, text: life.text, item });
  }
  return drafts;
}

function distinct<T extends { readonly text: string }>(rules: readonly T[]): readonly T[] {
  return [...new Map(rules.map((rule) => [rule.text, rule])).values()];
}

import { findSuccessor } from '../../capture/find-successor.ts';
import { readRules, type StatedRule } from '../../capture/read-rules.ts';
import { digestLines } from '../../codebase/digest-lines.ts';
import type { RuleChange, RulesReport } from '../../model/answers/rules-report.ts';
import type { RepositoryPath } from '../../model/commit.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { GitReader } from '../../ports/git-reader.ts';
import type { MemoryTransaction } from '../../ports/memory-store.ts';
import { itemTerms } from '../../retrieval/item-terms.ts';
import { draftItem, type RememberDependencies } from '../items/draft-item.ts';
import { requireScope } from '../items/require-scope.ts';
import { findRuleFiles, type RuleFile } from './find-rule-files.ts';

export interface RulesDependencies extends RememberDependencies {
  readonly git: Pick<GitReader, 'listTree' | 'readBlobs'>;
}

/** Origins of rules begin so; the path of the file follows. */
const originPrefix = 'rules:';

/**
 * Rule files (AGENTS.md, CLAUDE.md and their like) → their rules → memory. A file is read whole, so a line that is gone is a fact: its
 * rule gives way to the one that took its place, or is archived; a line that is back revives its rule. What a person decided
 * about a rule stays.
 *
 * @throws INVALID_ARGUMENT outside of a repository, and the store's and git's errors
 */
export async function importRules(
  { preview = false }: { readonly preview?: boolean | undefined },
  dependencies: RulesDependencies,
): Promise<RulesReport> {
  const found = await findRuleFiles(await dependencies.ancestry.head(), {
    git: dependencies.git,
    files: dependencies.files,
  });
  const drafts: DraftedRule[] = [];
  let redactedSecrets = 0;
  for (const file of found)
    for (const rule of distinct(readRules(file.text))) {
      const drafted = await draftRule(rule, file, dependencies);
      drafts.push({ path: file.path, text: rule.text, item: drafted.item });
      redactedSecrets += drafted.redactedSecrets;
    }
  const nowMs = dependencies.clock.nowMs();
  const changes = await dependencies.store.transact((transaction) => {
    for (const { item } of drafts) requireScope(transaction, item.scope);
    const plan = planRules(drafts, transaction, { scopes: dependencies.scopes, nowMs });
    if (!preview) for (const item of plan.flatMap(({ items }) => items)) write(item, transaction);
    return plan.map(({ change }) => change);
  });
  return {
    preview,
    files: found.map(({ path }) => ({ path, rules: drafts.filter((draft) => draft.path === path).length })),
    ruleCount: drafts.length,
    changes,
    redactedSecrets,
  };
}

interface DraftedRule {
  readonly path: RepositoryPath;
  readonly text: string;
  readonly item: MemoryItem;
}

async function draftRule(rule: StatedRule, { path, blobId }: RuleFile, dependencies: RulesDependencies) {
  const { item, redactedSecrets } = await draftItem(
    {
      content: rule.text,
      type: rule.isNormative ? 'constraint' : 'project_fact',
      references: [path],
      identity: ['rule', path, rule.text],
      speaker: { kind: 'unknown', name: path, source: 'library' },
    },
    dependencies,
  );
  const anchor = {
    path,
    blobId,
    symbol: {
      name: rule.section,
      firstLine: rule.lines[0] ?? '',
      lineCount: rule.lines.length,
      digest: digestLines(rule.lines),
    },
  };
  // Believed less than whoever speaks: nobody knows who wrote the file.
  const bound = {
    trust: 'imported',
    source: 'rules',
    origin: `${originPrefix}${path}`,
    principal: `file:${path}`,
    anchors: [anchor],
  } as const;
  const { ttlDays: _, learnedAt: __, ...kept } = item;
  return { item: { ...kept, ...bound }, redactedSecrets };
}

interface RuleStep {
  readonly change: RuleChange;
  readonly items: readonly MemoryItem[];
}

/** What changes. A rule that stands as before keeps its anchor, which is about its own lines, wherever they stand. */
function planRules(
  drafts: readonly DraftedRule[],
  transaction: MemoryTransaction,
  { scopes, nowMs }: { readonly scopes: RememberDependencies['scopes']; readonly nowMs: number },
): readonly RuleStep[] {
  const steps: RuleStep[] = [];
  const fresh: DraftedRule[] = [];
  for (const draft of drafts) {
    const known = transaction.itemByFingerprint(draft.item.scope, draft.item.fingerprint);
    if (known === undefined) fresh.push(draft);
    else if (isFollowed(known) && known.status !== 'active') steps.push(revive(known, draft, nowMs));
  }
  const stated = new Set(drafts.map(({ item }) => item.fingerprint));
  const gone = transaction
    .items({ scopes, statuses: ['active'] })
    .filter((item) => isFollowed(item) && !stated.has(item.fingerprint));
  const successors = new Map(gone.map((item) => [item.id, successorOf(item, fresh)]));
  for (const item of gone) steps.push(retire(item, successors.get(item.id), nowMs));
  for (const draft of fresh)
    steps.push(
      add(
        draft,
        gone.filter(({ id }) => successors.get(id) === draft),
      ),
    );
  return steps;
}

/** Its file says whether it holds. What a person vouched for is theirs, and what a person turned down stays so. */
function isFollowed({ origin, trust, status, validToMs }: MemoryItem): boolean {
  return (
    origin.startsWith(originPrefix) &&
    trust === 'imported' &&
    (status === 'active' || validToMs !== undefined)
  );
}

function successorOf(item: MemoryItem, fresh: readonly DraftedRule[]): DraftedRule | undefined {
  return findSuccessor(
    item.content,
    fresh.filter((draft) => draft.item.origin === item.origin),
  );
}

function add({ path, item }: DraftedRule, replaced: readonly MemoryItem[]): RuleStep {
  const supersedes = replaced.map(({ id }) => ({ id, relation: 'supersedes' }) as const);
  const whole = { ...item, relatedItems: [...item.relatedItems, ...supersedes] };
  return { change: { fate: 'added', path, text: item.content, itemId: item.id }, items: [whole] };
}

function retire(item: MemoryItem, successor: DraftedRule | undefined, nowMs: number): RuleStep {
  const fate = successor === undefined ? 'archived' : 'superseded';
  const retired: MemoryItem = {
    ...item,
    status: fate,
    validToMs: nowMs,
    updatedAtMs: Math.max(item.updatedAtMs, nowMs),
    ...(successor === undefined ? {} : { supersededById: successor.item.id }),
  };
  return { change: { fate, path: pathOf(item), text: item.content, itemId: item.id }, items: [retired] };
}

function revive(known: MemoryItem, { path, item }: DraftedRule, nowMs: number): RuleStep {
  const { validToMs: _, supersededById: __, ...kept } = known;
  const revived: MemoryItem = {
    ...kept,
    status: 'active',
    anchors: item.anchors,
    updatedAtMs: Math.max(known.updatedAtMs, nowMs),
  };
  return { change: { fate: 'revived', path, text: known.content, itemId: known.id }, items: [revived] };
}

function pathOf({ origin }: MemoryItem): RepositoryPath {
  return origin.slice(originPrefix.length) as RepositoryPath;
}

function write(item: MemoryItem, transaction: MemoryTransaction): void {
  transaction.putItem(item, itemTerms(item));
}

function distinct(rules: readonly StatedRule[]): readonly StatedRule[] {
  return [...new Map(rules.map((rule) => [rule.text, rule])).values()];
}

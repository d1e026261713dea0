import { readRules } from '../../capture/read-rules.ts';
import { fingerprintOf } from '../../lessons/prepare-item.ts';
import type { RuleChange, RulesReport } from '../../model/answers/exchange-report.ts';
import type { ItemId } from '../../model/brands.ts';
import type { MemoryItem, RelatedItem } from '../../model/memory-item.ts';
import type { Scope } from '../../model/provenance.ts';
import type { RepositoryPath } from '../../model/repository.ts';
import type { GitReader } from '../../ports/git-reader.ts';
import type { MemoryTransaction } from '../../ports/memory-store.ts';
import { itemTerms } from '../../retrieval/item-terms.ts';
import type { RememberDependencies } from '../memory/draft-item.ts';
import { requireScope } from '../memory/where-it-holds.ts';
import { draftPastRule, draftRule, isFollowed, ruleIdentity, rulePathOf } from './draft-rule.ts';
import {
  distinctRules,
  findRuleFiles,
  followRules,
  lifeKey,
  type RuleFile,
  type RuleFileStep,
  type RuleLife,
  type RuleLives,
  readRuleHistory,
} from './rule-files.ts';

export interface RulesDependencies extends RememberDependencies {
  readonly git: Pick<GitReader, 'listTree' | 'readBlobs' | 'listFileVersions'>;
}

/** The latest that went; earlier ones say little about today. */
const mostPastRules = 1_000;

/**
 * Rule files (AGENTS.md, CLAUDE.md and their like) → their rules → memory. A file is read whole, now and after each
 * commit, so a missing line is a fact: its rule gives way to its successor, or is archived; a line that is back revives
 * its rule. A person's decision about a rule stays.
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
    for (const rule of distinctRules(readRules(file.text))) {
      const drafted = await draftRule(rule, file, dependencies);
      rules.push({ path: file.path, text: rule.text, item: drafted.item });
      redactedSecrets += drafted.redactedSecrets;
    }
  return { rules, redactedSecrets };
}

/** A rule of the memory that is in no commit stood in a working tree: it counts as the version before this one. */
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

/** Drafts rules that went before the memory knew of them: they are known as outdated when they come up. */
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

/** A rule of a file with the item that it would be. */
interface DraftedRule {
  readonly path: RepositoryPath;
  readonly text: string;
  readonly item: MemoryItem;
}

interface KnownRules {
  /** Rules that stand. */
  readonly drafts: readonly DraftedRule[];
  /** Rules that were gone before the memory knew of them. */
  readonly past: readonly DraftedRule[];
  readonly lives: RuleLives;
}

interface Moment {
  readonly transaction: MemoryTransaction;
  readonly scopes: readonly Scope[];
  readonly nowMs: number;
}

/** Plans the changes. A rule that stands as before keeps its anchor, about its own lines, wherever they stand. */
function planRules(rules: KnownRules, moment: Moment) {
  const { drafts, lives } = rules;
  const { transaction, scopes, nowMs } = moment;
  const knownOf = ({ item }: DraftedRule) => transaction.itemByFingerprint(item.scope, item.fingerprint);
  const fresh = drafts.filter((draft) => knownOf(draft) === undefined);
  const back = drafts.flatMap((draft) => {
    const known = knownOf(draft);
    return known === undefined || !isFollowed(known) || known.status === 'active' ? [] : [{ known, draft }];
  });
  const retyped = drafts.flatMap((draft) => {
    const known = knownOf(draft);
    return known === undefined || !isFollowed(known) || known.status !== 'active' ? [] : ofKind(known, draft);
  });
  const stated = new Set(drafts.map(({ item }) => item.fingerprint));
  const gone = transaction
    .items({ scopes, statuses: ['active'] })
    .filter((item) => isFollowed(item) && !stated.has(item.fingerprint));
  const past = rules.past.filter((draft) => knownOf(draft) === undefined);
  const idOf = idsOf([...fresh, ...past], moment);
  const endOf = (rule: Pick<RuleLife, 'path' | 'text'>) => {
    const end = lives.get(lifeKey(rule))?.end;
    return { atMs: end?.atMs ?? nowMs, successorId: end?.successor && idOf(end.successor) };
  };
  const retired = gone.map((item) =>
    retire(item, endOf({ path: rulePathOf(item), text: item.content }), nowMs),
  );
  const passed = past.map(({ item, path, text }) => pass(item, endOf({ path, text })));
  const revived = back.map(({ known, draft }) => revive(known, draft, nowMs));
  const added = fresh.map(({ item, path, text }) =>
    startAt(item, lives.get(lifeKey({ path, text })), [...retired, ...passed]),
  );
  return {
    items: [...revived, ...retyped, ...retired, ...passed, ...added],
    changes: [
      ...revived.map((item) => changeOf('revived', item)),
      ...retired.map((item) => changeOf(item.status === 'superseded' ? 'superseded' : 'archived', item)),
      ...added.map((item) => changeOf('added', item)),
    ],
    pastRules: {
      superseded: passed.filter(({ status }) => status === 'superseded').length,
      archived: passed.filter(({ status }) => status === 'archived').length,
    },
  };
}

/** Id of a rule by its file and words, be it new or known. */
function idsOf(written: readonly DraftedRule[], { transaction, scopes }: Moment) {
  const ids = new Map(written.map((draft) => [lifeKey(draft), draft.item.id]));
  return (rule: Pick<RuleLife, 'path' | 'text'>): ItemId | undefined => {
    const fingerprint = fingerprintOf(ruleIdentity(rule));
    const known = () =>
      scopes.map((scope) => transaction.itemByFingerprint(scope, fingerprint)).find(Boolean)?.id;
    return ids.get(lifeKey(rule)) ?? known();
  };
}

interface Ending {
  readonly atMs: number;
  readonly successorId: ItemId | undefined;
}

function pass(item: MemoryItem, { atMs, successorId }: Ending): MemoryItem {
  const fate = successorId === undefined ? 'archived' : 'superseded';
  const named = successorId === undefined ? {} : { supersededById: successorId };
  return { ...item, status: fate, validToMs: atMs, ...named };
}

function retire(item: MemoryItem, ending: Ending, nowMs: number): MemoryItem {
  return { ...pass(item, ending), updatedAtMs: Math.max(item.updatedAtMs, nowMs) };
}

function startAt(item: MemoryItem, life: RuleLife | undefined, ended: readonly MemoryItem[]): MemoryItem {
  const supersedes = ended
    .filter(({ supersededById }) => supersededById === item.id)
    .map(({ id }): RelatedItem => ({ id, relation: 'supersedes' }));
  const began = life === undefined ? {} : { validFromMs: Math.min(life.sinceMs, item.createdAtMs) };
  return { ...item, ...began, relatedItems: [...item.relatedItems, ...supersedes] };
}

function revive(known: MemoryItem, { item }: DraftedRule, nowMs: number): MemoryItem {
  const { validToMs: _, supersededById: __, ...kept } = known;
  return {
    ...kept,
    status: 'active',
    anchors: item.anchors,
    updatedAtMs: Math.max(known.updatedAtMs, nowMs),
  };
}

/** The type of a rule's words may change with the version that reads them. */
function ofKind(known: MemoryItem, { item: { type, layer, tokenCost } }: DraftedRule): readonly MemoryItem[] {
  return known.type === type ? [] : [{ ...known, type, layer, tokenCost }];
}

function changeOf(fate: RuleChange['fate'], item: MemoryItem): RuleChange {
  return { fate, path: rulePathOf(item), text: item.content, itemId: item.id };
}

import { fingerprintOf } from '../../lessons/fingerprint.ts';
import type { RuleChange, RulesReport } from '../../model/answers/exchange-report.ts';
import type { ItemId } from '../../model/brands.ts';
import type { MemoryItem, RelatedItem } from '../../model/memory-item.ts';
import type { Scope } from '../../model/provenance.ts';
import type { RepositoryPath } from '../../model/repository.ts';
import type { MemoryTransaction } from '../../ports/memory-store.ts';
import { isFollowed, ruleIdentity, rulePathOf } from './draft-rule.ts';
import { lifeKey, type RuleLife, type RuleLives } from './follow-rules.ts';

/** A rule of a file with the item that it would be. */
export interface DraftedRule {
  readonly path: RepositoryPath;
  readonly text: string;
  readonly item: MemoryItem;
}

interface KnownRules {
  /** Those that stand. */
  readonly drafts: readonly DraftedRule[];
  /** Those that went before the memory knew of them. */
  readonly past: readonly DraftedRule[];
  readonly lives: RuleLives;
}

interface Moment {
  readonly transaction: MemoryTransaction;
  readonly scopes: readonly Scope[];
  readonly nowMs: number;
}

interface RulePlan extends Pick<RulesReport, 'changes' | 'pastRules'> {
  readonly items: readonly MemoryItem[];
}

/** What changes. A rule that stands as before keeps its anchor, which is about its own lines, wherever they stand. */
export function planRules(rules: KnownRules, moment: Moment): RulePlan {
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

/** What its words are taken for may change with the version that reads them. */
function ofKind(known: MemoryItem, { item: { type, layer, tokenCost } }: DraftedRule): readonly MemoryItem[] {
  return known.type === type ? [] : [{ ...known, type, layer, tokenCost }];
}

function changeOf(fate: RuleChange['fate'], item: MemoryItem): RuleChange {
  return { fate, path: rulePathOf(item), text: item.content, itemId: item.id };
}

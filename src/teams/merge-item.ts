import type { ItemStatus } from '../model/memory-item.ts';
import { type JsonValue, operationIdOf, type TeamOperation } from '../model/team.ts';
import type { Authority } from './authority.ts';
import { compareTimes, type HybridTime } from './hybrid-clock.ts';
import { digestOf } from './sign-operation.ts';

/** A version of a text that nothing took the place of. */
export interface TextVersion {
  readonly id: string;
  readonly machine: string;
  readonly principal: string;
  readonly hlc: HybridTime;
  /** Digest of its words, to which confirmations are bound. */
  readonly digest: string;
  /** Fields of a shared line. */
  readonly item: Readonly<Record<string, JsonValue>>;
}

/** Merged state of one memory in a team. */
export interface MergedItem {
  /** Alive, newest first. More than one: people wrote beside each other, and both are kept. */
  readonly versions: readonly TextVersion[];
  readonly status: ItemStatus | 'forgotten';
  /** `principal digest`, sorted: the people behind each wording. */
  readonly confirmations: readonly string[];
  /** `principal digest` of checks that passed with these words. */
  readonly verifications: readonly string[];
  /** Operations whose bodies are to be emptied: their writers, or members who may, forgot them. */
  readonly forgotten: readonly TeamOperation[];
  /** Texts whose bodies are of no consequence any more, because others took their place for good. */
  readonly replaced: readonly TeamOperation[];
}

const statusRank: Readonly<Record<string, number>> = { active: 0, archived: 1, superseded: 2 };
const statuses: readonly ItemStatus[] = ['active', 'archived', 'superseded'];

/** Fields that say when and by which program, not what. */
const timesOfLine = ['createdAt', 'updatedAt', 'format'];

/** Returns the digest that a confirmation is bound to: every word of a shared line, no time. */
export function wordsDigestOf(item: Readonly<Record<string, unknown>>): string {
  return digestOf(Object.fromEntries(Object.entries(item).filter(([name]) => !timesOfLine.includes(name))));
}

/**
 * Operations about one memory → its state in the team. A join: any order or repetition gives the same. Text is a
 * register of several values, status the highest, confirmations a growing set, outcomes by identity; a tombstone wins.
 * @param told proved operations about this memory, each once or more
 */
export function mergeItem(told: readonly TeamOperation[], authority: Authority): MergedItem {
  const byId = new Map<string, TeamOperation>();
  for (const operation of told) {
    const id = operationIdOf(operation);
    // An emptied copy counts more: an emptied body stays so.
    if (!byId.has(id) || operation.body === null) byId.set(id, operation);
  }
  const operations = [...byId.values()].filter((operation) => authority.isEffective(operation));
  const heard = operations.filter((operation) => mayWrite(operation, authority));
  const texts = heard.filter((operation) => operation.kind === 'text' && !saysNothing(operation));
  const forgetters = heard.filter(({ kind }) => kind === 'forget').map(({ machine }) => machine);
  const rules = ({ machine }: Pick<TeamOperation, 'machine'>) =>
    authority.members.get(machine)?.role !== 'writer';
  const isForgottenForAll = forgetters.some((machine) => rules({ machine }));
  const theirs = [...new Set(forgetters.map((machine) => nameOf({ machine }, authority)))].map((name) =>
    textsOf(name, texts, authority),
  );
  const [gone = [], kept = []] = [true, false].map((isGone) =>
    texts.filter((text) => (isForgottenForAll || theirs.some((its) => its.has(text))) === isGone),
  );
  const isForgotten = forgetters.length > 0 && kept.length === 0;
  const replaced = behind(kept, texts);
  const ranks = heard.flatMap((operation) =>
    operation.kind === 'status' && mayRule(operation, texts, authority)
      ? [statusRank[String(operation.body?.status)] ?? 0]
      : [],
  );
  const alive = kept.filter((text) => !replaced.has(text));
  const isFull = ({ body }: TeamOperation) => body !== null;
  return {
    versions: alive.flatMap((operation) => versionOf(operation, authority)).sort(newestFirst),
    status: isForgotten ? 'forgotten' : (statuses[Math.max(0, ...ranks)] ?? 'active'),
    confirmations: isForgotten ? [] : said(heard, 'confirm', authority),
    verifications: isForgotten
      ? []
      : said(
          heard.filter(
            ({ body }) => body?.outcome === 'verified' && (body.by === 'tests' || body.by === 'user'),
          ),
          'outcome',
          authority,
        ),
    forgotten: gone
      .concat(isForgottenForAll ? operations.filter(({ kind }) => kind === 'confirm') : [])
      .filter(isFull),
    replaced: [...replacedForGood(kept.filter(rules), kept, texts, authority)].filter(isFull),
  };
}

/** A text without words takes the place of none; one that was emptied had some. */
function saysNothing({ body }: TeamOperation): boolean {
  return body !== null && (typeof body.item !== 'object' || body.item === null || Array.isArray(body.item));
}

/** Returns the texts that a member may forget for all: their own, and those that go back to texts of theirs alone. */
function textsOf(
  name: string,
  texts: readonly TeamOperation[],
  authority: Authority,
): ReadonlySet<TeamOperation> {
  const ids = new Set(texts.map(operationIdOf));
  const isOthers = (text: TeamOperation) =>
    text.over === undefined || text.over.length === 0
      ? nameOf(text, authority) !== name
      : text.over.some((id) => !ids.has(id));
  const pairs = texts.flatMap((text) => (text.over ?? []).map((id) => [id, text] as const));
  const later = Map.groupBy(pairs, ([id]) => id);
  const others = new Set(texts.filter(isOthers));
  // A text that it finds is added behind it, and come to later.
  for (const text of others) for (const [, next] of later.get(operationIdOf(text)) ?? []) others.add(next);
  return new Set(texts.filter((text) => !others.has(text) || nameOf(text, authority) === name));
}

/** Returns the texts that these took the place of, and those that these took the place of, and so on. */
function behind(
  these: readonly TeamOperation[],
  texts: readonly TeamOperation[],
): ReadonlySet<TeamOperation> {
  const byId = new Map(texts.map((text) => [operationIdOf(text), text]));
  const found = new Set<TeamOperation>();
  const add = ({ over = [] }: TeamOperation) => {
    for (const id of over) {
      const text = byId.get(id);
      if (text !== undefined) found.add(text);
    }
  };
  these.forEach(add);
  found.forEach(add);
  return found;
}

/** Texts that no later word of a member brings back: who replaced them may forget them, or wrote them. */
function replacedForGood(
  ruling: readonly TeamOperation[],
  kept: readonly TeamOperation[],
  texts: readonly TeamOperation[],
  authority: Authority,
): ReadonlySet<TeamOperation> {
  const byName = Map.groupBy(kept, (text) => nameOf(text, authority));
  const own = [...byName].flatMap(([name, those]) =>
    [...behind(those, texts)].filter((text) => nameOf(text, authority) === name),
  );
  return new Set([...behind(ruling, texts), ...own]);
}

function nameOf({ machine }: Pick<TeamOperation, 'machine'>, { members }: Authority): string {
  return members.get(machine)?.name ?? '';
}

function mayWrite({ machine }: TeamOperation, { members }: Authority): boolean {
  const role = members.get(machine)?.role;
  return role !== undefined && role !== 'reader';
}

/** Whether a member may put the memory away for all: by role, or because only they began it. */
function mayRule({ machine }: TeamOperation, texts: readonly TeamOperation[], authority: Authority): boolean {
  const member = authority.members.get(machine);
  const begun = texts.filter(({ over = [] }) => over.length === 0);
  return member?.role !== 'writer' || begun.every((text) => nameOf(text, authority) === member.name);
}

function versionOf(operation: TeamOperation, authority: Authority): readonly TextVersion[] {
  const item = operation.body?.item;
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return [];
  const { machine, hlc } = operation;
  const words = item as Readonly<Record<string, JsonValue>>;
  const principal = nameOf(operation, authority);
  return [
    { id: operationIdOf(operation), machine, principal, hlc, digest: wordsDigestOf(words), item: words },
  ];
}

function newestFirst(one: TextVersion, other: TextVersion): number {
  return compareTimes(other.hlc, one.hlc) || (one.id < other.id ? -1 : 1);
}

function said(operations: readonly TeamOperation[], kind: string, authority: Authority): readonly string[] {
  const of = operations.filter(
    (operation) => operation.kind === kind && typeof operation.body?.digest === 'string',
  );
  return [
    ...new Set(of.map((operation) => `${nameOf(operation, authority)} ${operation.body?.digest}`)),
  ].sort();
}

/** Names of those who stand behind these words. */
function principalsBehind({ confirmations }: MergedItem, digest: string): readonly string[] {
  const ending = ` ${digest}`;
  return confirmations
    .filter((confirmation) => confirmation.endsWith(ending))
    .map((confirmation) => confirmation.slice(0, -ending.length));
}

/** Two people stand behind these very words, and a check passed with them: one member's word alone is not that. */
export function isCorroborated(merged: MergedItem, digest: string): boolean {
  const isVerified = merged.verifications.some((verification) => verification.endsWith(` ${digest}`));
  return isVerified && principalsBehind(merged, digest).length >= 2;
}

/** Whether it waits for a reviewer, where the team says so. */
export function isProposal(
  merged: MergedItem,
  { digest, machine }: Pick<TextVersion, 'digest' | 'machine'>,
  { rules, members }: Authority,
): boolean {
  const reviewers = [...members.values()].filter(({ role }) => role === 'owner' || role === 'reviewer');
  if (rules.proposals === 'open' || reviewers.some((reviewer) => reviewer.machine === machine)) return false;
  const behind = principalsBehind(merged, digest);
  return !reviewers.some(({ name }) => behind.includes(name));
}

/** Whether only people who have left stand behind it: such a version goes with them. */
export function isAbandoned(
  merged: MergedItem,
  { digest, principal }: Pick<TextVersion, 'digest' | 'principal'>,
  { members }: Authority,
): boolean {
  const present = new Set([...members.values()].filter(({ isGone }) => !isGone).map(({ name }) => name));
  return !present.has(principal) && !principalsBehind(merged, digest).some((name) => present.has(name));
}

import type { ItemStatus } from '../model/memory-item.ts';
import { type JsonValue, operationIdOf, type TeamOperation } from '../model/team-operation.ts';
import type { Authority, Member } from './authority.ts';
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
  /** Operations whose bodies are of no consequence any more. */
  readonly idle: readonly TeamOperation[];
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
  const roots = new Set(
    operations
      .filter(({ kind, over = [] }) => kind === 'text' && over.length === 0)
      .map((operation) => nameOf(operation, authority)),
  );
  const may = (operation: TeamOperation) => mayRule(authority.members.get(operation.machine), roots);
  const isForgotten = operations.some((operation) => operation.kind === 'forget' && may(operation));
  const texts = operations.filter((operation) => operation.kind === 'text' && mayWrite(operation, authority));
  const replaced = new Set(texts.flatMap(({ over = [] }) => over));
  const alive = isForgotten ? [] : texts.filter((operation) => !replaced.has(operationIdOf(operation)));
  const ranks = operations.flatMap((operation) =>
    operation.kind === 'status' && may(operation) ? [statusRank[String(operation.body?.status)] ?? 0] : [],
  );
  const heard = isForgotten ? [] : operations.filter((operation) => mayWrite(operation, authority));
  const idle = texts
    .filter((operation) => isForgotten || replaced.has(operationIdOf(operation)))
    .concat(isForgotten ? operations.filter(({ kind }) => kind === 'confirm') : [])
    .filter(({ body }) => body !== null);
  return {
    versions: alive.flatMap((operation) => versionOf(operation, authority)).sort(newestFirst),
    status: isForgotten ? 'forgotten' : (statuses[Math.max(0, ...ranks)] ?? 'active'),
    confirmations: said(heard, 'confirm', authority),
    verifications: said(
      heard.filter(({ body }) => body?.outcome === 'verified' && (body.by === 'tests' || body.by === 'user')),
      'outcome',
      authority,
    ),
    idle,
  };
}

function nameOf({ machine }: TeamOperation, { members }: Authority): string {
  return members.get(machine)?.name ?? '';
}

function mayWrite({ machine }: TeamOperation, { members }: Authority): boolean {
  const role = members.get(machine)?.role;
  return role !== undefined && role !== 'reader';
}

/** Whether a member may put the memory away or forget it for all: by role, or because only they began it. */
function mayRule(member: Member | undefined, roots: ReadonlySet<string>): boolean {
  if (member === undefined || member.role === 'reader') return false;
  return member.role !== 'writer' || [...roots].every((name) => name === member.name);
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

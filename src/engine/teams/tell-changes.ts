import { isAdopted } from '../../lessons/adopt-item.ts';
import type { ItemId } from '../../model/brands.ts';
import type { Outcome } from '../../model/decision.ts';
import { defined } from '../../model/defined.ts';
import { type MemoryItem, standaloneKinds, standsAlone } from '../../model/memory-item.ts';
import { isTrustedAs, scopeOf } from '../../model/provenance.ts';
import {
  type JsonValue,
  operationIdOf,
  type Team,
  type TeamOperation,
  type TeamOperationKind,
  type TeamRepository,
} from '../../model/team.ts';
import type { MemoryTransaction } from '../../ports/memory-store.ts';
import { tick } from '../../teams/hybrid-clock.ts';
import { wordsDigestOf } from '../../teams/merge-item.ts';
import { signOperation } from '../../teams/sign-operation.ts';
import { originPrefix } from '../rules/rule-files.ts';
import { sharedWordsOf, takeUp, versionTold } from './place-versions.ts';

/** The key that signs for this machine. */
export interface MachineKey {
  readonly publicKey: string;
  readonly privateKey: string;
}

export interface Told {
  readonly kind: TeamOperationKind;
  readonly body: Readonly<Record<string, JsonValue>>;
  readonly place?: string | undefined;
  readonly item?: string | undefined;
  readonly over?: readonly string[] | undefined;
}

/**
 * Writes one operation of this machine, in the transaction of its change, with the next seq and a later time than all before.
 * Its texts must be redacted.
 */
export function writeOperation(
  transaction: MemoryTransaction,
  team: Team,
  told: Told,
  { key, nowMs }: { readonly key: MachineKey; readonly nowMs: number },
): TeamOperation {
  // Asked anew each time: several operations of one transaction follow each other.
  const now = transaction.teams().find(({ id }) => id === team.id) ?? team;
  const clock = tick(now.clock, nowMs);
  const { kind, body, place, item, over } = told;
  const operation = signOperation(
    {
      ...{ team: team.id, machine: team.machine, seq: transaction.lastSeq(team.id, team.machine) + 1 },
      ...{ hlc: clock, kind, minReader: 1, principal: team.member },
      body: plain(body) as Readonly<Record<string, JsonValue>>,
      ...defined({ place, item, over }),
    },
    key.privateKey,
  );
  // Its own memories are settled as all are: a forgotten one is emptied at the next sync.
  transaction.addTeamOperation(operation, item === undefined ? 'applied' : 'proved');
  transaction.putTeam({ ...now, clock });
  return operation;
}

/** Returns the value without NUL and half characters, which no database keeps. */
function plain(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '');
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [plain(name) as string, plain(part)]),
  );
}

interface Telling {
  readonly key: MachineKey;
  readonly nowMs: number;
}

/**
 * Tells the teams of this home a change of memories, in the same transaction; memories that are not shared are not
 * told.
 * @param before the memories that the transaction touched, as they were; undefined for those that it made
 */
export function tellChanges(
  transaction: MemoryTransaction,
  before: ReadonlyMap<ItemId, MemoryItem | undefined>,
  telling: Telling,
): void {
  for (const team of transaction.teams())
    for (const [id, was] of before) tellItem(transaction, team, { id, was, telling });
}

/**
 * Tells the changes that were not told at once: memories from before this machine joined, approved versions of colleagues,
 * and outcomes since the last time.
 */
export function tellRest(transaction: MemoryTransaction, team: Team, telling: Telling): void {
  const scopes = team.repositories.map(({ id }) => scopeOf('repo', id));
  const toldHere = transaction.itemsToldBy(team.id, team.machine);
  for (const item of transaction.items({ scopes, kinds: standaloneKinds, statuses: ['active'] })) {
    const { id } = item;
    const told = item.vouchedAtMs === undefined ? undefined : versionTold(transaction, team.id, id);
    if (told !== undefined) {
      const was = takeUp(transaction, item, told, telling.nowMs);
      if (was !== undefined)
        tellItem(transaction, team, { id: was.id, was, version: operationIdOf(told), telling });
      continue;
    }
    if (!toldHere.has(id)) tellItem(transaction, team, { id, was: undefined, telling });
  }
  const outcomes = transaction.outcomesAfter(team.outcomeSequence);
  for (const { outcome } of outcomes) tellOutcome(transaction, team, outcome, telling);
  const last = outcomes.at(-1)?.sequence;
  const now = transaction.teams().find(({ id }) => id === team.id);
  if (last !== undefined && now !== undefined) transaction.putTeam({ ...now, outcomeSequence: last });
}

interface TouchedItem {
  readonly id: ItemId;
  readonly was: MemoryItem | undefined;
  /** Operation of a version that a person here took up. */
  readonly version?: string | undefined;
  readonly telling: Telling;
}

function tellItem(
  transaction: MemoryTransaction,
  team: Team,
  { id, was, version, telling }: TouchedItem,
): void {
  const now = transaction.item(id);
  const place = placeOf(team, now ?? was);
  // A version that was approved is told at the next sync, once its review is over.
  if (place === undefined || versionTold(transaction, team.id, id) !== undefined) return;
  const known = transaction.teamOperations({ team: team.id, item: id });
  const tell = (told: Told) => writeOperation(transaction, team, { place, item: id, ...told }, telling);
  if (now === undefined) {
    if (known.length > 0) tell({ kind: 'forget', body: {} });
    return;
  }
  if (mayShare(now, team)) {
    if (now.body?.kind === 'variant')
      tellWhole(transaction, team, { id: now.body.patternId, was: undefined, telling });
    tellText(now, was, { team, known, version, tell });
  } else if (now.status !== 'active' && isPutAwayByPerson(now)) {
    if (versionTold(transaction, team.id, now.supersededById) === undefined)
      tellStatus(now, known, team, tell);
  }
}

/** The failure that a fix belongs to, which is shared as far as its fixes are. */
function tellWhole(transaction: MemoryTransaction, team: Team, { id, telling }: TouchedItem): void {
  const whole = transaction.item(id);
  const place = placeOf(team, whole);
  if (whole === undefined || place === undefined) return;
  const known = transaction.teamOperations({ team: team.id, item: id });
  const tell = (told: Told) => writeOperation(transaction, team, { place, item: id, ...told }, telling);
  tellText(whole, undefined, { team, known, tell });
}

interface TellingText {
  readonly team: Team;
  readonly version?: string | undefined;
  readonly known: readonly TeamOperation[];
  readonly tell: (told: Told) => TeamOperation;
}

/** The text where the team does not have it, and that a person here stands behind it. */
function tellText(
  now: MemoryItem,
  was: MemoryItem | undefined,
  { team, known, version, tell }: TellingText,
): void {
  const item = sharedWordsOf(now);
  const digest = wordsDigestOf(item);
  const texts = known.filter(({ kind }) => kind === 'text');
  const replaced = new Set(texts.flatMap(({ over = [] }) => over));
  const alive = texts.filter((operation) => !replaced.has(operationIdOf(operation)));
  const isSame = (operation: TeamOperation) => digestIn(operation) === digest;
  // A version that was not taken up here is not taken away from those who wrote it.
  const seen = was === undefined ? undefined : wordsDigestOf(sharedWordsOf(was));
  const isSeen = (operation: TeamOperation) =>
    operation.machine === team.machine ||
    digestIn(operation) === seen ||
    operationIdOf(operation) === version;
  const replacing = alive.filter((operation) => !isSame(operation) && isSeen(operation));
  if (replacing.length > 0 || !alive.some(isSame))
    tell({
      kind: 'text',
      body: { item },
      over: [...replacing, ...alive.filter(isSame)].map(operationIdOf),
    });
  const isConfirmed = known.some(
    ({ kind, machine, body }) => kind === 'confirm' && machine === team.machine && body?.digest === digest,
  );
  if (isVouchedHere(now) && !isConfirmed) tell({ kind: 'confirm', body: { digest } });
}

function tellStatus(
  { status }: MemoryItem,
  known: readonly TeamOperation[],
  { machine }: Team,
  tell: TellingText['tell'],
): void {
  const isShared = known.some(({ kind }) => kind === 'text');
  const isTold = known.some(
    (operation) =>
      operation.kind === 'status' && operation.machine === machine && operation.body?.status === status,
  );
  if (isShared && !isTold) tell({ kind: 'status', body: { status } });
}

/** Tells the team an outcome of one of its memories, found by a check or a person. */
function tellOutcome(transaction: MemoryTransaction, team: Team, outcome: Outcome, telling: Telling): void {
  const { itemId, kind, by } = outcome;
  if (itemId === undefined || (by !== 'tests' && by !== 'user')) return;
  const item = transaction.item(itemId);
  const place = placeOf(team, item);
  if (item === undefined || place === undefined) return;
  if (transaction.teamOperations({ team: team.id, item: itemId, kinds: ['text'], limit: 1 }).length === 0)
    return;
  const digest = wordsDigestOf(sharedWordsOf(item));
  writeOperation(
    transaction,
    team,
    { kind: 'outcome', place, item: itemId, body: { outcome: kind, by, digest } },
    telling,
  );
}

function digestIn({ body }: TeamOperation): string | undefined {
  const item = body?.item;
  return typeof item === 'object' && item !== null
    ? wordsDigestOf(item as Readonly<Record<string, unknown>>)
    : undefined;
}

function placeOf({ repositories }: Team, item: MemoryItem | undefined): string | undefined {
  return repositories.find(({ id }: TeamRepository) => item?.scope === scopeOf('repo', id))?.place;
}

/** Whether others may have it: a memory vouched for here, or a session's where the team shares those. */
function mayShare(item: MemoryItem, { shares }: Team): boolean {
  if (item.status !== 'active' || item.quarantined || !standsAlone(item)) return false;
  if (item.origin.startsWith(originPrefix)) return false;
  return isVouchedHere(item) || (shares === 'captured' && item.trust === 'agent' && !isAdopted(item));
}

function isVouchedHere(item: MemoryItem): boolean {
  if (item.vouchedAtMs !== undefined) return isTrustedAs(item.trust, 'verified');
  return isTrustedAs(item.trust, 'verified') && !isAdopted(item);
}

function isPutAwayByPerson({ status, archivedFor }: MemoryItem): boolean {
  return status === 'superseded' || archivedFor === 'person' || archivedFor === undefined;
}

import { confirmItem } from '../../lessons/confirm-item.ts';
import type { ItemId } from '../../model/brands.ts';
import { AfterwitError } from '../../model/errors.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import { type Scope, type Speaker, scopeOf } from '../../model/provenance.ts';
import type { KnownRepository, RepositoryId } from '../../model/repository.ts';
import type { GitReader } from '../../ports/git-reader.ts';
import type { MemoryStore, MemoryTransaction } from '../../ports/memory-store.ts';
import type { Clock } from '../../ports/system.ts';
import { isTurnedDown } from '../decisions/give-feedback.ts';
import { putItem, requirePerson } from '../items/review-request.ts';
import { dependOn, wholeIdOf } from '../memory/find-item.ts';
import { addRepository, type IdentifyRequest, noteEvidence, repositoryAt } from './identify-repository.ts';
import { gatherCloneEvidence, valuesOf } from './match-repository.ts';

interface LinkRequest {
  readonly store: MemoryStore;
  readonly git: GitReader;
  /** Repository that the clone belongs to from now on. */
  readonly id: string;
  readonly speaker: Speaker;
}

/**
 * Makes this clone belong to that repository, because a person says so. Its former repository is removed when no other
 * clone is left of it, so that no clone is said to look like it; its memories move along.
 * @throws NEEDS_PERSON (it hands over memories), REPOSITORY_NOT_FOUND
 */
export async function linkRepository({ store, git, id, speaker }: LinkRequest): Promise<KnownRepository> {
  requirePerson(speaker, 'say that a clone shares the memories of another repository');
  const evidence = await gatherCloneEvidence(git);
  return store.transact((transaction) => {
    const target =
      transaction.repository(id as RepositoryId) ?? onlyWithPrefix(transaction.repositories(), id);
    if (target === undefined) throw unknownRepository(id);
    const previous = repositoryAt(transaction, git);
    const linked = noteEvidence(transaction, target.id, evidence);
    if (
      previous !== undefined &&
      previous.id !== target.id &&
      valuesOf(previous.evidence, 'path').length === 1
    ) {
      moveItems(transaction, previous.id, target.id);
      transaction.removeRepository(previous.id);
    }
    return linked;
  });
}

const fewestDigits = 8;

function onlyWithPrefix(all: readonly KnownRepository[], id: string): KnownRepository | undefined {
  if (id.length < fewestDigits) return undefined;
  const [first, ...others] = all.filter((one) => one.id.startsWith(id));
  return others.length === 0 ? first : undefined;
}

function unknownRepository(id: string): AfterwitError {
  return new AfterwitError(
    'REPOSITORY_NOT_FOUND',
    `No repository ${id} is known here. \`afterwit repo show\` run in another clone of it prints its id.`,
    { data: { repositoryId: id } },
  );
}

/**
 * Makes a clone a repository of its own, by the word of a person, known by its path and directory. Memories stay with the
 * repository that it leaves.
 * @throws NEEDS_PERSON
 */
export async function splitRepository(
  request: Pick<IdentifyRequest, 'store' | 'git' | 'clock' | 'random'> & { readonly speaker: Speaker },
): Promise<KnownRepository> {
  requirePerson(request.speaker, 'say that a clone is a repository of its own');
  const evidence = await gatherCloneEvidence(request.git);
  return request.store.transact((transaction) => addRepository(transaction, request, evidence));
}

interface PauseRequest {
  readonly store: MemoryStore;
  readonly clock: Clock;
  readonly repositoryId: RepositoryId;
  readonly speaker: Speaker;
}

/**
 * Stops showing memories unasked in a repository. Returns the time of the pause; pausing again keeps the first time.
 * @throws NEEDS_PERSON (no agent silences the memory of others)
 */
export async function pauseRepository({
  store,
  clock,
  repositoryId,
  speaker,
}: PauseRequest): Promise<{ readonly sinceMs: number }> {
  requirePerson(speaker, 'pause the memory of a repository');
  return await store.transact((transaction) => {
    const pausedAtMs = transaction.pausedAtMs(repositoryId);
    if (pausedAtMs !== undefined) return { sinceMs: pausedAtMs };
    const sinceMs = clock.nowMs();
    transaction.pause(repositoryId, sinceMs);
    return { sinceMs };
  });
}

/** Returns false when it was not paused. No agent undoes a person's choice. @throws NEEDS_PERSON */
export async function resumeRepository({
  store,
  repositoryId,
  speaker,
}: Omit<PauseRequest, 'clock'>): Promise<boolean> {
  return await store.transact((transaction) => {
    if (transaction.pausedAtMs(repositoryId) === undefined) return false;
    requirePerson(speaker, 'end a pause');
    return transaction.resume(repositoryId);
  });
}

/** Moves the memories of a repository to another one; a memory that exists there already is confirmed instead. */
export function moveItems(transaction: MemoryTransaction, from: RepositoryId, to: RepositoryId): void {
  const scope = scopeOf('repo', to);
  // Oldest first, so that the other repository gets them in their original order.
  const items = transaction.items({ scopes: [scopeOf('repo', from)] }).toReversed();
  const meetings = new Map(items.flatMap((item) => meet(transaction, item, scope)));
  for (const item of items) {
    const meeting = meetings.get(item.id);
    if (meeting === undefined) {
      putItem(transaction, { ...withKnownWhole(item, meetings), scope });
      continue;
    }
    transaction.removeItem(item.id);
    for (const changed of meeting.changed) putItem(transaction, changed);
  }
}

/** A memory that meets another of the same fingerprint: the id under which it goes on, and the memory to write. */
interface Meeting {
  readonly id: ItemId;
  readonly changed: readonly MemoryItem[];
}

function meet(
  transaction: MemoryTransaction,
  item: MemoryItem,
  scope: Scope,
): readonly (readonly [ItemId, Meeting])[] {
  const same = transaction.itemByFingerprint(scope, item.fingerprint);
  if (same === undefined) return [];
  const confirmation = confirmItem(same, item, isTurnedDown(transaction, same, item.updatedAtMs));
  if (confirmation.kind === 'ignored') return [[item.id, { id: same.id, changed: [] }]];
  if (confirmation.kind === 'confirmed')
    return [[item.id, { id: same.id, changed: [{ ...confirmation.item, scope }] }]];
  const changed = [confirmation.retired, { ...confirmation.item, scope }];
  return [[item.id, { id: item.id, changed }]];
}

/** Links a part to the whole that is already known there. */
function withKnownWhole(item: MemoryItem, meetings: ReadonlyMap<ItemId, Meeting>): MemoryItem {
  const whole = meetings.get(wholeIdOf(item) ?? item.id);
  return whole === undefined ? item : dependOn(item, whole.id);
}

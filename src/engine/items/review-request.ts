import type { EditedItem } from '../../model/answers/item-answers.ts';
import { AfterwitError, invalidArgument } from '../../model/errors.ts';
import type { HardRuleBody } from '../../model/item-body.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { Speaker } from '../../model/provenance.ts';
import type { MemoryStore, MemoryTransaction } from '../../ports/memory-store.ts';
import { startedCommands } from '../../query/commands/command-signature.ts';
import { redact } from '../../redaction/redact.ts';
import { itemTerms } from '../../retrieval/item-terms.ts';
import { findItem } from '../memory/find-item.ts';

export interface ReviewRequest {
  readonly store: MemoryStore;
  readonly id: string;
  readonly speaker: Speaker;
  readonly nowMs: number;
}

/** @throws NEEDS_PERSON unless the speaker is known to be a person */
export function requirePerson({ kind, name }: Speaker, what: string): void {
  if (kind === 'user') return;
  const asker = kind === 'agent' ? `this was asked by the agent ${name}` : 'it is not known who asked this';
  throw new AfterwitError(
    'NEEDS_PERSON',
    `Only a person may ${what}, and ${asker}. Run the command in a terminal of your own.`,
    { data: { speaker: kind, name } },
  );
}

/**
 * Changes a memory in the name of a person, in one transaction.
 * @param what completes "Only a person may …"
 * @throws NEEDS_PERSON, ITEM_NOT_FOUND, and the change's errors: nothing is written then
 */
export async function changeItem<T>(
  { store, id, speaker }: ReviewRequest,
  what: string,
  change: (item: MemoryItem, transaction: MemoryTransaction) => T,
): Promise<T> {
  requirePerson(speaker, what);
  return await store.transact((transaction) => change(findItem(transaction, id), transaction));
}

/** Writes a memory with the terms that it is found by. */
export function putItem(transaction: MemoryTransaction, item: MemoryItem): MemoryItem {
  transaction.putItem(item, itemTerms(item));
  return item;
}

/** A fault of the request that names the memory it is about. */
export function refused({ id }: Pick<MemoryItem, 'id'>, message: string): AfterwitError {
  return invalidArgument(message, { id });
}

/** The words that a person read before deciding; without them, the request is the answer. */
export interface Reading {
  /** The words of the memory. */
  readonly seen?: string | undefined;
  /** Ids of those that it takes the place of. */
  readonly replacing?: readonly string[] | undefined;
}

/**
 * A person's decision is bound to the very words that they read, and to the memories that they saw go for them.
 * @param replaced memories that go now
 * @throws CHANGED_MEANWHILE with the words of now
 */
export function requireSeen(
  { id, title, content }: MemoryItem,
  { seen = content, replacing }: Reading = {},
  replaced: readonly { readonly id: string }[] = [],
): void {
  if (seen === content && replaced.every((older) => replacing?.includes(older.id) !== false)) return;
  throw new AfterwitError(
    'CHANGED_MEANWHILE',
    `${id.slice(0, 8)} was changed while it was read. Nothing was decided: read it again.`,
    { data: { id, title, content } },
  );
}

/** The body of a rule that is to stop calls. @throws NEEDS_PERSON, INVALID_ARGUMENT */
export function draftHardRule(
  {
    command,
    files = [],
  }: { readonly command?: string | undefined; readonly files?: readonly string[] | undefined },
  speaker: ReviewRequest['speaker'],
): HardRuleBody {
  requirePerson(speaker, 'make a rule that stops calls');
  if (files.some((file) => /(?<=.{2}):[^:/\\]*$/.test(file)))
    throw invalidArgument('A hard rule is about whole files: name the file without a symbol.');
  if (command === undefined && files.length === 0) throw aboutNothing();
  if (command === undefined) return { kind: 'hard_rule' };
  const words = redact(command.trim());
  if (startedCommands(words).length === 0)
    throw invalidArgument('The command has no words. Name it as it is typed: "git push --force".');
  return { kind: 'hard_rule', command: words };
}

/** Makes a rule stop calls from now on, or not any more. @throws ITEM_NOT_FOUND, NEEDS_PERSON, INVALID_ARGUMENT */
export async function setHardness(request: ReviewRequest, hard: boolean): Promise<EditedItem> {
  return await changeItem(request, 'say whether a rule stops calls', (before, transaction) => {
    const { body, ...rest } = before;
    const isRule = before.type === 'constraint' && before.trust === 'user' && before.status === 'active';
    if (hard && !(isRule && (body === undefined || body.kind === 'hard_rule')))
      throw invalidArgument('Only a constraint that a person said can be hard.');
    if (hard && body === undefined && before.references.length === 0) throw aboutNothing();
    const item: MemoryItem = {
      ...(hard || body?.kind !== 'hard_rule' ? before : rest),
      ...(hard ? { body: body ?? { kind: 'hard_rule' } } : {}),
      updatedAtMs: Math.max(before.updatedAtMs, request.nowMs),
    };
    transaction.updateItem(item);
    return { item, before, waits: false };
  });
}

function aboutNothing(): AfterwitError {
  return invalidArgument('A hard rule needs a file (--file) or a command (--command) that it is about.');
}

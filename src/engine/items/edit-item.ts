import { keepVersion } from '../../lessons/confirm-item.ts';
import type { ContradictionSettings } from '../../lessons/options.ts';
import { fingerprintOf, reviseContent, titleOf } from '../../lessons/prepare-item.ts';
import type { EditedItem } from '../../model/answers/item-answers.ts';
import type { ItemId } from '../../model/brands.ts';
import { invalidArgument } from '../../model/errors.ts';
import { type MemoryItem, standsAlone } from '../../model/memory-item.ts';
import { isTrustedAs } from '../../model/provenance.ts';
import { bringBack, giveWords } from '../../model/raise-trust.ts';
import type { ItemReader, MemoryTransaction } from '../../ports/memory-store.ts';
import type { Random, TokenCounter } from '../../ports/system.ts';
import { redact } from '../../redaction/redact.ts';
import { withTokenCost } from '../memory/draft-item.ts';
import { findItem, isVersion, ownerOf, type Version, versionsOf } from '../memory/find-item.ts';
import { isFollowed, rulePathOf } from '../rules/draft-rule.ts';
import { linkSuccession } from './link-succession.ts';
import {
  putItem,
  type ReviewRequest,
  refused,
  requirePerson,
  requireSeen,
  setHardness,
} from './review-request.ts';

/** Another text for a memory: new words, or those of one of its versions. */
export interface ItemEdit {
  readonly content?: string | undefined;
  readonly title?: string | undefined;
  /** Id of a version of the memory, as `history` gives it. */
  readonly restore?: string | undefined;
  /** Whether it stops calls of an agent's tools. Given alone. */
  readonly hard?: boolean | undefined;
  /** Its text as it was read. */
  readonly seen?: string | undefined;
}

export interface EditDependencies {
  readonly tokens: TokenCounter;
  readonly random: Random;
  /** Default: contradicted memories are looked for. */
  readonly contradiction?: ContradictionSettings | undefined;
}

/**
 * Gives a memory another text in the name of a person. The former text is kept as a version, from which it can be brought back.
 * @throws ITEM_NOT_FOUND, NEEDS_PERSON, INVALID_ARGUMENT when nothing would change, when another memory has this text, and for a
 * memory that follows a file or is no longer in use
 */
export async function editItem(
  request: ReviewRequest,
  edit: ItemEdit,
  { tokens, random, contradiction }: EditDependencies,
): Promise<EditedItem> {
  const { store, id, speaker, nowMs } = request;
  requirePerson(speaker, 'change what a memory says');
  requireOneEdit(edit);
  if (edit.hard !== undefined) return await setHardness(request, edit.hard);
  const { item, version } = store.read((reader) => {
    const found = findEditable(reader, id);
    requireSeen(found, edit);
    return { item: found, version: edit.restore && findVersion(reader, found, edit.restore) };
  });
  const reworded = version
    ? bringBack(item, version, nowMs)
    : giveWords(item, wordsOf(item, edit), { speaker, nowMs });
  requireChange(item, reworded);
  // Counted before the transaction, which must not wait for it.
  const { tokenCost } = await withTokenCost(reworded, tokens);
  const versionId = random.uuid() as ItemId;
  return await store.transact((transaction) => {
    requireUnchanged(transaction, item);
    const edited = putEdited(
      transaction,
      { item, edited: { ...reworded, tokenCost } },
      { versionId, nowMs, contradiction },
    );
    return { ...edited, waits: !isTrustedAs(edited.item.trust, 'verified') || edited.item.quarantined };
  });
}

function findEditable(reader: ItemReader, id: string): MemoryItem {
  const item = findItem(reader, id);
  const shortId = item.id.slice(0, 8);
  if (isVersion(item)) {
    const owner = ownerOf(reader, item).id.slice(0, 8);
    throw refused(
      item,
      `${shortId} is an earlier text of ${owner}. Bring it back with \`afterwit edit ${owner} --restore ${shortId}\`.`,
    );
  }
  if (!standsAlone(item))
    throw refused(
      item,
      `${shortId} is a part of a known failure. Edit its fix: \`afterwit failures show ${shortId}\` names it.`,
    );
  if (isFollowed(item))
    throw refused(
      item,
      `${shortId} stands in ${rulePathOf(item)}. Change it there, and run \`afterwit import-rules\`.`,
    );
  if (item.status !== 'active')
    throw refused(
      item,
      `${shortId} is ${item.status}, so it is not shown, whatever it says. Remember the new text instead.`,
    );
  return item;
}

function findVersion(reader: ItemReader, item: MemoryItem, id: string): Version {
  const version = findItem(reader, id);
  if (isVersion(version) && ownerOf(reader, version).id === item.id) return version;
  throw refused(
    item,
    `${version.id.slice(0, 8)} is no earlier text of ${item.id.slice(0, 8)}. \`afterwit history ${item.id.slice(0, 8)}\` lists them.`,
  );
}

function wordsOf(item: MemoryItem, { content, title }: ItemEdit) {
  const worded = content === undefined ? item : reviseContent(item, content);
  return title === undefined
    ? worded
    : {
        ...worded,
        title: redact(titleOf({ title: redact(title), content: worded.content, failure: undefined })),
      };
}

function requireOneEdit({ content, title, restore, hard }: ItemEdit): void {
  const isWorded = content !== undefined || title !== undefined;
  if ([isWorded, restore !== undefined, hard !== undefined].filter(Boolean).length === 1) return;
  throw invalidArgument(
    'Say what is to change: a new text or title, an earlier version to bring back, or whether it is hard; one of these.',
  );
}

function requireChange(item: MemoryItem, { content, title, trust }: MemoryItem): void {
  if (content !== item.content || title !== item.title || trust !== item.trust) return;
  throw refused(item, `${item.id.slice(0, 8)} says that already. Nothing was changed.`);
}

function requireUnchanged(reader: ItemReader, { id, content, title, trust, status }: MemoryItem): void {
  const now = findItem(reader, id);
  if (now.content === content && now.title === title && now.trust === trust && now.status === status) return;
  throw refused(
    now,
    `${id.slice(0, 8)} was changed meanwhile. Look at it (\`afterwit show ${id.slice(0, 8)}\`), and edit it again.`,
  );
}

/** When a text was given up for another, and under which id it is kept. */
export interface EditMoment {
  readonly versionId: ItemId;
  readonly nowMs: number;
  /** Default: contradicted memories are looked for. */
  readonly contradiction?: ContradictionSettings | undefined;
}

/**
 * Writes a memory with its new text, and the former text as a version. Memories that contradict the new text give way to it,
 * as to a new memory.
 * @throws INVALID_ARGUMENT when another memory has this text
 */
export function putEdited(
  transaction: MemoryTransaction,
  { item, edited }: { readonly item: MemoryItem; readonly edited: MemoryItem },
  { versionId, nowMs, contradiction }: EditMoment,
) {
  requireOwnWords(transaction, edited);
  const [latest] = versionsOf(transaction, item.id);
  const sinceMs = latest?.validToMs ?? item.createdAtMs;
  const before = keepVersion(item, edited, { id: versionId, sinceMs, nowMs });
  releaseWords(transaction, edited);
  // First the memory, then its version: there is one fingerprint in a scope.
  putItem(transaction, edited);
  putItem(transaction, before);
  return {
    item: linkSuccession(edited, transaction, { settings: contradiction, saidAtMs: nowMs }).item,
    before,
  };
}

/** @throws INVALID_ARGUMENT when another memory has this text; a version of the memory itself is none */
export function requireOwnWords(reader: ItemReader, { id, scope, fingerprint }: MemoryItem): void {
  const other = reader.itemByFingerprint(scope, fingerprint);
  if (other === undefined || other.id === id || ownerOf(reader, other).id === id) return;
  throw invalidArgument(
    `Another memory, ${other.id.slice(0, 8)}, has the same text already. Reject this one (\`afterwit review reject ${id.slice(0, 8)}\`), or choose another wording.`,
    { id, otherId: other.id },
  );
}

/** A version that has the text which is the memory's again gives up the fingerprint. */
function releaseWords(transaction: MemoryTransaction, { id, scope, fingerprint }: MemoryItem): void {
  const version = transaction.itemByFingerprint(scope, fingerprint);
  if (version === undefined || version.id === id) return;
  putItem(transaction, { ...version, fingerprint: fingerprintOf(['version', version.id]) });
}

import { isDeepStrictEqual } from 'node:util';
import { readItemLine, writeSharedLine } from '../../lessons/item-line.ts';
import type { ShareChange } from '../../model/answers/exchange-report.ts';
import type { ItemId } from '../../model/brands.ts';
import { AfterwitError, invalidArgument, isAfterwitError } from '../../model/errors.ts';
import { type MemoryItem, standaloneKinds, standsAlone } from '../../model/memory-item.ts';
import { isTrustedAs, type Scope, type Speaker, scopeKindOf } from '../../model/provenance.ts';
import type { MemoryReader } from '../../ports/memory-store.ts';
import { requirePerson } from '../items/review-request.ts';
import { findItem, wholeIdOf } from '../memory/find-item.ts';
import { originPrefix } from '../rules/rule-files.ts';

export interface ShareRequest {
  readonly speaker: Speaker;
  /** Text of the shared file as it is. */
  readonly before: string;
  /** The only scope whose memories are shared. */
  readonly scope: Scope;
  /** Memories to add, or to bring up to date. */
  readonly ids: readonly string[];
  /** Every memory of the scope that may be shared. */
  readonly all: boolean;
  /** Ids of lines to take out; the memory itself stays. */
  readonly removed: readonly string[];
}

export interface SharePlan {
  readonly text: string;
  readonly changes: readonly ShareChange[];
  readonly lineCount: number;
}

/**
 * Chosen memories → lines of the shared file, beside the lines of others, which stay to the letter. Only memories that
 * a person vouches for are shared, and only out of one scope.
 * @throws NEEDS_PERSON, ITEM_NOT_FOUND, INVALID_ARGUMENT for a memory that may not be shared, and for a file with an
 * invalid line
 */
export function planShare(reader: MemoryReader, request: ShareRequest): SharePlan {
  requirePerson(request.speaker, 'share memories with others');
  const before = readSharedFile(request.before);
  const lines = new Map(before.map((line) => [line.id, line]));
  const changes: ShareChange[] = [];
  for (const id of request.removed) changes.push(takeOut(lines, id));
  const chosen = request.all ? allOf(reader, request.scope) : request.ids.map((id) => findItem(reader, id));
  for (const item of chosen) {
    requireShareable(item, request.scope);
    changes.push(...put(lines, item, reader));
  }
  for (const line of lines.values()) {
    if (!isReplaced(line, lines, reader)) continue;
    lines.delete(line.id);
    changes.push({ kind: 'replaced', id: line.id, title: line.title });
  }
  const after = dropEmptyWholes([...lines.values()]).sort(inOrder);
  return { text: after.map(({ text }) => text).join(''), changes, lineCount: after.length };
}

function takeOut(lines: Map<ItemId, SharedLine>, prefix: string): ShareChange {
  const [first, second] = [...lines.values()].filter(({ id }) => id.startsWith(prefix.toLowerCase()));
  if (first === undefined || second !== undefined)
    throw new AfterwitError(
      'ITEM_NOT_FOUND',
      first === undefined
        ? `No shared lesson has an id that begins with ${JSON.stringify(prefix.slice(0, 80))}. The file lists them, one a line.`
        : `Several shared lessons have an id that begins with ${prefix.slice(0, 80)}. Give more digits.`,
      { data: { id: prefix.slice(0, 80) } },
    );
  lines.delete(first.id);
  return { kind: 'removed', id: first.id, title: first.title };
}

/** The line of a memory, after that of the failure it belongs to. */
function put(lines: Map<ItemId, SharedLine>, item: MemoryItem, reader: MemoryReader): readonly ShareChange[] {
  const whole = item.body?.kind === 'variant' ? reader.item(item.body.patternId) : undefined;
  if (whole !== undefined) putLine(lines, whole, whole.id);
  const kind = putLine(lines, item, whole?.id ?? item.id);
  return kind === undefined ? [] : [{ kind, id: item.id, title: item.title }];
}

/** Returns the fate of the line. A line that says the same stays, so that a diff shows changes of words alone. */
function putLine(
  lines: Map<ItemId, SharedLine>,
  item: MemoryItem,
  wholeId: ItemId,
): 'added' | 'changed' | undefined {
  const text = writeSharedLine(item);
  const known = lines.get(item.id);
  if (known !== undefined && isSameButForTime(known.text, text)) return undefined;
  lines.set(item.id, {
    ...{ id: item.id, wholeId, title: item.title, text },
    isPattern: item.body?.kind === 'pattern',
  });
  return known === undefined ? 'added' : 'changed';
}

function allOf(reader: MemoryReader, scope: Scope): readonly MemoryItem[] {
  return reader
    .items({ scopes: [scope], kinds: standaloneKinds, statuses: ['active'] })
    .filter((item) => whyNot(item, scope) === undefined);
}

function requireShareable(item: MemoryItem, scope: Scope): void {
  const why = whyNot(item, scope);
  if (why === undefined) return;
  const { id } = item;
  throw invalidArgument(`The memory ${id.slice(0, 8)} ${why}`, { id });
}

function whyNot(item: MemoryItem, scope: Scope): string | undefined {
  if (item.scope !== scope) return tellPlace(item);
  if (!standsAlone(item)) return 'is a part of a known failure. Share its fix.';
  if (item.status !== 'active') return `is ${item.status}. Share what holds today.`;
  if (item.origin.startsWith(originPrefix)) return 'stands in a rule file, which others have already.';
  if (item.quarantined || !isTrustedAs(item.trust, 'verified'))
    return `was not approved by a person. Read it, then approve it: \`afterwit review approve ${item.id.slice(0, 8)}\`.`;
  return undefined;
}

function tellPlace({ scope }: MemoryItem): string {
  const kind = scopeKindOf(scope);
  return kind === 'repo'
    ? 'is of another repository, or another scope was named. It is shared from a clone of its own.'
    : `does not hold for this repository alone. Add --scope ${kind} to share what is yours elsewhere.`;
}

/** Whether the memory of a line gave way here to another shared one. */
function isReplaced(
  { id }: SharedLine,
  lines: ReadonlyMap<ItemId, SharedLine>,
  reader: MemoryReader,
): boolean {
  const item = reader.item(id);
  const { status, supersededById } = item ?? {};
  return status === 'superseded' && supersededById !== undefined && lines.has(supersededById);
}

/** Without failures of which no fix is shared any more. */
function dropEmptyWholes(lines: readonly SharedLine[]): SharedLine[] {
  const wholes = new Set(lines.filter(({ id, wholeId }) => id !== wholeId).map(({ wholeId }) => wholeId));
  return lines.filter(({ id, isPattern }) => !isPattern || wholes.has(id));
}

/** Orders a failure before its fixes; else by id, so that two people's additions lie apart and merge. */
function inOrder(one: SharedLine, other: SharedLine): number {
  const keyOf = ({ id, wholeId }: SharedLine) => (id === wholeId ? `${wholeId} ` : `${wholeId} ${id}`);
  return keyOf(one) < keyOf(other) ? -1 : 1;
}

interface SharedLine {
  readonly id: ItemId;
  /** Id of the failure that a fix belongs to; its own for all else. */
  readonly wholeId: ItemId;
  readonly title: string;
  readonly isPattern: boolean;
  /** As it is written, with its line end. */
  readonly text: string;
}

/**
 * Lines of a shared file.
 * @throws INVALID_ARGUMENT with the number of a line that is no memory, or says of one something else than an
 * earlier line: a conflict that was not resolved, most likely
 */
function readSharedFile(text: string): readonly SharedLine[] {
  const firsts = new Map<ItemId, { readonly number: number; readonly text: string }>();
  return text.split('\n').flatMap((written, index) => {
    const line = written.replace(/\r$/, '');
    if (line.trim() === '') return [];
    const number = index + 1;
    const shared = readSharedLine(line, number);
    const first = firsts.get(shared.id);
    if (first !== undefined && !isSameButForTime(first.text, shared.text))
      throw saidTwice(first.number, number);
    firsts.set(shared.id, first ?? { number, text: shared.text });
    return [shared];
  });
}

function saidTwice(first: number, line: number): AfterwitError {
  return invalidArgument(
    `Lines ${first} and ${line} of the shared file are two versions of one memory. Nothing was written. Keep the one that holds.`,
    { line },
  );
}

function readSharedLine(line: string, number: number): SharedLine {
  try {
    const { item } = readItemLine(line, { nowMs: 0 });
    const { id, title, body } = item;
    const isPattern = body?.kind === 'pattern';
    return {
      id,
      wholeId: (isPattern ? undefined : wholeIdOf(item)) ?? id,
      title,
      isPattern,
      text: `${line}\n`,
    };
  } catch (fault) {
    if (!isAfterwitError(fault)) throw fault;
    throw new AfterwitError(
      'INVALID_ARGUMENT',
      `Line ${number} of the shared file cannot be read: ${fault.message} Nothing was written. Mend the line first, or take it out; git has the file as it was.`,
      { data: { line: number }, cause: fault },
    );
  }
}

/** Whether two lines differ at most in when their memory was last confirmed. */
function isSameButForTime(one: string, other: string): boolean {
  return isDeepStrictEqual(withoutTime(one), withoutTime(other));
}

function withoutTime(line: string): unknown {
  const { updatedAt: _, ...fields } = JSON.parse(line) as Record<string, unknown>;
  return fields;
}

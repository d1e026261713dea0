import type { Outcome } from '../model/decision.ts';
import { failureOf } from '../model/item-body.ts';
import { kindOf, type MemoryItem } from '../model/memory-item.ts';
import { type Scope, type Speaker, scopeKindOf } from '../model/provenance.ts';
import { timeOf } from './fields-of-item.ts';
import { fingerprintOf, identityOf } from './fingerprint.ts';
import type { ItemRecord } from './item-record.ts';
import { itemTimes } from './item-times.ts';
import { withWriting, writingOf } from './writing.ts';

interface Adoption {
  /** A person says that the file is their own export: what it claims is believed. */
  readonly vouched: boolean;
  readonly speaker: Speaker;
  readonly nowMs: number;
  /** Where everything holds, whatever the file says. */
  readonly scope?: Scope | undefined;
}

const importedOrigin = 'import';

/**
 * Turns a memory from a file into one of ours. Anybody can write `"trust": "user"` into a file. Unless a person vouches
 * for the file, its memories are therefore untrusted, have the file as their speaker, and get a fingerprint that no
 * local memory has. So they are not shown unasked, and cannot confirm or change a trusted memory.
 */
export function adoptItem({ item, outcomes, ...rest }: ItemRecord, adoption: Adoption): ItemRecord {
  const placed = adoption.scope === undefined ? item : { ...item, scope: adoption.scope };
  if (adoption.vouched && !isAdopted(placed)) return { ...rest, item: placed, outcomes };
  const said = notLaterThan(placed, adoption.nowMs);
  if (adoption.vouched) return { ...rest, item: claimNothing(said), outcomes };
  return { ...rest, item: distrust(said, adoption.speaker), outcomes: outcomes.map(distrustOutcome) };
}

/** Whether a memory came out of a file that nobody vouched for. */
export function isAdopted({ origin }: Pick<MemoryItem, 'origin'>): boolean {
  return origin === importedOrigin || origin.startsWith(`${importedOrigin}/`);
}

function distrust({ vouchedAtMs: _, ...told }: MemoryItem, { kind }: Speaker): MemoryItem {
  const item = withoutHardness(told);
  const holdsElsewhere = scopeKindOf(item.scope) !== 'repo';
  return {
    ...claimNothing(item),
    source: 'import',
    trust: 'untrusted',
    origin: isAdopted(item) ? item.origin : `${importedOrigin}/${item.origin}`,
    principal: behindFile(item.principal),
    quarantined: item.quarantined || (kind !== 'user' && holdsElsewhere),
  };
}

/** What stops an agent's calls is for a person here to say. */
function withoutHardness({ body, ...item }: MemoryItem): MemoryItem {
  return body === undefined || body.kind === 'hard_rule' ? item : { ...item, body };
}

/**
 * The memory as said by now at the latest: one of days to come would outlast all others, and no later word could take its place. What the
 * line told is kept for the program that wrote it.
 */
function notLaterThan(item: MemoryItem, nowMs: number): MemoryItem {
  const late = itemTimes.filter(({ inItem, isPast }) => isPast && (item[inItem] ?? nowMs) > nowMs);
  if (late.length === 0) return item;
  const writing = writingOf(item);
  const told = late.map(({ inItem, inLine }) => [inLine, timeOf(item[inItem])] as const);
  return withWriting(
    { ...item, ...Object.fromEntries(late.map(({ inItem }) => [inItem, nowMs])) },
    { ...writing, values: { ...Object.fromEntries(told), ...writing.values }, takenAtMs: nowMs },
  );
}

/**
 * The memory with a fingerprint of its own, also when its own export is vouched for: else a line that was forged long before
 * could take the place of what is said here later. What it claimed is kept for the program that wrote it.
 */
function claimNothing(item: MemoryItem): MemoryItem {
  const writing = writingOf(item);
  const { source = item.source, fingerprint: claimed = item.fingerprint } = writing.values;
  const fingerprint = String(claimed);
  return withWriting(
    { ...item, fingerprint: ownFingerprint(item, fingerprint) },
    { ...writing, values: { ...writing.values, source, fingerprint } },
  );
}

/** Removes the weight of an outcome that was imported with its memory. */
function distrustOutcome(outcome: Outcome): Outcome {
  const id = outcome.id.startsWith('import ') ? outcome.id : `import ${outcome.id}`;
  return { ...outcome, id, by: 'inference', principal: behindFile(outcome.principal) };
}

function behindFile(principal: string): string {
  return principal === importedOrigin || principal.startsWith(`${importedOrigin}:`)
    ? principal
    : `${importedOrigin}:${principal}`;
}

/**
 * A lesson's fingerprint from its text and from what the file says it is, so that memories which their program keeps apart stay
 * apart; for parts of a known failure, the file's fingerprint is not accepted.
 */
export function ownFingerprint(item: MemoryItem, claimed: string): string {
  if (kindOf(item) !== 'lesson') return fingerprintOf(['imported', kindOf(item), item.id]);
  return fingerprintOf(['imported', ...identityOf(item.type, item.content, failureOf(item.body)), claimed]);
}

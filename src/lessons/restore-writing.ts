import { isDeepStrictEqual } from 'node:util';
import type { MemoryItem } from '../model/memory-item.ts';
import { isAdopted, ownFingerprint } from './adopt-item.ts';
import { type Fields, itemFromFields, plainFields, toMs } from './item-from-fields.ts';
import { itemTimes } from './item-times.ts';
import { writingOf } from './writing.ts';

/**
 * The fields of a memory, spelled as the program that wrote them did, wherever that still says the same: what has changed since
 * is spelled as ours. So what a file claims here can never say anything else than the memory does.
 */
export function restoreWriting(item: MemoryItem, fields: Fields): Fields {
  const { foreign = [], values } = writingOf(item);
  const known = Object.entries(values).filter(([name]) => Object.hasOwn(fields, name));
  if (known.length + foreign.length === 0) return fields;
  const read = itemFromFields(plainFields({ ...fields, ...Object.fromEntries(known) }), item.createdAtMs);
  const same = known.filter(([name]) => isSame(name, read, item));
  return beside(foreign, { ...fields, ...Object.fromEntries(same), ...claimsOf(item) });
}

function isSame(name: string, read: MemoryItem, item: MemoryItem): boolean {
  const field = (itemTimes.find(({ inLine }) => inLine === name)?.inItem ?? name) as keyof MemoryItem;
  return isDeepStrictEqual(read[field], item[field]);
}

/** What a memory that nobody vouched for was said to be: nothing that trust depends on. */
function claimsOf(item: MemoryItem): Fields {
  if (!isAdopted(item)) return {};
  const { source, fingerprint } = writingOf(item).values;
  const isItsOwn = typeof fingerprint === 'string' && ownFingerprint(item, fingerprint) === item.fingerprint;
  return {
    ...daysToComeOf(item),
    ...(typeof source === 'string' ? { source } : {}),
    ...(isItsOwn ? { fingerprint } : {}),
  };
}

/** Times that a line told and that were not reached when it was taken; what was said anew since is as old as that. */
function daysToComeOf(item: MemoryItem): Fields {
  const { values, takenAtMs } = writingOf(item);
  const late = itemTimes.filter(
    ({ inItem, inLine, isPast }) =>
      isPast && takenAtMs !== undefined && item[inItem] === takenAtMs && toMs(values[inLine]) > takenAtMs,
  );
  return Object.fromEntries(late.map(({ inLine }) => [inLine, values[inLine]]));
}

/** When a memory was made, as far as its line told. */
export function toldCreationOf(item: MemoryItem): number {
  const { createdAt } = daysToComeOf(item);
  return createdAt === undefined ? item.createdAtMs : toMs(createdAt);
}

/**
 * Whether the line of a memory told of days to come, and told the same when `earlier` was taken from it: it is no newer for being taken
 * later.
 */
export function isTakenAgain(item: MemoryItem, earlier: MemoryItem): boolean {
  const { updatedAt } = daysToComeOf(item);
  const { values, takenAtMs } = writingOf(earlier);
  return updatedAt !== undefined && takenAtMs !== undefined && toMs(updatedAt) === toMs(values.updatedAt);
}

/** Fields that we do not know stand beside the others again, where they were. */
function beside(foreign: readonly string[], fields: Fields): Fields {
  const { extra, ...others } = fields;
  const kept = extra as Fields;
  const names = foreign.filter((name) => !Object.hasOwn(fields, name) && Object.hasOwn(kept, name));
  if (names.length === 0) return fields;
  const rest = Object.entries(kept).filter(([name]) => !names.includes(name));
  return {
    ...others,
    extra: Object.fromEntries(rest),
    ...Object.fromEntries(names.map((name) => [name, kept[name]])),
  };
}

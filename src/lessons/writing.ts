import type { MemoryItem } from '../model/memory-item.ts';
import { isObject } from './form.ts';

/**
 * How another program wrote the line of a memory, as far as ours would be written in another way. So that program gets back
 * what it wrote: `"id": "mem_1"`, `"ttlDays": null`, `"createdAt": "2026-02-22T10:00:00Z"`.
 */
export interface Writing {
  /** The fields its line had, in their order; absent for a line that was ours but for what follows. */
  readonly names?: readonly string[];
  /** Those of them that we do not know and that stand in `extra` meanwhile. */
  readonly foreign?: readonly string[];
  /** Fields that it spells in another way. */
  readonly values: Readonly<Record<string, unknown>>;
  /** When a line was taken that told of days to come; such times of the memory are this one. */
  readonly takenAtMs?: number;
}

/** Where it stands in `extra`. It is no part of a line. */
export const writingField = '$asWritten';

const none: Writing = { values: {} };

export function writingOf({ extra }: Pick<MemoryItem, 'extra'>): Writing {
  const writing = extra[writingField];
  return isObject(writing) && isObject(writing.values) ? (writing as unknown as Writing) : none;
}

export function withWriting(item: MemoryItem, writing: Writing): MemoryItem {
  return { ...item, extra: { ...item.extra, [writingField]: writing } };
}

import type { ItemId, MemoryItem, Scope } from '../../src/index.ts';
import { writeItemLine } from '../../src/lessons/item-line.ts';
import { prepareItem } from '../../src/lessons/prepare-item.ts';
import { person } from '../person.ts';

interface ToldMemory {
  readonly number: number;
  readonly content: string;
  readonly scope: Scope;
  readonly type: MemoryItem['type'];
  readonly atMs: number;
  /** Paths that it is about. Default: none. */
  readonly references?: readonly string[];
  /** Number of the memory that took its place. */
  readonly supersededBy?: number;
}

/** A memory as `export` writes it: what a person said, as `remember` keeps it. */
export function memoryLine(told: ToldMemory): string {
  const { number, content, scope, type, atMs, references = [], supersededBy } = told;
  const { item } = prepareItem({
    id: memoryId(number),
    ...{ content, type, scope, speaker: person, nowMs: atMs },
    ...{ tags: [], references, anchors: [] },
    // Two lines of a file that differ in their spaces alone are two memories here.
    identity: [`${number}`],
  });
  const outdated =
    supersededBy === undefined
      ? {}
      : { status: 'superseded' as const, supersededById: memoryId(supersededBy), updatedAtMs: atMs + 1 };
  return writeItemLine({ item: { ...item, ...outdated }, outcomes: [] });
}

export function memoryId(number: number): ItemId {
  return `${number.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000` as ItemId;
}

/** Lines as a file of them is read. */
export async function* asFile(lines: Iterable<string>): AsyncIterable<string> {
  yield* lines;
}

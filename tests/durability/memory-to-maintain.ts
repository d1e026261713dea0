import type { MemoryItem } from '../../src/model/memory-item.ts';
import type { MemoryStore } from '../../src/ports/memory-store.ts';
import {
  exampleDecision,
  exampleItem,
  itemId,
  text,
  wordsOf,
} from '../contract/memory-store/example-items.ts';

const dayMs = 86_400_000;
/** When a memory made by {@link fillForMaintenance} is maintained. */
export const maintainedAtMs = 1_000 * dayMs;
/** Groups to summarise, each of so many. */
export const groups = 20;
export const fragmentsOfGroup = 6;
/** Memories that expired long ago. */
export const expired = 600;
/** Decisions, each of which showed {@link shownId}. */
export const decisions = 150;
export const shownId = itemId('shown');

/** Fills a memory with work for upkeep: what expired, what is said often, and what was shown. */
export async function fillForMaintenance(store: MemoryStore): Promise<void> {
  await store.transact((transaction) => {
    const put = (item: MemoryItem) => transaction.putItem(item, wordsOf(item.content));
    put(exampleItem('shown'));
    for (let at = 0; at < expired; at++) put(exampleItem(`old-${at}`, { ttlDays: 1, updatedAtMs: 0 }));
    for (let group = 0; group < groups; group++)
      for (let at = 0; at < fragmentsOfGroup; at++) put(fragment(group, at));
    for (let at = 0; at < decisions; at++)
      transaction.addDecision(
        exampleDecision(`d${at}`, {
          atMs: at,
          countsLater: true,
          considered: [
            {
              ...{ itemId: shownId, shown: true, relevance: 1, strength: 'same', freshness: 'none' },
              score: { value: 1, description: 'words', parts: [] },
              admission: { admitted: true, refusals: [], warnings: [] },
              tokenCost: 10,
            },
          ],
        }),
      );
  });
}

function fragment(group: number, at: number): MemoryItem {
  const topic = Array.from({ length: 12 }, (_, word) => `topic${letters(group)}${letters(word)}`).join(' ');
  return exampleItem(`fragment-${group}-${at}`, {
    ...{ layer: 'episodic', type: 'failure', trust: 'agent', updatedAtMs: maintainedAtMs },
    content: text(`The run of ${topic} failed. It took ${at} s.`),
  });
}

function letters(number: number): string {
  return String.fromCharCode(97 + (number % 26)) + String.fromCharCode(97 + Math.floor(number / 26));
}

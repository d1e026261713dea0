import type { ModelUse } from '../../asking/model-use.ts';
import { successionUse } from '../../asking/uses.ts';
import { judgeSuccession, leastSure } from '../../lessons/judge-succession.ts';
import type { ModelUpkeep } from '../../model/answers/item-answers.ts';
import type { ItemId } from '../../model/brands.ts';
import { isAfterwitError } from '../../model/errors.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import { mayReplace } from '../../model/provenance.ts';
import type { ItemReader, MemoryStore } from '../../ports/memory-store.ts';
import { settleDoubts } from '../items/link-succession.ts';
import { putItem } from '../items/review-request.ts';
import { relatedBy } from '../memory/find-item.ts';
import { previewPrompt, type UseAsker } from '../models/use-asker.ts';

/** Most pairs that are told at once, the newest first, and characters of each statement. */
const mostPairs = 50;
const mostCharacters = 600;

interface OpenDoubt {
  readonly newer: MemoryItem;
  readonly older: MemoryItem;
}

/**
 * Pairs without a person's word in which the rules find it likely that the newer replaces the older, so that a model that is
 * always wrong does no more than they. A less trusted memory cannot replace another.
 */
function openDoubts(reader: ItemReader): readonly OpenDoubt[] {
  const doubtful = { kinds: ['lesson'], statuses: ['active'], quarantined: false } as const;
  return reader
    .items({ ...doubtful, mayReplace: true })
    .flatMap((newer) =>
      relatedBy(newer, 'may_supersede').flatMap((id) => {
        const older = reader.item(id);
        if (older?.status !== 'active' || !mayReplace(newer.trust, older.trust)) return [];
        const { confidence } = judgeSuccession({ newer: newer.content, older: older.content });
        return confidence >= leastSure ? [{ newer, older }] : [];
      }),
    )
    .slice(0, mostPairs);
}

function questionOf(doubts: readonly OpenDoubt[]) {
  const told = ({ content }: MemoryItem) => content.slice(0, mostCharacters).toWellFormed();
  return { pairs: doubts.map(({ older, newer }) => ({ older: told(older), newer: told(newer) })) };
}

/** Lists the prompts that would be sent; asks nothing. */
export function previewSuccessions(store: MemoryStore) {
  const doubts = store.read(openDoubts);
  return doubts.length === 0 ? [] : [previewPrompt(successionUse, questionOf(doubts))];
}

/**
 * Retires memories that a newer one replaced by the word of a language model, among pairs that wait for a person. It vouches
 * for no memory, and doubtful pairs wait on. Never throws for the model.
 */
export async function askSuccessions(ask: AskUpkeep, store: MemoryStore): Promise<ModelUpkeep['retired']> {
  const doubts = store.read(openDoubts);
  if (doubts.length === 0) return [];
  const answer = await ask(successionUse, questionOf(doubts));
  const replaced = doubts.filter((_, at) => answer?.[at]);
  if (replaced.length === 0) return [];
  return await store.transact((transaction) =>
    replaced.flatMap((doubt) => {
      const newer = asTold(transaction, doubt.newer);
      const older = asTold(transaction, doubt.older);
      if (newer === undefined || older === undefined) return [];
      if (!relatedBy(newer, 'may_supersede').includes(older.id)) return [];
      putItem(transaction, settleDoubts(newer, [older.id], true, transaction));
      return [{ id: older.id, title: older.title, by: newer.id }];
    }),
  );
}

/** The memory as it is now, unless it was changed since it was told. */
function asTold(
  reader: { item(id: ItemId): MemoryItem | undefined },
  { id, content }: MemoryItem,
): MemoryItem | undefined {
  const now = reader.item(id);
  return now?.status === 'active' && now.content === content ? now : undefined;
}

/** Asks a language model; undefined without an answer. Never throws for the model, and stops asking after a fault. */
export type AskUpkeep = <Question, Answer>(
  use: ModelUse<Question, Answer>,
  question: Question,
) => Promise<Answer | undefined>;

/** Asks a language model during one upkeep, and counts its calls and fault for the report. */
export function upkeepAsker(asker: UseAsker, signal: AbortSignal | undefined) {
  let calls = 0;
  let fault: string | undefined;
  const ask: AskUpkeep = async (use, question) => {
    if (fault !== undefined) return undefined;
    const asked = await asker.ask(use, question, signal).catch((thrown: unknown) => {
      if (!isAfterwitError(thrown)) throw thrown;
      return { fault: thrown.code, calls: 0 };
    });
    calls += asked.calls;
    if ('answer' in asked) return asked.answer;
    fault = asked.fault;
    return undefined;
  };
  const told = (): Omit<ModelUpkeep, 'retired'> => ({
    ...{ model: asker.model, calls },
    ...(fault === undefined ? {} : { fault }),
  });
  return { ask, told };
}

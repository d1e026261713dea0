import {
  type AdviceFate,
  judgeFollowed,
  type SessionStep,
  type ShownAdvice,
} from '../../capture/judge-followed.ts';
import { lastWords } from '../../feedback/last-words.ts';
import { outcomeId } from '../../feedback/outcome-id.ts';
import type { DecisionReceipt, Outcome, OutcomeKind } from '../../model/decision.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { MemoryStore, MemoryTransaction } from '../../ports/memory-store.ts';

interface CreditRequest {
  /** Session of the agent, as the agent names it. */
  readonly session: string;
  readonly steps: readonly SessionStep[];
  readonly nowMs: number;
}

/** A session is shown few cards; they are among the latest decisions. */
const mostDecisions = 500;
/** Who tells what became of a decision from the session in which it was made. */
const principal = 'inference:session-end';
/** The hook's clock and the transcript's are read a moment apart. */
const clockSlackMs = 2_000;
/** What is told of a fate; of the others nothing. */
const kinds: Readonly<Partial<Record<AdviceFate, OutcomeKind>>> = {
  followed: 'verified',
  withdrawn: 'rejected',
  passed_by: 'ignored',
};
const added = /^\s*\+ (.*)$/gm;
const removed = /^\s*- (.*)$/gm;
/** `Run \`x\` first`, `Use \`x\`, not \`y\``: the first that is named is to be run. */
const advised = /^(?:[A-Z]\w+: )?(?:Run|Use) `([^`\n]{1,200})`/;

/**
 * What became of the memories that a session was shown, told from what it did then: done as they say and the command passed, taken back, or
 * passed by. Told again it adds nothing, and a later word takes the place of an earlier one. Raises no trust.
 */
export async function creditMemories(
  store: MemoryStore,
  { session, steps, nowMs }: CreditRequest,
): Promise<readonly Outcome[]> {
  const last = steps.at(-1);
  if (last === undefined) return [];
  return await store.transact((transaction) =>
    shownIn(transaction.decisions(mostDecisions), session).flatMap(({ receipt, itemId }) => {
      const item = transaction.item(itemId);
      const family = receipt.failure?.command?.family;
      if (item === undefined || family === undefined) return [];
      const before = wordBefore(receipt, item, transaction);
      const after = steps.filter(({ atMs }) => atMs >= receipt.atMs - clockSlackMs);
      const fate = judgeFollowed(adviceOf(item, family), after, before.kind === 'verified');
      const kind = kinds[fate];
      if (kind === undefined || kind === before.kind) return [];
      if (kind === 'ignored' && before.kind !== undefined) return [];
      const said = {
        ...{ decisionId: receipt.id, itemId, kind, principal, session },
        by: 'inference' as const,
        // What a transcript says was said in days to come would outweigh what a person says till then.
        atMs: Math.max(Math.min(last.atMs, nowMs), receipt.atMs),
      };
      const outcome = { id: outcomeId(said, before.times(kind)), ...said };
      return transaction.addOutcome(outcome) ? [outcome] : [];
    }),
  );
}

export function wasShownCards(store: MemoryStore, session: string): boolean {
  return store.read((reader) => shownIn(reader.decisions(mostDecisions), session).length > 0);
}

function shownIn(decisions: readonly DecisionReceipt[], session: string) {
  return decisions
    .filter((receipt) => receipt.session === session && receipt.moment === 'after_failure')
    .flatMap((receipt) =>
      receipt.considered.filter(({ shown }) => shown).map(({ itemId }) => ({ receipt, itemId })),
    );
}

/** The last that was told by whoever tells from sessions. */
function wordBefore({ id }: DecisionReceipt, item: MemoryItem, transaction: MemoryTransaction) {
  const own = transaction
    .outcomesOf(id)
    .filter((outcome) => outcome.itemId === item.id && outcome.principal === principal);
  const times = (kind: OutcomeKind) => own.filter((outcome) => outcome.kind === kind).length;
  return { kind: lastWords(own)[0]?.kind, times };
}

function adviceOf({ content, references, anchors, body }: MemoryItem, family: string): ShownAdvice {
  const told = body?.kind === 'variant' && body.seen !== undefined ? `${content}\n${body.seen}` : content;
  const command = advised.exec(content)?.[1];
  return {
    family,
    files: [...references, ...anchors.map(({ path }) => path)],
    commands: command === undefined ? [] : [command],
    lines: [...told.matchAll(added)].map(([, line = '']) => line),
    dropped: [...told.matchAll(removed)].map(([, line = '']) => line),
  };
}

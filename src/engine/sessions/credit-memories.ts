import {
  type AdviceFate,
  adviceOf,
  type FixAgreement,
  judgeFollowed,
  type SessionStep,
} from '../../capture/judge-followed.ts';
import { isNegative, lastWords, outcomeId } from '../../feedback/outcomes.ts';
import type { DecisionReceipt, Outcome, OutcomeKind } from '../../model/decision.ts';
import { defined } from '../../model/defined.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import { isTrustedAs } from '../../model/provenance.ts';
import type { MemoryStore, MemoryTransaction } from '../../ports/memory-store.ts';
import { agreementWith, isAbout, labelDecisions, type SessionFix } from '../decisions/label-decisions.ts';

interface CreditRequest {
  /** Session of the agent, as the agent names it. */
  readonly session: string;
  readonly steps: readonly SessionStep[];
  /** Fixes of the session's failures. */
  readonly fixes: readonly SessionFix[];
  readonly nowMs: number;
}

/** A session is shown few cards; they are among the latest decisions. */
const mostDecisions = 500;
/** Speaker of the outcomes that are read from the session of a decision. */
const principal = 'inference:session-end';
/** The hook's clock and the transcript's are read a moment apart. */
const clockSlackMs = 2_000;
/**
 * Outcomes of the memories that a session was shown, from its later steps: followed and the command passed, taken back,
 * passed by, or wrong, as the failure was mended otherwise. A repeat adds nothing, a later outcome replaces an earlier
 * one. Raises no trust.
 */
async function creditMemories(
  store: MemoryStore,
  { session, steps, fixes, nowMs }: CreditRequest,
): Promise<readonly Outcome[]> {
  const last = steps.at(-1);
  if (last === undefined) return [];
  return await store.transact((transaction) =>
    shownIn(transaction.decisions(mostDecisions), session).flatMap(({ receipt, itemId }) => {
      const item = transaction.item(itemId);
      const family = receipt.failure?.command?.family;
      if (item === undefined || family === undefined) return [];
      const before = wordBefore(receipt, item, transaction);
      const { failed, after } = stepsAfter(steps, receipt.atMs, family);
      const fate = judgeFollowed(adviceOf(item, family, failed), after, before.kind === 'verified');
      const mended = fixes.filter((fix) => isAbout(receipt, fix));
      noteSteps(transaction, { receipt, item, now: stepsUntilEnd({ failed, after }, family, mended) });
      const kind = kindOf(
        fate,
        mended.map((fix) => agreementWith(item, fix)),
      );
      if (kind === undefined || kind === before.kind) return [];
      if (kind === 'ignored' && before.kind !== undefined) return [];
      const said = {
        ...{ decisionId: receipt.id, itemId, kind, principal, session },
        // An agent's act against a person's word weighs as an agent's word: it asks a person, and silences nothing.
        by:
          isNegative({ kind }) && isTrustedAs(item.trust, 'verified')
            ? ('agent' as const)
            : ('inference' as const),
        // A time to come in a transcript would outweigh a person's words till then.
        atMs: Math.max(Math.min(last.atMs, nowMs), receipt.atMs),
      };
      const outcome = { id: outcomeId(said, before.times(kind)), ...said };
      return transaction.addOutcome(outcome) ? [outcome] : [];
    }),
  );
}

/** Returns the steps after the failed run, and the line of that run, where it was read. */
function stepsAfter(steps: readonly SessionStep[], shownAtMs: number, family: string) {
  const isFailed = (step: SessionStep) =>
    step.kind === 'run' && step.verdict === 'failed' && step.families.includes(family);
  const at = steps.findLastIndex((step) => step.atMs <= shownAtMs + clockSlackMs && isFailed(step));
  const run = steps[at];
  if (run?.kind !== 'run' || run.atMs < shownAtMs - clockSlackMs)
    return { after: steps.filter(({ atMs }) => atMs >= shownAtMs - clockSlackMs) };
  return { failed: run.command, after: steps.slice(at + 1) };
}

/** Commands and edits up to the one that ended the failure; undefined where none did. */
function stepsUntilEnd(
  { failed, after }: ReturnType<typeof stepsAfter>,
  family: string,
  mended: readonly SessionFix[],
): number | undefined {
  if (failed === undefined) return undefined;
  const endedAtMs = Math.min(...mended.map((fix) => fix.endedAtMs ?? Number.POSITIVE_INFINITY));
  const runs = after.filter((step) => step.kind === 'run');
  const isEnd = ({ atMs, verdict, families }: (typeof runs)[number]) =>
    Number.isFinite(endedAtMs) ? atMs >= endedAtMs : verdict === 'passed' && families.includes(family);
  return runs.findIndex(isEnd) + 1 || undefined;
}

interface Noted {
  readonly receipt: Pick<DecisionReceipt, 'id'>;
  readonly item: MemoryItem;
  readonly now: number | undefined;
}

function noteSteps(transaction: MemoryTransaction, { receipt: { id }, item, now }: Noted): void {
  const receipt = transaction.decision(id);
  if (receipt === undefined || receipt.steps !== undefined || now === undefined) return;
  const learned = transaction
    .itemsRelatedTo(item.id, 'depends_on')
    .flatMap(({ body }) => (body?.kind === 'episode' && body.session !== receipt.session ? body : []));
  transaction.replaceDecision({
    ...receipt,
    steps: { now, ...defined({ firstTime: learned.at(-1)?.steps }) },
  });
}

/** Returns the outcome for a fate, and for how the shown memory compares with the fix of the failure. */
function kindOf(fate: AdviceFate, agreements: readonly FixAgreement[]): OutcomeKind | undefined {
  if (fate === 'followed') return 'verified';
  if (fate === 'withdrawn') return 'rejected';
  if (agreements.includes('same')) return 'verified';
  if (agreements.includes('other') && !agreements.includes('unknown')) return 'false_positive';
  return fate === 'passed_by' ? 'ignored' : undefined;
}

function wasShownCards(store: MemoryStore, session: string): boolean {
  return store.read((reader) => shownIn(reader.decisions(mostDecisions), session).length > 0);
}

function shownIn(decisions: readonly DecisionReceipt[], session: string) {
  return decisions
    .filter((receipt) => receipt.session === session && receipt.moment === 'after_failure')
    .flatMap((receipt) =>
      receipt.considered.filter(({ shown }) => shown).map(({ itemId }) => ({ receipt, itemId })),
    );
}

/** The last outcome of this memory that was read from a session. */
function wordBefore({ id }: DecisionReceipt, item: MemoryItem, transaction: MemoryTransaction) {
  const own = transaction
    .outcomesOf(id)
    .filter((outcome) => outcome.itemId === item.id && outcome.principal === principal);
  const times = (kind: OutcomeKind) => own.filter((outcome) => outcome.kind === kind).length;
  return { kind: lastWords(own)[0]?.kind, times };
}

/** Steps that tell of a card come soon after it. */
const mostSteps = 2_000;

/** Steps of the sessions of one transcript that were shown a memory, and the fixes of their failures. */
export class SessionSteps {
  readonly #store: MemoryStore;
  readonly #steps = new Map<string, SessionStep[] | undefined>();
  readonly #fixes: SessionFix[] = [];

  constructor(store: MemoryStore) {
    this.#store = store;
  }

  add(session: string, steps: readonly SessionStep[]): void {
    if (!this.#steps.has(session))
      this.#steps.set(session, wasShownCards(this.#store, session) ? [] : undefined);
    const own = this.#steps.get(session);
    if (own !== undefined && own.length < mostSteps) own.push(...steps);
  }

  addFix(fix: SessionFix): void {
    this.#fixes.push(fix);
  }

  /** Writes down the outcomes of the shown memories, and of the silences. */
  async credit(nowMs: number): Promise<void> {
    for (const fix of this.#fixes) await labelDecisions(this.#store, fix);
    for (const [session, steps] of this.#steps) {
      const fixes = this.#fixes.filter((fix) => fix.session === session);
      if (steps !== undefined) await creditMemories(this.#store, { session, steps, fixes, nowMs });
    }
  }
}

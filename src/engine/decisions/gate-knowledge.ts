import {
  emptyKnowledge,
  foldDecision,
  foldOutcome,
  type GateKnowledge,
  knowledgeKey,
  ledgerEntries,
  relearn,
} from '../../gate/fold-log.ts';
import { balanceOf, defaultLedgerTerms, type LedgerBalance } from '../../gate/guarantee/injection-ledger.ts';
import type { GateSettings } from '../../gate/options.ts';
import { choosePolicy } from '../../gate/policies.ts';
import type { LearnedState, Policy } from '../../gate/policy.ts';
import type { DecisionReceipt, Outcome } from '../../model/decision.ts';
import type { ItemReader, StoredKnowledge } from '../../ports/item-store.ts';
import type { MemoryTransaction } from '../../ports/memory-store.ts';

/** What the gate decides with, read in one row. */
export interface ReadKnowledge {
  readonly policy: Policy;
  readonly learned: LearnedState;
  readonly ledger: LedgerBalance;
}

/**
 * What the gate knows now: its row, and what the log holds beyond it. Whoever wrote to the log, in whatever version and however
 * many at once, it is all there.
 */
export function readGateKnowledge(reader: LogReader, settings: GateSettings, nowMs: number): ReadKnowledge {
  const policy = choosePolicy(settings);
  const { learned, injections } = currentKnowledge(reader, policy, settings);
  const waits = settings.policy === 'guarded_rscb_mc';
  const ledger = balanceOf(waits ? ledgerEntries(injections, nowMs) : judgedOnly(injections), nowMs, {
    ...defaultLedgerTerms,
    alpha: settings.falsePositiveShare,
    allowance: settings.falsePositiveAllowance,
  });
  return { policy, learned, ledger };
}

/** For a rule that does not learn, what nobody judged is no reason to fall silent: without labels it would be for ever. */
function judgedOnly(injections: GateKnowledge['injections']): GateKnowledge['injections'] {
  return injections.map((one) => (one.status === 'pending' ? { ...one, status: 'ignored' } : one));
}

/**
 * Writes down a decision that nobody asked for, and beside it what the gate knows with it: whoever decides next reads one row, and
 * no receipts, each of which holds all that was considered.
 */
export function addToGate(
  transaction: MemoryTransaction,
  settings: GateSettings,
  receipt: DecisionReceipt,
): void {
  const before = currentKnowledge(transaction, choosePolicy(settings), settings);
  transaction.addDecision(receipt);
  const knowledge = foldDecision(before, receipt);
  transaction.putGateKnowledge({ ...transaction.logEnd(), body: JSON.stringify(knowledge) });
}

type LogReader = Pick<
  ItemReader,
  'gateKnowledge' | 'logEnd' | 'decisionsAfter' | 'outcomesAfter' | 'decision'
>;

/** Where nothing is known yet, no more of the latest decisions are read than these: a hook may be the one that reads them. */
const mostAtFirst = 500;

function currentKnowledge(reader: LogReader, policy: Policy, settings: GateSettings): GateKnowledge {
  const { reward } = settings;
  const stored = reader.gateKnowledge();
  const known = stored && parse(stored);
  const isUsable = known?.key === knowledgeKey(policy);
  let knowledge = isUsable ? known : { ...emptyKnowledge(policy), injections: known?.injections ?? [] };
  const decisionsFrom =
    known === undefined ? reader.logEnd().decisionSequence - mostAtFirst : stored?.decisionSequence;
  for (const { receipt } of reader.decisionsAfter(decisionsFrom ?? 0))
    knowledge = foldDecision(knowledge, receipt);
  let contradicts = false;
  for (const { outcome } of reader.outcomesAfter(isUsable ? (stored?.outcomeSequence ?? 0) : 0)) {
    const receipt = reader.decision(outcome.decisionId);
    const folded = foldOutcome(knowledge, outcome, { policy, reward, receipt });
    if (folded === undefined) contradicts = true;
    knowledge = folded ?? withWorse(knowledge, outcome);
  }
  return contradicts ? { ...knowledge, ...relearnAll(reader, policy, settings) } : knowledge;
}

/** The ledger hears of a contradiction at once; what was learned is learned again afterwards. */
function withWorse(knowledge: GateKnowledge, { decisionId, kind }: Outcome): GateKnowledge {
  if (kind !== 'false_positive') return knowledge;
  const injections = knowledge.injections.map((one) =>
    one.id === decisionId ? ({ ...one, status: 'false_positive' } as const) : one,
  );
  return { ...knowledge, injections };
}

function relearnAll(reader: LogReader, policy: Policy, { reward }: GateSettings) {
  const outcomes = reader.outcomesAfter(0).map(({ outcome }) => outcome);
  const log = [...Map.groupBy(outcomes, ({ decisionId }) => decisionId)].flatMap(([id, told]) => {
    const receipt = reader.decision(id);
    return receipt === undefined ? [] : [{ receipt, kinds: told.map(({ kind }) => kind) }];
  });
  return relearn(policy, reward, log);
}

function parse({ body }: StoredKnowledge): GateKnowledge | undefined {
  try {
    const knowledge = JSON.parse(body) as Partial<GateKnowledge>;
    const { key, learned, injections, judged } = knowledge;
    return key === undefined || learned === undefined || injections === undefined || judged === undefined
      ? undefined
      : { key, learned, injections, judged };
  } catch {
    return undefined;
  }
}

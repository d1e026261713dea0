import type { GateSettings } from '../../gate/options.ts';
import { choosePolicy } from '../../gate/policies.ts';
import { type GateLog, type ReplayedDecision, replayLog } from '../../gate/replay-log.ts';
import type { GateReplay } from '../../model/answers/gate-report.ts';
import type { ItemReader } from '../../ports/memory-store.ts';

const mostChanged = 20;

/** Decides the log again, with the policy of the settings or another: the same one must come to the same. */
export function replayGate(reader: ItemReader, settings: GateSettings, limit = mostChanged): GateReplay {
  const policy = choosePolicy(settings);
  const { replayed, passedOver } = replayLog(readGateLog(reader), policy, settings);
  const changed = replayed.filter(isChanged);
  const ofOthers = replayed.filter(
    ({ receipt: { verdict } }) => verdict?.policy !== policy.name || verdict.policyVersion !== policy.version,
  );
  return {
    policy: policy.name,
    replayed: replayed.length,
    same: replayed.length - changed.length,
    changed: changed.slice(-limit).flatMap(({ receipt, verdict }) =>
      receipt.verdict === undefined
        ? []
        : {
            decisionId: receipt.id,
            atMs: receipt.atMs,
            before: decidedAction(receipt.verdict),
            now: verdict.action,
            reason: verdict.reason,
          },
    ),
    passedOver,
    ofOthers: ofOthers.length,
  };
}

export function readGateLog(reader: ItemReader): GateLog {
  return { decisions: reader.decisionsAfter(0), outcomes: reader.outcomesAfter(0) };
}

/** Retrieving once more may leave nothing to show: the decision was another. */
function decidedAction({
  action,
  overridden,
}: ReplayedDecision['verdict']): ReplayedDecision['verdict']['action'] {
  const isEmptied = overridden?.reason === 'nothing_to_show' || overridden?.reason === 'nothing_to_ask';
  return isEmptied && isRetrieval(overridden.action) ? overridden.action : action;
}

function isRetrieval(action: string): boolean {
  return ['high_precision_retrieval', 'high_recall_retrieval', 'ask_feedback'].includes(action);
}

function isChanged({ receipt, verdict }: ReplayedDecision): boolean {
  const before = receipt.verdict;
  if (before === undefined || decidedAction(before) !== verdict.action) return true;
  // What is retrieved once more is not decided.
  if (isRetrieval(verdict.action)) return false;
  // A rule names nothing: it shows what fits of this very failure.
  if (before.shows === undefined || verdict.shows === undefined) return false;
  return JSON.stringify(before.shows) !== JSON.stringify(verdict.shows);
}

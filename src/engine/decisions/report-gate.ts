import type { LedgerBalance } from '../../gate/guarantee/injection-ledger.ts';
import type { GateSettings } from '../../gate/options.ts';
import type { CountedShare, GateReport, LedgerReport } from '../../model/answers/gate-report.ts';
import { wilsonInterval } from '../../numeric/wilson-interval.ts';
import type { ItemReader } from '../../ports/memory-store.ts';
import { readGateKnowledge } from './gate-knowledge.ts';

/** What the gate knows now: its policy, what it learned, what the ledger holds. */
export function reportGate(reader: ItemReader, settings: GateSettings, nowMs: number): GateReport {
  const { policy, learned, ledger, judged, learnsAfter } = readGateKnowledge(reader, settings, nowMs);
  return {
    policy: policy.name,
    policyVersion: policy.version,
    knowledge: judged > 0 ? 'outcomes' : 'priors',
    judged,
    ...(learnsAfter === undefined ? {} : { learnsAfter }),
    ledger: reportLedger(ledger),
    numbers: policy.describe?.(learned) ?? [],
    bytes: Buffer.byteLength(reader.gateKnowledge()?.body ?? ''),
  };
}

export function reportLedger(balance: LedgerBalance): LedgerReport {
  const { falsePositives, pending, labelled, ignored, limit, isOpen, isOpenToSame } = balance;
  const unlabelled = countedShare(ignored + pending, ignored + pending + labelled);
  return { falsePositives, pending, labelled, unlabelled, limit, isOpen, isOpenToSame };
}

export function countedShare(count: number, of: number): CountedShare {
  return { count, of, ...wilsonInterval(count, of) };
}

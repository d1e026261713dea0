import type { GateSettings } from '../options.ts';
import { balanceOf, defaultLedgerTerms, type LedgerBalance, type LedgerEntry } from './injection-ledger.ts';

/** A label that has not come by then is not waited for: sessions end. One that comes later still counts. */
const pendingMs = 24 * 60 * 60 * 1_000;

/** The ledger as it stands now. */
export function ledgerBalance(
  injections: readonly LedgerEntry[],
  nowMs: number,
  { policy, falsePositiveShare: alpha, falsePositiveAllowance: allowance }: GateSettings,
): LedgerBalance {
  const waits = policy === 'guarded_rscb_mc';
  const entries = waits ? ledgerEntries(injections, nowMs) : judgedOnly(injections);
  return balanceOf(entries, nowMs, { ...defaultLedgerTerms, alpha, allowance });
}

function ledgerEntries(injections: readonly LedgerEntry[], nowMs: number): readonly LedgerEntry[] {
  return injections.map(({ atMs, status }) => ({
    atMs,
    status: status === 'pending' && atMs < nowMs - pendingMs ? 'ignored' : status,
  }));
}

/** For a rule that does not learn, what nobody judged is no reason to fall silent: without labels it would be for ever. */
function judgedOnly(injections: readonly LedgerEntry[]): readonly LedgerEntry[] {
  return injections.map((one) => (one.status === 'pending' ? { ...one, status: 'ignored' } : one));
}

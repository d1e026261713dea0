import type { GateSettings } from '../options.ts';
import { balanceOf, defaultLedgerTerms, type LedgerBalance, type LedgerEntry } from './injection-ledger.ts';

/** A label that has not come by then is not waited for: sessions end. One that comes later still counts. */
const pendingMs = 24 * 60 * 60 * 1_000;

type LedgerSettings = Pick<GateSettings, 'falsePositiveShare' | 'falsePositiveAllowance' | 'pendingCounts'>;

/** The ledger as it stands now. */
export function ledgerBalance(
  injections: readonly LedgerEntry[],
  nowMs: number,
  { falsePositiveShare: alpha, falsePositiveAllowance: allowance, pendingCounts }: LedgerSettings,
): LedgerBalance {
  const entries = injections.map(
    ({ atMs, status }): LedgerEntry => ({
      atMs,
      status: status === 'pending' && atMs < nowMs - pendingMs ? 'ignored' : status,
    }),
  );
  return balanceOf(entries, nowMs, { ...defaultLedgerTerms, alpha, allowance, pendingCounts });
}

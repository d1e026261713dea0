import type { GateSettings } from './options.ts';

/** An injection, with the known facts about it. */
export interface LedgerEntry {
  readonly atMs: number;
  /** `pending`: it may still be judged; `ignored`: its session ended without a judgement. */
  readonly status: 'pending' | 'clean' | 'false_positive' | 'ignored';
}

interface LedgerTerms {
  /** α: the share of labelled injections that may be false positives. */
  readonly alpha: number;
  /** B: false positives that are allowed beside. */
  readonly allowance: number;
  readonly windowDays: number;
  /** Decisions before which pending ones count as wrong: those by an estimate, or all. */
  readonly pendingCounts: 'estimated' | 'all';
}

export const defaultLedgerTerms: LedgerTerms = {
  alpha: 0.1,
  allowance: 5,
  windowDays: 30,
  pendingCounts: 'estimated',
};

/** A day more than the ledger counts. */
export const ledgerMs = (defaultLedgerTerms.windowDays + 1) * 24 * 60 * 60 * 1_000;

/** Counts of the ledger, and whether it allows one more injection. */
export interface LedgerBalance {
  /** F */
  readonly falsePositives: number;
  /** P */
  readonly pending: number;
  /** N */
  readonly labelled: number;
  /** Shown and never judged. They enter neither side; their share says how much the bound leaves unsaid. */
  readonly ignored: number;
  /** α (N + 1) + B */
  readonly limit: number;
  /** To a memory shown by an estimate: all pending ones may be wrong. */
  readonly isOpen: boolean;
  /** To a fix of the very same failure, which rests on no estimate: without labels it would be silent for ever. */
  readonly isOpenToSame: boolean;
}

const dayMs = 24 * 60 * 60 * 1_000;

/**
 * The ledger's rule: inject when F + P + 1 ≤ α (N + 1) + B, counted over the last days. Then the false positives ever labelled
 * in the days before any injection stay within α N + B, however late labels come and wherever failures come from: at worst
 * all pending ones and this one are wrong, and each labelled one counts in N too.
 *
 * An entry from the future counts, since a clock may have run backwards.
 */
export function balanceOf(
  entries: readonly LedgerEntry[],
  nowMs: number,
  { windowDays, ...terms }: LedgerTerms,
): LedgerBalance {
  const sinceMs = nowMs - windowDays * dayMs;
  const counts = { pending: 0, clean: 0, false_positive: 0, ignored: 0 };
  for (const { atMs, status } of entries) if (!(atMs < sinceMs)) counts[status] += 1;
  return balanceOfCounts(counts, terms);
}

/** The balance where the entries of the window are counted already. */
export function balanceOfCounts(
  counts: Readonly<Record<LedgerEntry['status'], number>>,
  { alpha, allowance, pendingCounts }: Omit<LedgerTerms, 'windowDays'>,
): LedgerBalance {
  const { pending, false_positive: falsePositives, clean, ignored } = counts;
  const labelled = falsePositives + clean;
  const limit = alpha * (labelled + 1) + allowance;
  const isOpen = falsePositives + pending + 1 <= limit + rounding;
  const isOpenToSame = pendingCounts === 'all' ? isOpen : falsePositives + 1 <= limit + rounding;
  return { falsePositives, pending, labelled, ignored, limit, isOpen, isOpenToSame };
}

const rounding = 1e-9;

/** A ledger that holds nothing. */
export const emptyLedger: LedgerBalance = balanceOf([], 0, defaultLedgerTerms);

/** The ledger waits no longer for a label: sessions end. A later label still counts. */
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

import type { Freshness } from './anchor.ts';
import type { RedactedText } from './redacted-text.ts';
import type { Scope } from './scope.ts';
import type { Trust } from './trust.ts';

/** Where a unit comes from: memories by what they are, then what the repository's own index holds. */
export const contextBanks = [
  'rules',
  'failures',
  'facts',
  'commits',
  'files',
  'symbols',
  'summaries',
] as const;
export type ContextBank = (typeof contextBanks)[number];

/** What every bank yields to a recall, in one shape, so that what it yields can be put in one order. */
export interface ContextUnit {
  readonly bank: ContextBank;
  /** Unique within its bank: the id of a memory or a commit, a path of a file or a summary, or `path#name` of a symbol. */
  readonly id: string;
  /** What it is, in one line. */
  readonly label: RedactedText;
  /** What its bank ranks by: comparable within the bank alone. */
  readonly score: number;
  /** Calibrated by its bank, 0–1: comparable between banks. */
  readonly confidence: number;
  /** Length in the pack, estimated rather too high; 0 where another unit says it. */
  readonly tokens: number;
  readonly origin: Trust;
  /** Where it holds: what an index yields holds in its repository. */
  readonly scope: Scope;
  readonly freshness: Freshness | 'none';
}

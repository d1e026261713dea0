import type { Pack } from '../card.ts';
import type { CommitId } from '../commit.ts';
import type { ContextUnit } from '../context-unit.ts';
import type { RedactedText } from '../redacted-text.ts';
import type { Brief } from './brief.ts';
import type { CoupledFile } from './commit-answers.ts';
import type { Guardrail } from './guardrail-list.ts';

/** A commit that fixed a file, or was reverted. Its text is redacted, and nobody vouches for it. */
export interface PastFileChange {
  readonly id: CommitId;
  readonly kind: 'fix' | 'reverted';
  readonly subject: RedactedText;
  /** ISO 8601 date. */
  readonly committedOn: string;
  readonly revertedBy?: CommitId;
  /** Older commits that say and do the same, such as backports. */
  readonly repeatedBy?: readonly CommitId[];
}

/** What must be known before a file is edited. */
export interface FileBrief {
  /** From the top of the repository. */
  readonly path: string;
  /** Constraints, decisions, open tasks and preferences about it, with the receipt. */
  readonly brief: Brief;
  /** Rules from failures in or near it, nearest first. */
  readonly guardrails: readonly Guardrail[];
  /** The latest first; empty where no commit changed it. */
  readonly changes: readonly PastFileChange[];
  /** What changes with it, most often first. */
  readonly coupled: readonly CoupledFile[];
  /** Everything that the pack shows, of whatever bank, in one shape; confidence is that it is about the file. */
  readonly units: readonly ContextUnit[];
  readonly pack: Pick<Pack, 'text' | 'tokens' | 'budgetTokens'>;
}

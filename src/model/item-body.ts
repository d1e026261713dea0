import type { ItemId, RedactedText } from './brands.ts';
import type { FailureProfile } from './failure.ts';
import type { FindingBody } from './finding.ts';

/**
 * A class of failures with one root cause (RSCB-MC, Eq. 6): their look, and their prevention. Unique within a scope.
 * Its variants depend on it (`depends_on`). Never shown on its own.
 */
export interface PatternBody {
  readonly kind: 'pattern';
  /** Failure family, such as `import_error`: see `query/families/family-clues.ts`. */
  readonly family?: string;
  /** Class of root causes, such as `missing_python_module`. */
  readonly rootCause?: string;
  /** How it shows, in words. */
  readonly symptom: RedactedText;
  /** Rule that would have prevented it; offered before a failure (`afterwit guardrails`). */
  readonly preventionRule?: RedactedText;
}

/**
 * One form of a pattern, with its fix: the unit that is retrieved, shown and judged. The fix is the item's content.
 * Counts (shown, accepted, rejected, verified, wrong) are computed from outcomes and never stored here.
 */
export interface VariantBody {
  readonly kind: 'variant';
  readonly patternId: ItemId;
  /** The failure as it first occurred. */
  readonly failure: FailureProfile;
  /** The failing command line, redacted. */
  readonly command?: RedactedText;
  /** How it shows, in words. */
  readonly symptom?: RedactedText;
  /** Task during which it failed. */
  readonly context?: RedactedText;
  /** How to check that the fix worked. */
  readonly verification?: RedactedText;
  /** When the fix applies, and when it does not, beyond what the failure itself says. */
  readonly appliesWhen?: readonly RedactedText[];
  readonly notWhen?: readonly RedactedText[];
  /**
   * The fix as the tools of a session showed it, without prose. Written only by the reader of transcripts; an
   * agent is shown it unasked while the fix is unconfirmed.
   */
  readonly seen?: RedactedText;
  /** Files and functions that the fix changed. */
  readonly changed?: readonly ChangedPlace[];
  /** Error lines of later episodes with other wording, newest last, at most 12; the variant is also found by them. */
  readonly alsoSeen?: readonly RedactedText[];
  /** Set while the variant waits for a person's decision; it affects no other variant until then. */
  readonly doubt?: VariantDoubt;
}

/** Why a variant waits for a person, and which known variant it concerns. */
export interface VariantDoubt {
  /** `merge`: it may be the same as the known variant. `contradiction`: it gives another fix for the same failure. */
  readonly kind: 'merge' | 'contradiction';
  readonly variantId: ItemId;
}

/** Whether the attempted fix made the failure go away. */
export type EpisodeOutcome = 'verified' | 'resolved' | 'unresolved';

/** The check that was run to see whether the fix worked. */
export interface Validation {
  /** Redacted command line. */
  readonly command?: RedactedText;
  readonly exitCode?: number;
}

/** One occurrence of a variant: the evidence for it. Depends on its variant (`depends_on`); never shown on its own. */
export interface EpisodeBody {
  readonly kind: 'episode';
  readonly variantId: ItemId;
  readonly failure: FailureProfile;
  readonly command?: RedactedText;
  readonly validation?: Validation;
  readonly outcome: EpisodeOutcome;
  /** Earlier attempts that did not help, in words. */
  readonly attempts?: readonly RedactedText[];
  /** Commands and edits of its session from the failure up to its end. */
  readonly steps?: number;
  /** Session of the agent, as the agent names it. */
  readonly session?: string;
}

/** A file that a fix changed, or a function of it. */
export interface ChangedPlace {
  /** From the top of the repository. */
  readonly path: RedactedText;
  /** Name with its container: `Writer.write`. */
  readonly name?: RedactedText;
}

/** Separator of a file and its function where both are written as one: `src/io.py::Writer.write`. */
export const placeSeparator = '::';

/** Whether a strategy is wanted or not. */
export const stances = ['prefer', 'avoid'] as const;
export type Stance = (typeof stances)[number];

/** A preference between fixes: a fix that follows an avoided strategy is never shown unasked. */
export interface PreferenceBody {
  readonly kind: 'preference';
  readonly stance: Stance;
  /** The strategy, in the words that fixes use for it: `npm install --force`. */
  readonly strategy: RedactedText;
}

/** A rule that stops calls of an agent's tools: changes of the files that it refers to, and its command. */
export interface HardRuleBody {
  readonly kind: 'hard_rule';
  /** Words of a command line that is stopped: `git push --force`. */
  readonly command?: RedactedText;
}

/**
 * Marks the text of a memory before a person edited it. It depends on that memory (`depends_on`), is superseded by it, and
 * held from its `createdAtMs` to its `validToMs`.
 */
export interface VersionBody {
  readonly kind: 'version';
  /** Fingerprint of this text: the version itself has another while the memory has it. */
  readonly fingerprint: string;
  /** The text of its variant that was shown while it was unconfirmed: {@link VariantBody.seen}. */
  readonly seen?: RedactedText;
}

/**
 * How a task was left. `verified`: a check passed after its last change; `failing`: a check failed; `unchecked`: none was
 * run; `unchanged`: no file was changed for it.
 */
export const taskOutcomes = ['verified', 'failing', 'unchecked', 'unchanged'] as const;
export type TaskOutcome = (typeof taskOutcomes)[number];

/**
 * One task of a session: the work on a person's request, which is the item's content. It is ranked by rules of its own,
 * shown beside memories, and unvouched.
 */
export interface ExperienceBody {
  readonly kind: 'experience';
  /** Session of the agent, as the agent names it. */
  readonly session: string;
  /** Line of the transcript at which it was asked. */
  readonly line: number;
  /** Files and functions that it changed. */
  readonly changed: readonly ChangedPlace[];
  /** `1a2b3c4 Fix the lid`. */
  readonly commits: readonly RedactedText[];
  /** Command lines of checks that passed after the last change. */
  readonly passed: readonly RedactedText[];
  /** Attempts that did not help, in words. */
  readonly triedInVain: readonly RedactedText[];
  readonly outcome: TaskOutcome;
  /** The terms that its remarks and its changes hold most often: found by them, never shown. */
  readonly terms: readonly RedactedText[];
}

/** Every text in a body that a speaker wrote or a command printed. */
export function textsOf(body: ItemBody | undefined): readonly string[] {
  if (body === undefined) return [];
  if (body.kind === 'preference') return texts(body.strategy);
  if (body.kind === 'hard_rule') return texts(body.command);
  if (body.kind === 'version') return texts(body.seen);
  if (body.kind === 'finding')
    return texts(
      ...[body.tool, body.rule],
      ...body.sites.flatMap(({ path, form, about, removed = [], added = [], reason, command }) => [
        ...[path, form, about, reason, command],
        ...[...removed, ...added],
      ]),
    );
  if (body.kind === 'pattern') return texts(body.symptom, body.preventionRule);
  if (body.kind === 'experience') {
    const { changed, commits, passed, triedInVain, terms } = body;
    return [...changed.flatMap(placeTexts), ...commits, ...passed, ...triedInVain, terms.join(' ')];
  }
  if (body.kind === 'episode')
    return texts(
      body.command,
      body.validation?.command,
      ...(body.attempts ?? []),
      ...textsOfFailure(body.failure),
    );
  const {
    command,
    symptom,
    context,
    verification,
    seen,
    appliesWhen = [],
    notWhen = [],
    alsoSeen = [],
    changed = [],
  } = body;
  return texts(
    ...[command, symptom, context, verification, seen],
    ...[...appliesWhen, ...notWhen, ...alsoSeen],
    ...changed.flatMap(placeTexts),
    ...textsOfFailure(body.failure),
  );
}

function placeTexts({ path, name }: ChangedPlace): readonly string[] {
  return texts(path, name);
}

function textsOfFailure({ errorLines, excerpt, entities }: FailureProfile): readonly string[] {
  return [...errorLines, excerpt, ...entities.map(({ value }) => value)];
}

function texts(...found: readonly (string | undefined)[]): readonly string[] {
  return found.filter((text) => text !== undefined);
}

/** Fields that only some kinds of memory have, in addition to the envelope. */
export type ItemBody =
  | PatternBody
  | VariantBody
  | EpisodeBody
  | ExperienceBody
  | FindingBody
  | PreferenceBody
  | VersionBody
  | HardRuleBody;

/** The failure that a memory is about; undefined when it is about none. */
export function failureOf(body: ItemBody | undefined): FailureProfile | undefined {
  return body?.kind === 'variant' || body?.kind === 'episode' ? body.failure : undefined;
}

/** The failing command line as typed; its family when the line is unknown. */
export function failedCommandOf(body: ItemBody | undefined): string | undefined {
  return body?.kind === 'variant' || body?.kind === 'episode'
    ? (body.command ?? body.failure.command?.family)
    : undefined;
}

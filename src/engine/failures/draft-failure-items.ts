import { draftFailure } from '../../failures/recording/draft-failure.ts';
import type { ToldVariant } from '../../failures/recording/plan-recording.ts';
import { identityOf, titleOf } from '../../lessons/prepare-item.ts';
import type { FailureDetails } from '../../model/answers/failure-answers.ts';
import { defined } from '../../model/defined.ts';
import { AfterwitError, invalidArgument } from '../../model/errors.ts';
import type { FailureProfile, FailureReport } from '../../model/failure.ts';
import type { EpisodeBody } from '../../model/item-body.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import { profileFailure } from '../../query/profile-failure.ts';
import { redact } from '../../redaction/redact.ts';
import { type DraftRequest, draftItem, type RememberDependencies } from '../memory/draft-item.ts';

export interface RecordFailureRequest
  extends Pick<
    DraftRequest,
    'title' | 'type' | 'scope' | 'tags' | 'files' | 'references' | 'anchors' | 'speaker'
  > {
  /** The change that made the failure go away. */
  readonly fix: string;
  readonly failure: FailureReport;
  readonly details?: FailureDetails | undefined;
  /** The fix as tools of a session showed it (`VariantBody.seen`). */
  readonly seen?: string | undefined;
  readonly steps?: EpisodeBody['steps'] | undefined;
}

const longestDetail = 20_000;

/** The three items of a known failure, linked to each other, not written yet. */
export interface DraftedFailureItems {
  readonly told: ToldVariant;
  readonly pattern: MemoryItem;
  readonly variant: MemoryItem;
  readonly episode: MemoryItem;
  readonly redactedSecrets: number;
}

/**
 * Report of a failure → its profile → pattern, variant and episode. @throws INVALID_ARGUMENT, TEXT_TOO_LARGE,
 * FILE_NOT_FOUND
 */
export async function draftFailureItems(
  request: RecordFailureRequest,
  dependencies: RememberDependencies,
): Promise<DraftedFailureItems> {
  const { fix, failure: report, details = {}, files, anchors: places, seen, steps, ...said } = request;
  const { worktree } = dependencies;
  const { session } = request.speaker;
  requireShort(details);
  const failure = profileFailure({ ...report, worktree: report.worktree ?? worktree });
  requireFailure(failure, details);
  const shown = seen === undefined ? {} : { seen: redact(seen) };
  const drafted = draftFailure({
    fix,
    failure,
    command: report.command,
    details,
    session,
  });
  const { title: _, type: __, references: ___, ...shared } = said;
  const pattern = await draftItem(
    {
      ...shared,
      title: details.symptom === undefined ? titleOf({ title: undefined, content: fix, failure }) : undefined,
      content: drafted.pattern.symptom || fix,
      type: 'failure',
      layer: 'semantic',
      body: drafted.pattern,
      identity: drafted.patternIdentity,
    },
    dependencies,
  );
  const variant = await draftItem(
    {
      ...said,
      files,
      content: fix,
      anchors: places,
      body: {
        ...drafted.variant,
        patternId: pattern.item.id,
        ...shown,
      },
      relatedItems: [{ id: pattern.item.id, relation: 'depends_on' }],
    },
    dependencies,
  );
  const { content, anchors, references } = variant.item;
  const episode = await draftItem(
    {
      ...shared,
      // Keeps the fix in the reporter's words, because its variant may have another wording.
      content: fix,
      type: 'failure',
      body: { ...drafted.episode, ...defined({ steps }), variantId: variant.item.id },
      identity: [
        'episode',
        ...identityOf('fix', content, failure),
        ...evidenceOf(drafted.episode),
        ...drafted.patternIdentity,
      ],
      relatedItems: [{ id: variant.item.id, relation: 'depends_on' }],
    },
    dependencies,
  );
  return {
    told: {
      ...{ pattern: drafted.pattern, variant: { ...drafted.variant, ...shown }, fix: content },
      ...{ trust: variant.item.trust, principal: variant.item.principal },
    },
    pattern: pattern.item,
    variant: variant.item,
    episode: { ...episode.item, anchors, references },
    redactedSecrets: pattern.redactedSecrets + variant.redactedSecrets + episode.redactedSecrets,
  };
}

/** Limits the details of a failure, because people read them. */
function requireShort(details: FailureDetails): void {
  for (const [name, told] of Object.entries(details)) {
    const characters = typeof told === 'string' ? told.length : JSON.stringify(told ?? '').length;
    if (characters <= longestDetail) continue;
    throw new AfterwitError(
      'TEXT_TOO_LARGE',
      `The ${name} of the failure has ${characters} characters; ${longestDetail} are kept at most. Shorten it, and name the file that has the rest.`,
      { data: { detail: name, characters, limit: longestDetail } },
    );
  }
}

function requireFailure({ errorLines, command }: FailureProfile, { symptom = '' }: FailureDetails): void {
  if (errorLines.length > 0 || command !== undefined || symptom.trim() !== '') return;
  throw invalidArgument(
    'The failure is empty: it has no output, no command and no symptom. Give the output of the command, or remember the text without a failure.',
  );
}

/** Fields that distinguish two reports of a failure, independent of speaker and time. */
function evidenceOf({ command, validation, outcome }: Omit<EpisodeBody, 'variantId'>): readonly string[] {
  return [command ?? '', validation?.command ?? '', String(validation?.exitCode ?? ''), outcome];
}

import { draftIssue } from '../../issues/recording/draft-issue.ts';
import type { ToldVariant } from '../../issues/recording/plan-recording.ts';
import { identityOf } from '../../lessons/fingerprint.ts';
import { AfterwitError } from '../../model/errors.ts';
import type { FailureProfile, FailureReport } from '../../model/failure.ts';
import type { IssueDetails } from '../../model/issue.ts';
import type { EpisodeBody } from '../../model/issue-bodies.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import { profileFailure } from '../../query/profile-failure.ts';
import { type DraftRequest, draftItem, type RememberSurroundings } from '../items/draft-item.ts';

export interface RecordIssueRequest
  extends Pick<DraftRequest, 'title' | 'type' | 'scope' | 'tags' | 'files' | 'speaker'> {
  /** What made the failure go away. */
  readonly fix: string;
  readonly failure: FailureReport;
  readonly details?: IssueDetails;
}

const longestDetail = 20_000;

/** The three items of an issue, tied to each other, not written yet. */
export interface DraftedIssueItems {
  readonly told: ToldVariant;
  readonly pattern: MemoryItem;
  readonly variant: MemoryItem;
  readonly episode: MemoryItem;
  readonly redactedSecrets: number;
}

/** What was told of a failure → its profile → pattern, variant and episode. @throws INVALID_ARGUMENT, TEXT_TOO_LARGE, FILE_NOT_FOUND */
export async function draftIssueItems(
  request: RecordIssueRequest,
  surroundings: RememberSurroundings,
): Promise<DraftedIssueItems> {
  const { fix, failure: report, details = {}, files, ...said } = request;
  const { worktree } = surroundings;
  const { session } = request.speaker;
  requireShort(details);
  const failure = profileFailure(worktree === undefined ? report : { worktree, ...report });
  requireFailure(failure, details);
  const drafted = draftIssue({
    fix,
    failure,
    ...(report.command === undefined ? {} : { command: report.command }),
    details,
    ...(session === undefined ? {} : { session }),
  });
  const { title: _, type: __, ...shared } = said;
  const pattern = await draftItem(
    {
      ...shared,
      content: drafted.pattern.symptom || fix,
      type: 'failure',
      layer: 'semantic',
      body: drafted.pattern,
      identity: drafted.patternIdentity,
    },
    surroundings,
  );
  const variant = await draftItem(
    {
      ...said,
      ...(files === undefined ? {} : { files }),
      content: fix,
      body: { ...drafted.variant, patternId: pattern.item.id },
      relatedItems: [{ id: pattern.item.id, relation: 'depends_on' }],
    },
    surroundings,
  );
  const { content, anchors, references } = variant.item;
  const episode = await draftItem(
    {
      ...shared,
      // In the words in which it was told: the variant it will belong to may say it in others.
      content: fix,
      type: 'failure',
      body: { ...drafted.episode, variantId: variant.item.id },
      identity: [
        'episode',
        ...identityOf('fix', content, failure),
        ...evidenceOf(drafted.episode),
        ...drafted.patternIdentity,
      ],
      relatedItems: [{ id: variant.item.id, relation: 'depends_on' }],
    },
    surroundings,
  );
  return {
    told: { pattern: drafted.pattern, variant: drafted.variant, fix: content },
    pattern: pattern.item,
    variant: variant.item,
    episode: { ...episode.item, anchors, references },
    redactedSecrets: pattern.redactedSecrets + variant.redactedSecrets + episode.redactedSecrets,
  };
}

/** What is said of a failure besides its fix is read by people. */
function requireShort(details: IssueDetails): void {
  for (const [name, told] of Object.entries(details)) {
    const characters = typeof told === 'string' ? told.length : JSON.stringify(told ?? '').length;
    if (characters <= longestDetail) continue;
    throw new AfterwitError(
      'TEXT_TOO_LARGE',
      `The ${name} of the failure has ${characters} characters; ${longestDetail} are kept at most. Say it in fewer words, and name the file that has the rest.`,
      { data: { detail: name, characters, limit: longestDetail } },
    );
  }
}

function requireFailure({ errorLines, command }: FailureProfile, { symptom = '' }: IssueDetails): void {
  if (errorLines.length > 0 || command !== undefined || symptom.trim() !== '') return;
  throw new AfterwitError(
    'INVALID_ARGUMENT',
    'Nothing is known of the failure: its output is empty, and there is no command and no symptom. Give what the command printed, or remember the text without a failure.',
  );
}

/** What makes one telling of a failure another than the last, whoever tells it and whenever. */
function evidenceOf({ command, validation, outcome }: Omit<EpisodeBody, 'variantId'>): readonly string[] {
  return [command ?? '', validation?.command ?? '', String(validation?.exitCode ?? ''), outcome];
}

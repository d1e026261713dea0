import { bareCommand } from '../../capture/command-words.ts';
import { describeFix } from '../../capture/describe-fix.ts';
import { describeSeenFix } from '../../capture/describe-seen-fix.ts';
import type { FixEpisode } from '../../capture/fix-episode.ts';
import type { ObservedRun } from '../../capture/observed-run.ts';
import { digestTrimmed } from '../../codebase/anchors.ts';
import { countMarks } from '../../lessons/prepare-item.ts';
import type { RecordedFailure } from '../../model/answers/failure-answers.ts';
import type { ItemId, RedactedText } from '../../model/brands.ts';
import type { Anchor, RelatedItem } from '../../model/memory-item.ts';
import type { Speaker } from '../../model/provenance.ts';
import type { LessonEvidence, MinedLesson } from '../../model/session.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import { redact } from '../../redaction/redact.ts';
import type { SessionFix } from '../decisions/label-decisions.ts';
import { recordFailure } from '../failures/record-failure.ts';
import { remember } from '../items/remember.ts';
import { changedPlaces } from './changed-places.ts';
import type { MiningDependencies } from './mining-dependencies.ts';
import type { FoundInSession } from './read-session.ts';
import { isStateFinding, previewState, rememberState } from './remember-state.ts';

const mostFiles = 5;
const mostAttempts = 10;
/** A shorter path may stand in other words. */
const shortestRoot = 4;
const longestCommand = 8_000;
/** Earlier than the first agents that write transcripts: the clock was wrong. */
const earliestMs = Date.UTC(2024, 0, 1);

/** A lesson that was remembered, with what later ones refer to. */
export interface RememberedFinding {
  readonly lesson: MinedLesson;
  readonly redactedSecrets: number;
  readonly fix?: SessionFix;
}

/** Variants of the failures of a session, by the line at which each failed. */
export type VariantsByLine = Map<number, ItemId>;

/**
 * A finding → failure memory, or a lesson. It is kept as said by the agent, whoever's words it holds: a transcript is a file
 * that any program of the user can write. Undefined where the change tells nothing.
 */
export async function rememberFinding(
  found: FoundInSession,
  dependencies: MiningDependencies,
  variants: VariantsByLine,
): Promise<RememberedFinding | undefined> {
  const { finding } = found;
  const speaker: Speaker = {
    kind: 'agent',
    name: found.file.agent,
    source: 'transcript',
    ...(found.session === undefined ? {} : { session: found.session }),
  };
  if (isStateFinding(finding)) {
    const lesson = await rememberState(
      { finding, found, speaker },
      dependencies,
      atThatTime(dependencies, finding.left.atMs),
    );
    return lesson && { lesson, redactedSecrets: countMarks(lesson.text) };
  }
  const lesson = previewFinding(found, dependencies);
  if (lesson === undefined) return undefined;
  const then = atThatTime(dependencies, lesson.evidence.atMs);
  if (finding.kind === 'statement') {
    const { type, text } = finding.statement;
    const { kind, item, redactedSecrets } = await remember({ content: text, type, speaker }, then);
    const fate = kind === 'quarantined' ? 'needs_review' : kind;
    return { lesson: { ...lesson, fate, itemId: item.id }, redactedSecrets };
  }
  const episode = withoutSecrets(finding.episode);
  const fix = tellFix(episode, found.root) ?? '';
  const recorded = await recordEpisode(episode, fix, { found, speaker }, then);
  variants.set(episode.failure.line, recorded.variant.id);
  const cause = episode.causedByLine === undefined ? undefined : variants.get(episode.causedByLine);
  await linkEpisode(recorded, cause, then.store);
  const { kind, variant } = recorded;
  const redactedSecrets = recorded.redactedSecrets + countMarks(fix);
  const fate = kind === 'needs_review' ? kind : kind === 'known' ? 'known' : 'added';
  const mended = sessionFix(recorded, found, episode, dependencies);
  return {
    ...{ lesson: { ...lesson, fate, itemId: variant.id }, redactedSecrets },
    ...(mended === undefined ? {} : { fix: mended }),
  };
}

/** The same as a report has it, without anything being written. */
export function previewFinding(
  found: FoundInSession,
  dependencies: Pick<MiningDependencies, 'settings' | 'clock'>,
): MinedLesson | undefined {
  const { finding, file, session, root } = found;
  if (isStateFinding(finding)) return previewState(finding, found, dependencies);
  const origin = { agent: file.agent, transcript: file.path, ...(session === undefined ? {} : { session }) };
  if (finding.kind === 'statement') {
    const { statement, line, atMs } = finding;
    const evidence = { ...origin, line, ...(atMs === undefined ? {} : { atMs }) };
    return { fate: 'found', type: statement.type, text: redact(statement.text), evidence };
  }
  if (!dependencies.settings.codeAwareExtractionEnabled) return undefined;
  const episode = withoutSecrets(finding.episode);
  const text = tellFix(episode, root);
  if (text === undefined) return undefined;
  const { failure } = episode;
  const error = failure.telling ?? failure.errorLines[0];
  return {
    fate: 'found',
    type: 'fix',
    text: redact(text),
    command: failure.family,
    ...(error === undefined ? {} : { error: redact(error) }),
    files: filesOf(episode),
    evidence: { ...origin, ...evidenceOf(episode) },
  };
}

/** Before its lines are cut to be told: half a secret is not known as one. */
function withoutSecrets(episode: FixEpisode): FixEpisode {
  const { failure, check, remedy, remarks } = episode;
  const linesOf = (lines: readonly string[]) => redact(lines.join('\n')).split('\n');
  const commandOf = ({ command }: Pick<ObservedRun, 'command'>) =>
    command === undefined ? {} : { command: redact(command) };
  return {
    ...episode,
    failure: { ...failure, ...commandOf(failure) },
    check: { ...check, ...commandOf(check) },
    remarks: remarks.map(redact),
    remedy:
      remedy.kind === 'edit'
        ? {
            ...remedy,
            files: remedy.files.map(({ path, added, removed }) => ({
              path,
              added: linesOf(added),
              removed: linesOf(removed),
            })),
          }
        : { ...remedy, command: redact(remedy.command) },
  };
}

/** Another checkout lies elsewhere, so paths are told from the top. */
function tellFix(episode: FixEpisode, root: string | undefined): string | undefined {
  const text = describeFix(episode);
  return root === undefined || root.length < shortestRoot ? text : text?.replaceAll(`${root}/`, '');
}

function evidenceOf({
  failure,
  check,
  alsoFailedAtLines,
}: FixEpisode): Omit<LessonEvidence, 'agent' | 'transcript'> {
  return {
    line: failure.line,
    alsoFailedAtLines,
    passedAtLine: check.line,
    ...(check.atMs === undefined ? {} : { atMs: check.atMs }),
  };
}

function filesOf({ remedy }: FixEpisode): readonly RedactedText[] {
  return remedy.kind === 'edit' ? remedy.files.slice(0, mostFiles).map(({ path }) => redact(path)) : [];
}

async function recordEpisode(
  episode: FixEpisode,
  fix: string,
  { found, speaker }: { readonly found: FoundInSession; readonly speaker: Speaker },
  dependencies: MiningDependencies,
): Promise<RecordedFailure> {
  const { failure, check, attempts } = episode;
  const seen = seeFix(episode, dependencies);
  const changed = await changedPlaces(episode, dependencies);
  return await recordFailure(
    {
      fix,
      failure: {
        output: failure.output,
        command: failure.command === undefined ? undefined : redact(failure.command).slice(0, longestCommand),
        exitCode: failure.exitCode,
        worktree: found.root,
      },
      details: {
        validation: {
          ...(check.command === undefined ? {} : { command: redact(check.command).slice(0, longestCommand) }),
          exitCode: 0,
        },
        ...(attempts.length === 0 ? {} : { attempts: [...new Set(attempts)].slice(0, mostAttempts) }),
        ...(changed.length === 0 ? {} : { changed }),
      },
      references: filesOf(episode),
      speaker,
      ...seen,
    },
    dependencies,
  );
}

/** What may be shown of it before anybody confirms it: nothing where that is not wanted, or a secret is near. */
function seeFix(
  episode: FixEpisode,
  { files, capture }: Pick<MiningDependencies, 'files' | 'capture'>,
): { readonly seen?: string; readonly anchors?: readonly Anchor[] } {
  if (capture.unconfirmedFixes !== 'show' || files === undefined) return {};
  const decoder = new TextDecoder();
  const bytesOf = (path: string) => files.read(path)?.bytes;
  const seen = describeSeenFix(episode, (path) => {
    const bytes = bytesOf(path);
    return bytes === undefined ? undefined : decoder.decode(bytes);
  });
  if (seen === undefined || redact(seen.text) !== seen.text) return {};
  const { anchor } = seen;
  if (anchor === undefined) return { seen: seen.text };
  const bytes = bytesOf(anchor.path);
  const [firstLine] = anchor.lines;
  if (
    bytes === undefined ||
    firstLine === undefined ||
    redact(anchor.lines.join('\n')) !== anchor.lines.join('\n')
  )
    return {};
  const symbol = { name: '', firstLine, lineCount: anchor.lines.length, digest: digestTrimmed(anchor.lines) };
  const removed = anchor.removed.filter((one) => redact(one) === one);
  const blobId = files.blobId(bytes, 'sha1');
  return { seen: seen.text, anchors: [{ path: anchor.path, blobId, symbol, removed }] };
}

/** What tells later whether a decision about this failure was right. */
function sessionFix(
  { kind, variant, episode: { body } }: RecordedFailure,
  { session }: FoundInSession,
  { remedy }: FixEpisode,
  { clock }: MiningDependencies,
): SessionFix | undefined {
  if (session === undefined || body?.kind !== 'episode') return undefined;
  return {
    ...{ session, failure: body.failure },
    ...(kind === 'needs_review' ? {} : { variantId: variant.id }),
    done:
      remedy.kind === 'edit'
        ? { edits: remedy.files, commands: [] }
        : { edits: [], commands: [bareCommand(remedy.command)] },
    atMs: clock.nowMs(),
  };
}

/** Ties the episode to what resolved it, and to the fix that brought it about. */
async function linkEpisode(
  { episode, variant }: RecordedFailure,
  causeId: ItemId | undefined,
  store: MemoryStore,
): Promise<void> {
  const links: readonly RelatedItem[] = [
    { id: variant.id, relation: 'resolved_by' },
    ...(causeId === undefined || causeId === variant.id
      ? []
      : [{ id: causeId, relation: 'caused_by' } as const]),
  ];
  await store.transact((transaction) => {
    const item = transaction.item(episode.id);
    if (item === undefined) return;
    const missing = links.filter(
      (link) =>
        transaction.item(link.id) !== undefined &&
        !item.relatedItems.some(({ id, relation }) => id === link.id && relation === link.relation),
    );
    if (missing.length > 0)
      transaction.updateItem({ ...item, relatedItems: [...item.relatedItems, ...missing] });
  });
}

/**
 * What was learned counts from when it was learned, as far as the transcript's clock can be believed. At which commit that was
 * is not known.
 */
function atThatTime(dependencies: MiningDependencies, atMs: number | undefined): MiningDependencies {
  const { clock, ancestry } = dependencies;
  const nowMs = clock.nowMs();
  const learnedAtMs = atMs !== undefined && atMs >= earliestMs && atMs <= nowMs ? atMs : nowMs;
  return {
    ...dependencies,
    clock: { ...clock, nowMs: () => learnedAtMs },
    ancestry: { ...ancestry, head: async () => undefined },
  };
}

import { bareCommand } from '../../capture/command-lines.ts';
import { describeFix } from '../../capture/describe-fix.ts';
import { describeSeenFix } from '../../capture/describe-seen-fix.ts';
import type { FixEpisode, ObservedRun } from '../../capture/fix-episode.ts';
import { placeAddedLines } from '../../capture/standing-lines.ts';
import { digestTrimmed } from '../../codebase/anchors.ts';
import { readStructure } from '../../codebase/index-blob.ts';
import { countMarks } from '../../lessons/prepare-item.ts';
import { cutFunctions, touchedFunctions } from '../../locate/cut-functions.ts';
import type { RecordedFailure } from '../../model/answers/failure-answers.ts';
import type { ItemId, RedactedText } from '../../model/brands.ts';
import { defined } from '../../model/defined.ts';
import { placeSeparator } from '../../model/item-body.ts';
import type { Anchor, RelatedItem } from '../../model/memory-item.ts';
import type { Speaker } from '../../model/provenance.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import { redact } from '../../redaction/redact.ts';
import { hideLines } from '../../text/hashes.ts';
import { languageOf } from '../../text/path-role.ts';
import type { SessionFix } from '../decisions/label-decisions.ts';
import { recordFailure } from '../failures/record-failure.ts';
import { textsOf } from '../memory/where-it-holds.ts';
import type { FindingKind, FindingOf, FoundInSession, MiningDependencies } from './session-finding.ts';

/** A change of more files is about none in particular. */
const mostFiles = 5;
const mostAttempts = 10;
/** A shorter path may stand in other words. */
const shortestRoot = 4;
const longestCommand = 8_000;
/** A place is shown with an unconfirmed fix: a name in quotes, or a path with spaces, could hold prose. */
const plain = /^[\w$.?!<>~=@/+-]{1,160}$/;

/** A failure and its fix → failure memory. */
export const rememberFix: FindingKind<FindingOf<'fix'>> = {
  placeOf: ({ episode: { failure, check } }) => ({ line: failure.line, atMs: check.atMs }),

  tell({ finding, root }, { settings }) {
    if (!settings.codeAwareExtractionEnabled) return undefined;
    const episode = withoutSecrets(finding.episode);
    const text = tellFix(episode, root);
    if (text === undefined) return undefined;
    const { failure, alsoFailedAtLines, check } = episode;
    const error = failure.telling ?? failure.errorLines[0];
    return {
      type: 'fix',
      text: redact(text),
      command: failure.family,
      ...(error === undefined ? {} : { error: redact(error) }),
      files: filesOf(episode),
      evidence: { alsoFailedAtLines, passedAtLine: check.line },
    };
  },

  async remember({ found, told, speaker, nowMs, variants }, then) {
    if (told === undefined) return undefined;
    const episode = withoutSecrets(found.finding.episode);
    const fix = tellFix(episode, found.root) ?? '';
    const recorded = await recordEpisode(episode, fix, { root: found.root, speaker }, then);
    const { kind, variant } = recorded;
    variants.set(episode.failure.line, variant.id);
    const cause = episode.causedByLine === undefined ? undefined : variants.get(episode.causedByLine);
    await linkEpisode(recorded, cause, then.store);
    return {
      fate: kind === 'needs_review' || kind === 'known' ? kind : 'added',
      itemId: variant.id,
      redactedSecrets: recorded.redactedSecrets + countMarks(fix),
      fix: sessionFix(recorded, found, episode, nowMs),
    };
  },
};

/** Rules of checkers whose findings an edit mended. */
function rulesOf({ failure: { findings = [] }, remedy }: FixEpisode): readonly string[] {
  const found = findings.filter(({ isTest }) => !isTest).map(({ tool, rule }) => `${tool} ${rule}`);
  return remedy.kind === 'edit' ? [...new Set(found)] : [];
}

/** Before its lines are cut to be told: half a secret is not known as one. */
function withoutSecrets(episode: FixEpisode): FixEpisode {
  const { failure, check, remedy, remarks } = episode;
  const linesOf = (lines: readonly string[]) => redact(lines.join('\n')).split('\n');
  const runOf = (run: ObservedRun): ObservedRun =>
    run.command === undefined ? run : { ...run, command: redact(run.command) };
  return {
    ...episode,
    failure: runOf(failure),
    check: runOf(check),
    remarks: remarks.map(redact),
    remedy:
      remedy.kind === 'edit'
        ? {
            ...remedy,
            ...defined({ command: remedy.command && redact(remedy.command) }),
            files: remedy.files.map(({ path, added, removed }) => ({
              path,
              added: linesOf(added),
              removed: linesOf(removed),
            })),
          }
        : { ...remedy, command: redact(remedy.command) },
  };
}

/**
 * The text of a fix, with paths from the top, since another checkout lies elsewhere. Undefined for findings of several rules,
 * each of which is remembered with its rule.
 */
function tellFix(episode: FixEpisode, root: string | undefined): string | undefined {
  if (rulesOf(episode).length > 1) return undefined;
  const text = describeFix(episode);
  return root === undefined || root.length < shortestRoot ? text : text?.replaceAll(`${root}/`, '');
}

function filesOf({ remedy }: FixEpisode): readonly RedactedText[] {
  return remedy.kind === 'edit' ? remedy.files.slice(0, mostFiles).map(({ path }) => redact(path)) : [];
}

async function recordEpisode(
  episode: FixEpisode,
  fix: string,
  { root, speaker }: { readonly root: string | undefined; readonly speaker: Speaker },
  dependencies: MiningDependencies,
): Promise<RecordedFailure> {
  const { failure, check, attempts, steps } = episode;
  const changed = await changedPlaces(episode, dependencies);
  const lineOf = ({ command }: ObservedRun) => command && redact(command).slice(0, longestCommand);
  return await recordFailure(
    {
      fix,
      failure: {
        output: failure.output,
        command: lineOf(failure),
        exitCode: failure.exitCode,
        worktree: root,
      },
      details: {
        ...(check.verdict === 'passed'
          ? { validation: { ...defined({ command: lineOf(check) }), exitCode: 0 } }
          : {}),
        ...(attempts.length === 0 ? {} : { attempts: [...new Set(attempts)].slice(0, mostAttempts) }),
        ...(changed.length === 0 ? {} : { changed }),
      },
      references: filesOf(episode),
      speaker,
      steps,
      ...seeFix(episode, dependencies),
    },
    dependencies,
  );
}

/**
 * The files that a fix changed and their functions, as `path` and `path::Class.method`, by which it is found
 * where one of these is to be changed again. Functions are those that hold its lines now; for lines it only
 * removed, or that were rewritten since, only the file is known.
 */
export async function changedPlaces(
  { remedy }: Pick<FixEpisode, 'remedy'>,
  { files, openParser }: Pick<MiningDependencies, 'files' | 'openParser'>,
): Promise<readonly string[]> {
  if (remedy.kind !== 'edit' || files === undefined) return [];
  const places: string[] = [];
  for (const { path, added } of remedy.files.slice(0, mostFiles)) {
    const text = textsOf(files).textOf(path);
    if (text === undefined || !plain.test(path) || languageOf(path) === undefined) continue;
    const lines = text.split('\n');
    const changes = placeAddedLines(added, lines);
    places.push(path);
    if (changes.length === 0) continue;
    const { symbols } = await readStructure(await openParser(), path, text);
    for (const { cut } of touchedFunctions(cutFunctions(symbols), changes, lines))
      if (plain.test(cut.name)) places.push(`${path}${placeSeparator}${cut.name}`);
  }
  return places;
}

/** Returns the visible parts of an unconfirmed fix: none where the settings forbid it, or a secret is near. */
function seeFix(
  episode: FixEpisode,
  { files, capture }: Pick<MiningDependencies, 'files' | 'capture'>,
): { readonly seen?: string; readonly anchors?: readonly Anchor[] } {
  if (capture.unconfirmedFixes !== 'show' || files === undefined) return {};
  const isOpen = (text: string) => redact(text) === text;
  const seen = describeSeenFix(episode, textsOf(files));
  if (seen === undefined || !isOpen(seen.text)) return {};
  const { text, anchor } = seen;
  if (anchor === undefined) return { seen: text };
  const { path, lines, removed } = anchor;
  const bytes = files.read(path)?.bytes;
  const [firstLine] = lines;
  if (bytes === undefined || firstLine === undefined || !isOpen(lines.join('\n'))) return {};
  const symbol = { name: '', firstLine, lineCount: lines.length, digest: digestTrimmed(lines) };
  const blobId = files.blobId(bytes, 'sha1');
  return { seen: text, anchors: [hideLines({ path, blobId, symbol, removed })] };
}

/** Returns the facts that tell later whether a decision about this failure was right. */
function sessionFix(
  { kind, variant, episode: { body } }: RecordedFailure,
  { session }: FoundInSession,
  { remedy, check, failure: { command: failed } }: FixEpisode,
  atMs: number,
): SessionFix | undefined {
  if (session === undefined || body?.kind !== 'episode') return undefined;
  const done =
    remedy.kind === 'edit'
      ? { edits: remedy.files, commands: [], failed }
      : { edits: [], commands: [bareCommand(remedy.command)], failed };
  const variantId = kind === 'needs_review' ? undefined : variant.id;
  return { session, failure: body.failure, ...defined({ variantId, endedAtMs: check.atMs }), done, atMs };
}

/** Ties the episode to the fix that resolved it, and to the fix that brought it about. */
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

import { bareCommand } from '../../capture/command-lines.ts';
import { isHarmlessCommand } from '../../capture/is-harmless-command.ts';
import type { BegunTask } from '../../capture/session-tasks.ts';
import { placeAddedLines } from '../../capture/standing-lines.ts';
import { countMarks, fingerprintOf } from '../../lessons/prepare-item.ts';
import type { RedactedText } from '../../model/brands.ts';
import { type ChangedPlace, type ExperienceBody, placeSeparator } from '../../model/item-body.ts';
import { type Experience, isExperience } from '../../model/memory-item.ts';
import { scopeOf } from '../../model/provenance.ts';
import type { RepositoryPath } from '../../model/repository.ts';
import type { FileEdit } from '../../model/session.ts';
import type { ItemReader } from '../../ports/memory-store.ts';
import { redact } from '../../redaction/redact.ts';
import { requestTitle } from '../../text/passages.ts';
import { oneLine } from '../../text/words.ts';
import { draftItem } from '../memory/draft-item.ts';
import { textsOf } from '../memory/where-it-holds.ts';
import { changedPlaces } from './remember-fix.ts';
import type { FindingKind, FindingOf, MiningDependencies } from './session-finding.ts';

const longestRequest = 3_000;
const longestLine = 200;
const mostPlaces = 40;
const mostEach = 10;
const mostTerms = 60;

/**
 * A task of a session → one memory, known again by the session and the line of its request, so that a later reading adds to
 * it. It does not expire.
 */
export const rememberExperience: FindingKind<FindingOf<'experience'>> = {
  placeOf: ({ task }) => task,

  /** It is no lesson: nothing of it is told in a report. */
  tell: () => undefined,

  async remember({ found, speaker }, then) {
    const { finding, session } = found;
    const { store, repositoryId } = then;
    if (session === undefined || repositoryId === undefined) return undefined;
    const { task } = finding;
    const identity = ['experience', session, String(task.line)];
    const edits = task.edits.map((edit) => ({ ...edit, path: placeInTree(edit.path, then) }));
    const content = redact(task.request).slice(0, longestRequest) as RedactedText;
    const body: ExperienceBody = {
      kind: 'experience',
      session,
      line: task.line,
      changed: await placesOf(edits, then),
      commits: task.commits.map(quoted),
      passed: task.passed
        .map(bareCommand)
        .filter((command) => mayBeTold(command, then))
        .map(quoted),
      triedInVain: task.triedInVain.map(quoted),
      outcome: task.outcome,
      terms: task.terms,
    };
    const drafted = await draftItem(
      {
        content,
        title: requestTitle(content),
        type: 'project_fact',
        layer: 'episodic',
        identity,
        body,
        speaker,
      },
      then,
    );
    const { ttlDays: _, ...lasting } = drafted.item;
    const item = { ...lasting, body };
    return await store.transact((transaction) => {
      const known = transaction.itemByFingerprint(scopeOf('repo', repositoryId), fingerprintOf(identity));
      if (known !== undefined && (known.status !== 'active' || !isExperience(known))) return undefined;
      const kept = known === undefined ? item : goOn(known, item);
      const isKnown = known !== undefined && JSON.stringify(known.body) === JSON.stringify(kept.body);
      if (isKnown && known.content === kept.content)
        return { fate: 'known', itemId: known.id, redactedSecrets: 0 };
      transaction.putItem(kept, new Map());
      return { fate: 'added', itemId: kept.id, redactedSecrets: countMarks(content) };
    });
  },
};

/** The last task of a session, as it was read before. @param origin of the session */
export function lastTask(reader: Pick<ItemReader, 'items'>, origin: string): BegunTask | undefined {
  const known = reader.items({ kinds: ['experience'], statuses: ['active'], origin }).filter(isExperience);
  const last = known.toSorted((a, b) => b.body.line - a.body.line)[0];
  if (last === undefined) return undefined;
  const { line, changed, commits } = last.body;
  return { line, request: last.content, hasChanged: changed.length + commits.length > 0 };
}

/** Adds the later part of a task to the part that was read before. */
function goOn(known: Experience, item: Experience): Experience {
  const { id, createdAtMs, accessCount, relatedItems, quarantined, body: before } = known;
  const { body: after } = item;
  const places = [...after.changed, ...before.changed].map((place) => [placeKey(place), place] as const);
  return {
    ...item,
    ...{ id, createdAtMs, accessCount, relatedItems, quarantined },
    body: {
      ...after,
      changed: [...new Map(places).values()].slice(0, mostPlaces),
      commits: together(before.commits, after.commits),
      passed: after.outcome === 'unchanged' ? before.passed : after.passed,
      triedInVain: together(before.triedInVain, after.triedInVain),
      outcome: after.outcome === 'unchanged' ? before.outcome : after.outcome,
      terms: together(before.terms, after.terms, mostTerms),
    },
  };
}

function together<Text>(before: readonly Text[], after: readonly Text[], most = mostEach): readonly Text[] {
  return [...new Set([...before, ...after])].slice(-most);
}

function placeKey({ path, name }: ChangedPlace): string {
  return `${path}${placeSeparator}${name ?? ''}`;
}

/** A file where it lies in this working tree: agents also work in a copy of it, within another folder. */
function placeInTree(path: string, { files }: Pick<MiningDependencies, 'files'>): string {
  const names = path.split('/');
  const ends = names.map((_, at) => names.slice(at).join('/'));
  return ends.find((end) => files?.read(end as RepositoryPath) !== undefined) ?? path;
}

/**
 * The functions that now hold the lines after the change, or those before it, with their files. A deleted file is named only
 * where no other is left.
 */
async function placesOf(
  edits: readonly FileEdit[],
  then: MiningDependencies,
): Promise<readonly ChangedPlace[]> {
  const here = edits.flatMap((edit) => {
    const lines = textsOf(then.files).textOf(edit.path)?.split('\n');
    if (lines === undefined) return [];
    const stands = placeAddedLines(edit.added, lines).length > 0;
    return [stands ? edit : { ...edit, added: edit.removed }];
  });
  const largest = here.toSorted((a, b) => b.added.length - a.added.length);
  const functions = await changedPlaces({ remedy: { kind: 'edit', files: largest } }, then);
  const named = [...new Set([...functions, ...largest.map(({ path }) => path)])];
  const places = named.length > 0 ? named : edits.map(({ path }) => path);
  return places.slice(0, mostPlaces).map((place) => {
    const [path = '', name] = place.split(placeSeparator);
    return { path: quoted(path), ...(name === undefined ? {} : { name: quoted(name) }) };
  });
}

/** Whether a command may be told as an unconfirmed fix: only if it can do no harm. */
function mayBeTold(command: string, { files }: Pick<MiningDependencies, 'files'>): boolean {
  return files !== undefined && isHarmlessCommand(command, textsOf(files));
}

/** Secrets are taken out before it is cut. */
function quoted(text: string): RedactedText {
  return oneLine(redact(text)).slice(0, longestLine) as RedactedText;
}

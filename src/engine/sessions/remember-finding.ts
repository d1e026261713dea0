import { describeResult, describeTasks } from '../../capture/session-state.ts';
import { countMarks, fingerprintOf } from '../../lessons/prepare-item.ts';
import { ttlDaysOf } from '../../lifecycle/expiry.ts';
import type { ItemId } from '../../model/brands.ts';
import { defined } from '../../model/defined.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import { scopeOf } from '../../model/provenance.ts';
import type { MinedLesson } from '../../model/session.ts';
import { redact } from '../../redaction/redact.ts';
import { itemTerms } from '../../retrieval/item-terms.ts';
import { remember } from '../items/remember.ts';
import { draftItem } from '../memory/draft-item.ts';
import { isVersion } from '../memory/find-item.ts';
import { rememberExperience } from './remember-experience.ts';
import { rememberFix } from './remember-fix.ts';
import { rememberWay } from './remember-way.ts';
import type {
  FindingKind,
  FindingOf,
  FoundInSession,
  KeptFinding,
  MiningDependencies,
  SessionFinding,
} from './session-finding.ts';

/** Earlier than the first agents that write transcripts: the clock was wrong. */
const earliestMs = Date.UTC(2024, 0, 1);

const rememberStatement: FindingKind<FindingOf<'statement'>> = {
  placeOf: (finding) => finding,
  tell: ({ finding: { statement } }) => ({ type: statement.type, text: redact(statement.text) }),
  async remember({ found, speaker }, then) {
    const { type, text } = found.finding.statement;
    const { kind, item, redactedSecrets } = await remember({ content: text, type, speaker }, then);
    return { fate: kind === 'quarantined' ? 'needs_review' : kind, itemId: item.id, redactedSecrets };
  },
};

type StateFinding = FindingOf<'tasks' | 'result'>;

const dayMs = 86_400_000;

/**
 * Open ends of a session → one memory for its tasks, one for each command, of the session that ran it last. The next
 * reading puts the state of then in its place; where nothing is left, the memory is archived. A memory that a person
 * vouched for, edited or turned down stays as it is.
 */
const rememberState: FindingKind<StateFinding> = {
  placeOf: ({ left }) => left,

  /** Undefined where no open end is left, or it is too old to go on with. */
  tell({ finding }, { settings, clock }) {
    const type = finding.kind === 'tasks' ? 'task_state' : 'command_result';
    const days = ttlDaysOf(type, settings);
    const { atMs } = finding.left;
    if (atMs !== undefined && days !== undefined && clock.nowMs() - atMs > days * dayMs) return undefined;
    const text = finding.kind === 'tasks' ? describeTasks(finding.left) : describeResult(finding.left);
    if (text === undefined) return undefined;
    const command = finding.kind === 'result' ? { command: finding.left.family } : {};
    return { type, text: redact(text), ...command };
  },

  async remember({ found, told, speaker }, then) {
    const { store, repositoryId } = then;
    const identity = identityOf(found);
    if (identity === undefined || repositoryId === undefined) return undefined;
    const atMs = then.clock.nowMs();
    const drafted =
      told && (await draftItem({ content: told.text, type: told.type, identity, speaker }, then));
    const fingerprint = fingerprintOf(identity);
    return await store.transact((transaction) => {
      const known = transaction.itemByFingerprint(scopeOf('repo', repositoryId), fingerprint);
      if (known !== undefined && !isFollowed(known, atMs)) return undefined;
      const item = drafted === undefined ? known && end(known, atMs) : goOn(known, drafted.item);
      if (item === undefined || told === undefined) {
        if (item !== undefined && known?.status === 'active') transaction.putItem(item, itemTerms(item));
        return undefined;
      }
      transaction.putItem(item, itemTerms(item));
      const isSame = known?.status === 'active' && known.content === item.content;
      return { fate: isSame ? 'known' : 'added', itemId: item.id, redactedSecrets: countMarks(told.text) };
    });
  },
};

/** Every kind of finding, and the way to remember it. */
const findingKinds: { readonly [Kind in SessionFinding['kind']]: FindingKind<FindingOf<Kind>> } = {
  fix: rememberFix,
  statement: rememberStatement,
  experience: rememberExperience,
  tasks: rememberState,
  result: rememberState,
  way: rememberWay,
};

function kindOf({ kind }: SessionFinding): FindingKind<SessionFinding> {
  return findingKinds[kind];
}

/** Line of the transcript at which it was found. */
export function lineOf(finding: SessionFinding): number {
  return kindOf(finding).placeOf(finding).line;
}

/** A finding as a report has it, without anything being written. Undefined where it tells nothing. */
export function previewFinding(
  found: FoundInSession,
  dependencies: Pick<MiningDependencies, 'settings' | 'clock'>,
): MinedLesson | undefined {
  const { finding, file, session } = found;
  const told = kindOf(finding).tell(found, dependencies);
  if (told === undefined) return undefined;
  const { line, atMs } = kindOf(finding).placeOf(finding);
  const origin = { agent: file.agent, transcript: file.path, ...defined({ session }) };
  return { fate: 'found', ...told, evidence: { ...origin, line, ...told.evidence, ...defined({ atMs }) } };
}

/** A finding's memory, with the facts known beside it. */
interface RememberedFinding extends Pick<KeptFinding, 'fate' | 'redactedSecrets' | 'fix'> {
  /** Absent where it is none. */
  readonly lesson?: MinedLesson | undefined;
}

/**
 * A finding → failure memory, or a lesson. Its speaker is the agent, even for a user's words: any program of
 * the user can write a transcript. Undefined where nothing of it is kept.
 */
export async function rememberFinding(
  found: FoundInSession,
  dependencies: MiningDependencies,
  variants: Map<number, ItemId>,
): Promise<RememberedFinding | undefined> {
  const { finding, file, session } = found;
  const lesson = previewFinding(found, dependencies);
  const speaker = { kind: 'agent', name: file.agent, source: 'transcript', ...defined({ session }) } as const;
  const kept = await kindOf(finding).remember(
    { found, told: lesson, speaker, nowMs: dependencies.clock.nowMs(), variants },
    atThatTime(dependencies, kindOf(finding).placeOf(finding).atMs),
  );
  if (kept === undefined) return undefined;
  const { fate, itemId, redactedSecrets, fix } = kept;
  return { fate, lesson: lesson && { ...lesson, fate, itemId }, redactedSecrets, fix };
}

/**
 * A lesson counts from when it was learned, as far as the transcript's clock can be believed. At which commit that was
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

function identityOf({ finding, session }: FoundInSession<StateFinding>): readonly string[] | undefined {
  if (finding.kind === 'result') return ['command_result', finding.left.family];
  return session === undefined ? undefined : ['task_state', session];
}

/** Whether it still follows the sessions, and no later session or person decided otherwise. */
function isFollowed(known: MemoryItem, atMs: number): boolean {
  const wasEnded = known.status === 'archived' && known.validToMs !== undefined;
  // It was not turned down: a summary of the state of then took its place.
  const isSummarised = known.status === 'archived' && known.archivedFor === 'summary';
  return (
    !isVersion(known) &&
    known.trust === 'agent' &&
    atMs >= known.updatedAtMs &&
    (known.status === 'active' || wasEnded || isSummarised)
  );
}

function end(known: MemoryItem, atMs: number): MemoryItem {
  return { ...known, status: 'archived', validToMs: atMs, updatedAtMs: atMs };
}

function goOn(known: MemoryItem | undefined, item: MemoryItem): MemoryItem {
  if (known === undefined) return item;
  const { id, createdAtMs, accessCount, relatedItems, quarantined } = known;
  return { ...item, id, createdAtMs, accessCount, relatedItems, quarantined };
}

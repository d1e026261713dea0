import { describeResult, describeTasks } from '../../capture/describe-state.ts';
import { fingerprintOf } from '../../lessons/prepare-item.ts';
import { ttlDaysOf } from '../../lifecycle/expiry.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import { type Speaker, scopeOf } from '../../model/provenance.ts';
import type { MinedLesson } from '../../model/session.ts';
import { redact } from '../../redaction/redact.ts';
import { itemTerms } from '../../retrieval/item-terms.ts';
import { draftItem } from '../memory/draft-item.ts';
import { isVersion } from '../memory/find-item.ts';
import type { MiningDependencies } from './mining-dependencies.ts';
import type { FoundInSession } from './read-session.ts';
import type { SessionFinding } from './reading-session.ts';

export type StateFinding = Extract<SessionFinding, { readonly kind: 'tasks' | 'result' }>;

const dayMs = 86_400_000;

export function isStateFinding(finding: SessionFinding): finding is StateFinding {
  return finding.kind === 'tasks' || finding.kind === 'result';
}

interface StateRequest {
  readonly finding: StateFinding;
  readonly found: FoundInSession;
  readonly speaker: Speaker;
}

/**
 * What a session left open → one memory for its tasks, one for each command, whichever session ran it last. The next reading puts what
 * is so by then in its place; where nothing is left, the memory is archived. What a person vouched for, edited or turned down stays as
 * it is.
 *
 * @param then the dependencies at the time when the session left it so
 */
export async function rememberState(
  { finding, found, speaker }: StateRequest,
  dependencies: MiningDependencies,
  then: MiningDependencies,
): Promise<MinedLesson | undefined> {
  const { store, repositoryId } = dependencies;
  const identity = identityOf(finding, found);
  if (identity === undefined || repositoryId === undefined) return undefined;
  const lesson = previewState(finding, found, dependencies);
  const atMs = then.clock.nowMs();
  const drafted =
    lesson && (await draftItem({ content: lesson.text, type: lesson.type, identity, speaker }, then));
  const fingerprint = fingerprintOf(identity);
  return await store.transact((transaction) => {
    const known = transaction.itemByFingerprint(scopeOf('repo', repositoryId), fingerprint);
    if (known !== undefined && !isFollowed(known, atMs)) return undefined;
    const item = drafted === undefined ? known && end(known, atMs) : goOn(known, drafted.item);
    if (item === undefined || lesson === undefined) {
      if (item !== undefined && known?.status === 'active') transaction.putItem(item, itemTerms(item));
      return undefined;
    }
    transaction.putItem(item, itemTerms(item));
    const isSame = known?.status === 'active' && known.content === item.content;
    return { ...lesson, fate: isSame ? 'known' : 'added', itemId: item.id };
  });
}

/** The same as a report has it. Undefined where nothing is left open, and where it was so long ago that nobody goes on with it. */
export function previewState(
  finding: StateFinding,
  { file, session }: FoundInSession,
  { settings, clock }: Pick<MiningDependencies, 'settings' | 'clock'>,
): MinedLesson | undefined {
  const type = finding.kind === 'tasks' ? 'task_state' : 'command_result';
  const { line, atMs } = finding.left;
  const days = ttlDaysOf(type, settings);
  if (atMs !== undefined && days !== undefined && clock.nowMs() - atMs > days * dayMs) return undefined;
  const text = finding.kind === 'tasks' ? describeTasks(finding.left) : describeResult(finding.left);
  if (text === undefined) return undefined;
  const origin = { agent: file.agent, transcript: file.path, ...(session === undefined ? {} : { session }) };
  const command = finding.kind === 'result' ? { command: finding.left.family } : {};
  const evidence = { ...origin, line, ...(atMs === undefined ? {} : { atMs }) };
  return { fate: 'found', type, text: redact(text), ...command, evidence };
}

function identityOf(finding: StateFinding, { session }: FoundInSession): readonly string[] | undefined {
  if (finding.kind === 'result') return ['command_result', finding.left.family];
  return session === undefined ? undefined : ['task_state', session];
}

/** It says what sessions left, and nobody decided otherwise; a session that is read late does not speak for a later one. */
function isFollowed(known: MemoryItem, atMs: number): boolean {
  const wasEnded = known.status === 'archived' && known.validToMs !== undefined;
  // Nobody turned it down: a summary took its place, which says what was so then.
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

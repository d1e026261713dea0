import { describeResult, describeTasks } from '../../capture/session-state.ts';
import { countMarks, fingerprintOf } from '../../lessons/prepare-item.ts';
import { ttlDaysOf } from '../../lifecycle/expiry.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import { scopeOf } from '../../model/provenance.ts';
import { redact } from '../../redaction/redact.ts';
import { itemTerms } from '../../retrieval/item-terms.ts';
import { draftItem } from '../memory/draft-item.ts';
import { isVersion } from '../memory/find-item.ts';
import type { FindingKind, FindingOf, FoundInSession } from './session-finding.ts';

type StateFinding = FindingOf<'tasks' | 'result'>;

const dayMs = 86_400_000;

/**
 * Open ends of a session → one memory for its tasks, one for each command, of the session that ran it last. The next
 * reading puts the state of then in its place; where nothing is left, the memory is archived. A memory that a person
 * vouched for, edited or turned down stays as it is.
 */
export const rememberState: FindingKind<StateFinding> = {
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

import type { Settings } from '../../config/settings.ts';
import type { FailureReport } from '../../model/failure.ts';
import { standaloneKinds } from '../../model/memory-item.ts';
import type { RepositoryId } from '../../model/repository.ts';
import type { Scope } from '../../model/scope.ts';
import type { Ancestry } from '../../ports/ancestry.ts';
import type { MemoryReader } from '../../ports/memory-store.ts';
import { describesFailure } from '../../query/describes-failure.ts';
import { recall } from './recall.ts';
import type { RecallDependencies } from './recall-dependencies.ts';
import { resolveScopes } from './resolve-scopes.ts';

interface AfterFailureRequest {
  readonly failure: FailureReport;
  /** Program that the agent is, such as `claude-code`. */
  readonly agent: string;
  readonly session?: string | undefined;
  /** Asked between steps, each of which takes time that an agent waits for. */
  readonly isTooLate?: (() => boolean) | undefined;
}

export interface AfterFailureDependencies
  extends Pick<RecallDependencies, 'store' | 'clock' | 'random' | 'files' | 'worktree'> {
  /** What the clone is known by that the command ran in (`RepositoryLocation.identityDirectory`). */
  readonly identityDirectory: string;
  /** Login name of whoever runs the agent; may be empty. */
  readonly userName: string;
  /** Read only where something is remembered. */
  readonly loadSettings: () => Promise<Settings>;
  readonly openAncestry: (settings: Settings) => Ancestry;
}

export type AfterFailureRecollection =
  | { readonly kind: 'card'; readonly text: string; readonly decisionId: string }
  | {
      readonly kind: 'silent';
      readonly reason: string;
      /** There when memories were considered: the receipt says why none is shown. */
      readonly decisionId?: string;
    };

/**
 * Decides whether to show a memory to an agent whose command has just failed. Cheap checks come first: whether the
 * command failed at all, then whether there are memories here.
 *
 * @param open called when the command did fail
 */
export async function recallAfterFailure(
  { failure, agent, session, isTooLate = () => false }: AfterFailureRequest,
  open: () => AfterFailureDependencies,
): Promise<AfterFailureRecollection> {
  if (!describesFailure(failure)) return silent('the command did not fail');
  if (isTooLate()) return tooLate;
  const { store, identityDirectory, userName, loadSettings, openAncestry, ...rest } = open();
  const known = store.read((reader) => findKnown(reader, identityDirectory, userName));
  if (known.kind === 'nothing') return silent(known.reason);
  if (isTooLate()) return tooLate;
  const settings = await loadSettings();
  if (isTooLate()) return tooLate;
  const { repositoryId, scopes } = known;
  const { kind, decisionId, pack, recorded } = await recall(
    {
      failure,
      moment: 'after_failure',
      speaker: { kind: 'agent', name: agent, source: 'hook', ...(session === undefined ? {} : { session }) },
    },
    { ...rest, store, repositoryId, scopes, settings, ancestry: openAncestry(settings) },
  );
  if (pack.text !== '') return { kind: 'card', text: pack.text, decisionId };
  return recorded ? { ...silent(kind), decisionId } : silent('the decision could not be written down');
}

type Known =
  | { readonly kind: 'nothing'; readonly reason: string }
  | { readonly kind: 'something'; readonly repositoryId: RepositoryId; readonly scopes: readonly Scope[] };

/** Whether there is anything that could be shown: in one read, for each costs a lock. */
function findKnown(reader: MemoryReader, identityDirectory: string, userName: string): Known {
  const [repository] = reader.repositoriesWith({ kind: 'path', value: identityDirectory });
  if (repository === undefined) return { kind: 'nothing', reason: 'this repository is not known' };
  const repositoryId = repository.id;
  if (reader.pausedAtMs(repositoryId) !== undefined) return { kind: 'nothing', reason: 'paused' };
  const scopes = resolveScopes({ repositoryId, userName });
  if (reader.countItems({ scopes, kinds: standaloneKinds }) === 0)
    return { kind: 'nothing', reason: 'nothing is remembered here' };
  return { kind: 'something', repositoryId, scopes };
}

function silent(reason: string) {
  return { kind: 'silent', reason } as const;
}

const tooLate = silent('too late');

import type { Settings } from '../../config/settings.ts';
import type { DecisionId } from '../../model/decision.ts';
import type { FailureReport } from '../../model/failure.ts';
import { standaloneKinds } from '../../model/memory-item.ts';
import type { Scope } from '../../model/provenance.ts';
import type { RepositoryId } from '../../model/repository.ts';
import type { Ancestry } from '../../ports/git-reader.ts';
import type { MemoryReader } from '../../ports/memory-store.ts';
import { describesFailure } from '../../query/describes-failure.ts';
import { uuidOf } from '../../text/hashes.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import { resolveScopes } from '../memory/resolve-scopes.ts';
import { recall } from './recall.ts';

interface AfterFailureRequest {
  readonly failure: FailureReport;
  /** Program that the agent is, such as `claude-code`. */
  readonly agent: string;
  readonly session?: string | undefined;
  /** How the agent names the call of its tool: of one call, whoever reports it, there is one decision. */
  readonly call?: string | undefined;
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
  { failure, agent, session, call, isTooLate = () => false }: AfterFailureRequest,
  open: () => AfterFailureDependencies,
): Promise<AfterFailureRecollection> {
  if (!describesFailure(failure)) return silent('the command did not fail');
  if (isTooLate()) return tooLate;
  const { store, identityDirectory, userName, loadSettings, openAncestry, ...rest } = open();
  const decisionId = decisionOf(session, call);
  const known = store.read((reader) => findKnown(reader, { identityDirectory, decisionId }));
  if (known.kind === 'nothing') return { ...silent(known.reason), ...known.before };
  if (isTooLate()) return tooLate;
  const settings = await loadSettings();
  if (settings.hooks.afterFailure === 'off') return silent('switched off');
  if (isTooLate()) return tooLate;
  const { repositoryId } = known;
  const scopes = resolveScopes({ repositoryId, userName }, settings.memory.v3.scope);
  if (!store.read((reader) => isAnythingKnown(reader, scopes))) return silent('nothing is remembered here');
  const recalled = await recall(
    {
      failure,
      moment: 'after_failure',
      decisionId,
      speaker: { kind: 'agent', name: agent, source: 'hook', ...(session === undefined ? {} : { session }) },
    },
    { ...rest, store, repositoryId, scopes, settings, ancestry: openAncestry(settings) },
  );
  const { kind, pack, recorded } = recalled;
  if (pack.text !== '') return { kind: 'card', text: pack.text, decisionId: recalled.decisionId };
  return recorded
    ? { ...silent(kind), decisionId: recalled.decisionId }
    : silent('the decision could not be written down');
}

type Known =
  | {
      readonly kind: 'nothing';
      readonly reason: string;
      /** Decided of the same call before. */
      readonly before?: { readonly decisionId: DecisionId };
    }
  | { readonly kind: 'something'; readonly repositoryId: RepositoryId };

interface Place extends Pick<AfterFailureDependencies, 'identityDirectory'> {
  readonly decisionId: DecisionId | undefined;
}

/** Of one call of a tool two hooks may report: one in the agent's server, and one that it starts. */
function decisionOf(session: string | undefined, call: string | undefined): DecisionId | undefined {
  if (session === undefined || call === undefined) return undefined;
  return uuidOf(`${session}\n${call}`) as DecisionId;
}

/** Whether there is anything that could be shown: in one read, for each costs a lock. */
function findKnown(reader: MemoryReader, { identityDirectory, decisionId }: Place): Known {
  if (decisionId !== undefined && reader.decision(decisionId) !== undefined)
    return { kind: 'nothing', reason: 'another hook answered it', before: { decisionId } };
  const [repository] = reader.repositoriesWith({ kind: 'path', value: identityDirectory });
  if (repository === undefined) return { kind: 'nothing', reason: 'this repository is not known' };
  const repositoryId = repository.id;
  if (reader.pausedAtMs(repositoryId) !== undefined) return { kind: 'nothing', reason: 'paused' };
  // Which scopes are read here the settings say, which take time to read.
  if (!isAnythingKnown(reader, reader.scopes()))
    return { kind: 'nothing', reason: 'nothing is remembered here' };
  return { kind: 'something', repositoryId };
}

function isAnythingKnown(reader: Pick<MemoryReader, 'countItems'>, scopes: readonly Scope[]): boolean {
  return reader.countItems({ scopes, kinds: standaloneKinds }) > 0;
}

function silent(reason: string) {
  return { kind: 'silent', reason } as const;
}

const tooLate = silent('too late');

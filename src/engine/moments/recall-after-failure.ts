import type { Settings } from '../../config/settings.ts';
import type { DecisionId } from '../../model/decision.ts';
import type { FailureReport } from '../../model/failure.ts';
import { standaloneKinds } from '../../model/memory-item.ts';
import type { Scope } from '../../model/provenance.ts';
import { isNoted, type KnownRepository, type RepositoryId } from '../../model/repository.ts';
import type { Ancestry } from '../../ports/git-reader.ts';
import type { MemoryReader } from '../../ports/memory-store.ts';
import { describesFailure } from '../../query/describes-failure.ts';
import { redact } from '../../redaction/redact.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import { resolveScopes } from '../memory/where-it-holds.ts';
import { findingsOf } from '../recall/offer-experiences.ts';
import { recall } from '../recall/recall.ts';
import { decisionAbout, fixThatWaits, isDecided, silentFor, type ToldAnswer } from './moment-answers.ts';

interface AfterFailureRequest {
  readonly failure: FailureReport;
  /** Program that the agent is, such as `claude-code`. */
  readonly agent: string;
  readonly session?: string | undefined;
  /** The agent's name for the call of its tool: one call has one decision, however many hooks report it. */
  readonly call?: string | undefined;
  /** Asked between steps, each of which takes time that an agent waits for. */
  readonly isTooLate?: (() => boolean) | undefined;
}

export interface AfterFailureDependencies
  extends Pick<RecallDependencies, 'store' | 'clock' | 'random' | 'files' | 'worktree'> {
  /** Identity of the clone that the command ran in (`RepositoryLocation.identityDirectory`). */
  readonly identityDirectory: string;
  /** The file system's marks of the clone; empty where it has none. */
  readonly marks: readonly string[];
  /** The repository that lies there, by all that git tells: asked where the marks were not noted. */
  readonly confirmClone: (settings: Settings) => Promise<RepositoryId>;
  /** Login name of the user who runs the agent; may be empty. */
  readonly userName: string;
  /** Read only where something is remembered. */
  readonly loadSettings: () => Promise<Settings>;
  readonly openAncestry: (settings: Settings) => Ancestry;
}

/**
 * Decides whether to show a memory to an agent whose command has just failed. Cheap checks come first: whether the
 * command failed at all, then whether there are memories here.
 * @param open called when the command did fail
 */
export async function recallAfterFailure(
  { failure, agent, session, call, isTooLate = () => false }: AfterFailureRequest,
  open: () => AfterFailureDependencies,
): Promise<ToldAnswer> {
  const hasFailed = describesFailure(failure);
  if (!hasFailed && findingsOf(failure, undefined).length === 0) return silentFor('the command did not fail');
  if (isTooLate()) return tooLate;
  const { store, identityDirectory, marks, confirmClone, userName, loadSettings, openAncestry, ...rest } =
    open();
  // Two hooks may report one call of a tool: a hook in the agent's server, and a hook that it starts.
  const decisionId = call === undefined ? undefined : decisionAbout(session, call);
  const known = store.read((reader) => findKnown(reader, identityDirectory, decisionId));
  if ('kind' in known) return known;
  if (isTooLate()) return tooLate;
  const settings = await loadSettings();
  if (settings.hooks.afterFailure === 'off') return silentFor('switched off');
  if (isTooLate()) return tooLate;
  const repositoryId = isNoted(known, marks) ? known.id : await confirmClone(settings);
  const scopes = resolveScopes({ repositoryId, userName }, settings.memory.v3.scope);
  if (!store.read((reader) => isAnythingKnown(reader, scopes))) return nothingRemembered;
  const recalled = await recall(
    {
      failure,
      moment: 'after_failure',
      onlyFindings: !hasFailed,
      decisionId,
      speaker: {
        kind: 'agent',
        name: agent,
        source: 'hook',
        ...(session === undefined ? {} : { session: redact(session) }),
      },
    },
    { ...rest, store, repositoryId, scopes, settings, ancestry: openAncestry(settings) },
  );
  const { kind, pack, recorded } = recalled;
  if (pack.text !== '') return { kind: 'card', text: pack.text, decisionId: recalled.decisionId };
  if (!recorded) return silentFor('the decision could not be written down');
  const silent = silentFor(kind, recalled.decisionId);
  const mayWait = recalled.leftOut.some(({ reasons }) => reasons[0] === 'unverified');
  if (session === undefined || !mayWait) return silent;
  const told = { id: recalled.decisionId, session: redact(session), nowMs: rest.clock.nowMs() };
  return { ...silent, forUser: store.read((reader) => fixThatWaits(reader, told)) };
}

/** The repository, if there is anything that could be shown, else why not: in one read, for each costs a lock. */
function findKnown(
  reader: MemoryReader,
  identityDirectory: string,
  decisionId: DecisionId | undefined,
): KnownRepository | ToldAnswer {
  if (isDecided(reader, decisionId)) return silentFor('another hook answered it', decisionId);
  const [repository] = reader.repositoriesWith({ kind: 'path', value: identityDirectory });
  if (repository === undefined) return silentFor('this repository is not known');
  if (reader.pausedAtMs(repository.id) !== undefined) return silentFor('paused');
  // Which scopes are read here the settings say, which take time to read.
  return isAnythingKnown(reader, reader.scopes()) ? repository : nothingRemembered;
}

function isAnythingKnown(reader: Pick<MemoryReader, 'countItems'>, scopes: readonly Scope[]): boolean {
  return reader.countItems({ scopes, kinds: standaloneKinds }) > 0;
}

const tooLate = silentFor('too late');
const nothingRemembered = silentFor('nothing is remembered here');

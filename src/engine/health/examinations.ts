import type { Settings } from '../../config/settings.ts';
import type { Check, Diagnosis, HookSilences } from '../../model/answers/memory-status.ts';
import type { AgentAnswers, AgentOnMachine } from '../../model/answers/setup-report.ts';
import { defined } from '../../model/defined.ts';
import { isAfterwitError } from '../../model/errors.ts';
import { standaloneKinds } from '../../model/memory-item.ts';
import { type Scope, type ScopeKind, scopeKindOf, scopeOf } from '../../model/provenance.ts';
import type { KnownRepository, Lookalike } from '../../model/repository.ts';
import type { GitReader } from '../../ports/git-reader.ts';
import type { MemoryStore, MemoryUpkeep } from '../../ports/memory-store.ts';
import type { IndexStore } from '../../ports/repository-index.ts';
import { describeHooksToReview } from '../../wording/descriptions.ts';
import { countOf, formatCount, formatMoment } from '../../wording/formats.ts';
import { resolveScopes } from '../memory/where-it-holds.ts';

type Finding = Omit<Check, 'name'>;
type Found = Finding | Promise<Finding>;

/** One check of `doctor`. An error that it throws is its finding. */
interface Examination {
  readonly name: string;
  readonly examine: () => Found;
}

const ok = (message: string, remedy?: string): Finding => ({ result: 'ok', message, ...defined({ remedy }) });
const warning = (message: string, remedy: string): Finding => ({ result: 'warning', message, remedy });
const problem = (message: string, remedy: string): Finding => ({ result: 'problem', message, remedy });

/** Runs all checks; a failing check does not stop the others. */
export async function diagnose(examinations: readonly Examination[]): Promise<Diagnosis> {
  const checks: Check[] = [];
  for (const { name, examine } of examinations) checks.push({ name, ...(await findingOf(examine)) });
  return { healthy: checks.every(({ result }) => result !== 'problem'), checks };
}

async function findingOf(examine: Examination['examine']): Promise<Finding> {
  try {
    return await examine();
  } catch (fault) {
    const message = fault instanceof Error ? fault.message : String(fault);
    return { result: 'problem', message: isAfterwitError(fault) ? `${message} (${fault.code})` : message };
  }
}

export interface ExaminationRequest {
  readonly git: GitReader;
  readonly store: MemoryStore & Pick<MemoryUpkeep, 'recovered' | 'examine'>;
  readonly indexStore: IndexStore;
  readonly home: string;
  readonly homeIsWritable: () => boolean;
  readonly settingWarnings: readonly string[];
  readonly settings: { readonly memory: { readonly v3: Pick<Settings['memory']['v3'], 'scope'> } };
  readonly userName: string;
  readonly identify: () => Promise<KnownRepository>;
  readonly findLookalike: () => Lookalike | undefined;
  readonly nodeVersion: string;
  readonly hookSilences: () => HookSilences;
  /** Why code is not read; undefined where it is. */
  readonly whyUnread: () => Promise<string | undefined>;
  /** Paths of memories that lie beside the one in use, which took their place. */
  readonly otherStates: () => readonly string[];
  /** Agents that are connected here. */
  readonly agents: readonly AgentOnMachine[];
  /** Starts the programs in an agent's settings, and says which answered. */
  readonly askAgent: (agent: AgentOnMachine) => Promise<AgentAnswers>;
  /** When a session of an agent began last. */
  readonly lastSeenMs: (agent: AgentOnMachine) => number | undefined;
  readonly nowMs: () => number;
}

/** The checks of `doctor`, outermost first. */
export function examinations(request: ExaminationRequest): readonly Examination[] {
  const checks: readonly (readonly [name: string, examine: (request: ExaminationRequest) => Found])[] = [
    ['node', ({ nodeVersion }) => ok(`Node.js ${nodeVersion}`)],
    ['git', async ({ git }) => ok(await git.version())],
    ['home', examineHome],
    ['settings', examineSettings],
    ['memory', examineMemory],
    ['scopes', examineScopes],
    ['hooks', examineHooks],
    ...request.agents.map((agent) => [agent.name, () => examineAgent(agent, request)] as const),
    ['repository', examineRepository],
    ['clone', examineClone],
    ['index', examineIndex],
    ['parser', examineParser],
  ];
  return checks.map(([name, examine]) => ({ name, examine: () => examine(request) }));
}

async function examineParser({ whyUnread }: ExaminationRequest): Promise<Finding> {
  const reason = await whyUnread();
  if (reason === undefined) return ok('code is read by its syntax');
  return warning(
    `Code is not read by its syntax, so names are found by patterns, slower and worse: ${reason}.`,
    'Install afterwit anew.',
  );
}

function examineHome({ home, homeIsWritable }: ExaminationRequest): Finding {
  if (homeIsWritable()) return ok(home);
  return problem(
    `${home} cannot be written, so nothing new can be indexed or remembered.`,
    'Give write access to it, or set AFTERWIT_HOME to another folder.',
  );
}

/** @throws INVALID_SETTING where the scopes that are set cannot be read: then nothing can be recalled */
function examineSettings({ settingWarnings, settings, userName }: ExaminationRequest): Finding {
  resolveScopes({ userName }, settings.memory.v3.scope);
  if (settingWarnings.length === 0) return ok('all settings are understood');
  return warning(settingWarnings.join(' '), 'See `afterwit config`.');
}

function examineMemory({ store, otherStates }: ExaminationRequest): Finding {
  const { repositories, items } = store.read((reader) => ({
    repositories: reader.repositories().length,
    items: reader.countItems({ kinds: standaloneKinds }),
  }));
  const damage = store.examine();
  const { recovered } = store;
  if (recovered !== undefined)
    return warning(
      `The memory was damaged (${recovered.damage}) and its backup of ${new Date(recovered.backedUpAtMs).toISOString()} was restored.`,
      `Changes made later are only in ${recovered.asidePath ?? 'the lost file'}.`,
    );
  if (damage !== undefined)
    return problem(
      `The memory is damaged: ${damage}. Damaged memories are not shown; the others are intact.`,
      'Check the disk, then restore an intact copy: "afterwit restore FILE".',
    );
  const known = `${countOf(items, 'memory', 'memories')} of ${countOf(repositories, 'repository', 'repositories')}`;
  const others = otherStates();
  if (others.length === 0) return ok(known);
  return ok(
    `${known}; ${others.length === 1 ? 'another state' : `${formatCount(others.length)} other states`} of it ${others.length === 1 ? 'is' : 'are'} kept, the last as ${others.at(-1)}`,
    'To bring back what is only there: copy it into an empty FOLDER as memory.db (a log beside it as memory.db-wal), "afterwit export --all --home FOLDER --out FILE", then "afterwit import FILE --mine". Else delete it.',
  );
}

/** Memories of an unknown repository are never read; those of a workspace only where it is named. */
function examineScopes({ store, settings, userName }: ExaminationRequest): Finding {
  const read = resolveScopes({ userName }, settings.memory.v3.scope);
  const { lost, unread } = store.read((reader) => {
    const known = new Set(reader.repositories().map(({ id }) => scopeOf('repo', id)));
    const counted = (isMeant: (scope: Scope) => boolean) => {
      const scopes = reader.scopes().filter(isMeant);
      const counts = scopes.map((scope) => reader.countItems({ scopes: [scope], kinds: standaloneKinds }));
      const items = counts.reduce((sum, count) => sum + count, 0);
      return { scopes, items, told: countOf(items, 'memory', 'memories') };
    };
    return {
      lost: counted((scope) => scopeKindOf(scope) === 'repo' && !known.has(scope)),
      unread: counted((scope) => namedKinds.includes(scopeKindOf(scope)) && !read.includes(scope)),
    };
  });
  if (lost.scopes.length > 0)
    return problem(
      `${lost.told} of ${countOf(lost.scopes.length, 'repository', 'repositories')} that are never read: the memory does not know ${lost.scopes.join(', ')}.`,
      'To take them over here: "afterwit export --all > FILE", then "afterwit import FILE --mine --scope repo". To let them go: "afterwit forget".',
    );
  if (unread.scopes.length === 0) return ok('every memory holds in a repository that is known');
  return warning(
    `${unread.told} of ${unread.scopes.join(', ')} ${unread.items === 1 ? 'is' : 'are'} not read here.`,
    'To read those of a workspace or a skill: name it in `memory.v3.scope.workspace` or `.skill`, and set `memory.v3.scope.mode` to it. Those of a team: `memory.v3.scope.team`.',
  );
}

const namedKinds: readonly ScopeKind[] = ['workspace', 'skill', 'team'];

/** More decisions are not looked at. */
const decisionLimit = 1_000;

/** A hook that gives up is silent, so only here can it be noticed. */
function examineHooks({ store, hookSilences, nowMs }: ExaminationRequest): Finding {
  const { sinceMs, tooLate, faults, lastAtMs, lastReason } = hookSilences();
  const days = Math.round((nowMs() - sinceMs) / 86_400_000);
  const silent = tooLate + faults;
  if (silent === 0) return ok(`none gave up in the last ${days} days`);
  const decided = store
    .read((reader) => reader.decisions(decisionLimit))
    .filter(({ moment, atMs }) => moment !== 'asked' && atMs >= sinceMs).length;
  const parts = [
    ...(tooLate === 0 ? [] : [`${formatCount(tooLate)} gave up for lack of time`]),
    ...(faults === 0 ? [] : [`${formatCount(faults)} ended with a fault`]),
  ];
  const last =
    lastAtMs === undefined ? '' : `; the last one ${formatMoment(lastAtMs, nowMs())} (${lastReason})`;
  return warning(
    `In the last ${days} days, of ${countOf(silent + decided, 'call')} with something to decide, ${parts.join(' and ')}${last}.`,
    tooLate >= faults
      ? 'The agent was told nothing then. This happens on a machine that is busy; ask by hand: "afterwit recall --failure LOG". Each is in logs/hook.log of the home.'
      : 'The agent was told nothing then. Each is in logs/hook.log of the home, with its fault.',
  );
}

/** A file of settings proves nothing: the programs that it names are started, as the agent does. */
async function examineAgent(
  agent: AgentOnMachine,
  { askAgent, lastSeenMs, store, nowMs }: ExaminationRequest,
): Promise<Finding> {
  const { hooks, tools } = await askAgent(agent);
  const { name, hooksToReview } = agent;
  const said = [
    hooks &&
      (hooks.fault === undefined
        ? `hooks answered in ${Math.round(hooks.tookMs)} ms`
        : `its hook gave no answer: ${hooks.fault}`),
    tools &&
      (tools.fault === undefined
        ? `tools listed: ${tools.count}`
        : `its server gave no answer: ${tools.fault}`),
  ].filter((one) => one !== undefined);
  const told = store
    .read((reader) => reader.decisions(decisionLimit))
    .find(({ client }) => client.startsWith(agent.agent));
  const lastMs = Math.max(told?.atMs ?? 0, lastSeenMs(agent) ?? 0);
  const seen = lastMs === 0 ? 'never seen yet' : `last seen ${formatMoment(lastMs, nowMs())}`;
  const message = `${said.length === 0 ? 'set up in this project, whose settings are not tried out' : said.join(', ')}; ${seen}`;
  if (hooks?.fault !== undefined || tools?.fault !== undefined)
    return problem(message, `Set it up again: "afterwit setup --agent ${agent.agent}".`);
  if (hooksToReview === undefined) return ok(message);
  return warning(
    `${message}; ${describeHooksToReview(hooksToReview)}`,
    `Until then ${name} skips them, and so does "codex exec", without a word.`,
  );
}

/** A clone rightly stays apart from a lookalike, until a person says otherwise. */
async function examineRepository({ identify, findLookalike }: ExaminationRequest): Promise<Finding> {
  const { name, id } = await identify();
  const lookalike = findLookalike();
  if (lookalike === undefined) return ok(`${name}, ${id}`);
  const { repository } = lookalike;
  return ok(
    `${name}, ${id}; it looks like ${repository.name} (${repository.id}), whose memories it does not share.`,
    `If you know them to be the same, run "afterwit repo link ${repository.id}".`,
  );
}

function examineClone({ git }: ExaminationRequest): Finding {
  const { shallow, partial, head } = git.location;
  if (head === undefined) return warning('The repository has no commit yet.', 'Make a first commit.');
  if (shallow)
    return warning(
      'The clone is shallow: older history is missing.',
      'Run "git fetch --unshallow"; the index is then extended automatically.',
    );
  if (!partial) return ok('the whole history is here');
  return warning(
    'The clone is partial: afterwit never fetches, so renames of changed files, and patches, may be missing.',
    'Clone without --filter to have everything.',
  );
}

function examineIndex({ indexStore, git }: ExaminationRequest): Finding {
  const index = indexStore.existing();
  if (index === undefined) return warning('not built yet', 'Run "afterwit index".');
  const damage = index.findDamage();
  if (damage !== undefined)
    return problem(`The index is damaged: ${damage}.`, 'Run "afterwit index --rebuild".');
  const { commitCount, unreadable, path } = index.state();
  const [first] = unreadable;
  if (first !== undefined)
    return warning(
      `${formatCount(unreadable.length)} of ${countOf(commitCount, 'commit')} could not be read in full, the first ${first.id.slice(0, 12)} (${first.reason}).`,
      'Run "git fsck", fetch the repository again, then "afterwit index --rebuild".',
    );
  const aside = indexStore.aside();
  if (aside !== undefined)
    return warning(
      `The index is intact; it replaced a damaged one, which is kept as ${aside}.`,
      'Find the cause of the damage (a faulty disk, a program that changes files there), then delete it.',
    );
  const isBehind = git.location.head !== undefined && index.unknown([git.location.head]).length > 0;
  return ok(`${countOf(commitCount, 'commit')} in ${path}${isBehind ? ', behind HEAD' : ''}`);
}

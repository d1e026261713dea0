import { AfterwitError, invalidArgument } from '../../model/errors.ts';
import { operationIdOf, type TeamOperation } from '../../model/team.ts';
import type { Pulled, PullRequest, PushAnswer, TeamHub } from '../../ports/team-hub.ts';
import { canonicalJson, fieldsOf, parsedJson } from '../../text/json/fields.ts';
import { openTeamGit, type TeamGit } from './team-git.ts';
import {
  fileLength,
  filesOf,
  firstOfFile,
  type Log,
  mostAttempts,
  pause,
  subjectOf,
  TeamMirror,
} from './team-mirror.ts';

export interface GitTeamHubOptions {
  readonly executable: string;
  /** Bare directory of our own that mirrors the team's refs. */
  readonly directory: string;
  readonly url: string;
  readonly team: string;
  /** `refs`: refs that no clone fetches; `branches`: for hosts that take no others. */
  readonly layout: 'refs' | 'branches';
  /** Longest file of a log; a log that holds a longer one is garbled. */
  readonly mostFileBytes?: number | undefined;
}

/** How long a push relies on the mirror: a sync pulls just before. */
const freshForMs = 5_000;

/**
 * A hub in the refs of a git remote: one log per machine, one commit of operation files per push. It writes these refs
 * only, by `git push`, so a host needs nothing installed.
 */
export async function openGitTeamHub(options: GitTeamHubOptions): Promise<TeamHub> {
  const git = await openTeamGit(options.executable, options.directory);
  return new GitTeamHub(git, options);
}

class GitTeamHub implements TeamHub {
  readonly #mirror: TeamMirror;
  readonly #team: string;
  /** Cursor of a pull that goes on with the mirror as it is. */
  #paging: string | undefined;
  /** One call at a time: they share the mirror. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(git: TeamGit, { url, team, layout, mostFileBytes }: GitTeamHubOptions) {
    const prefix = `refs/${layout === 'branches' ? 'heads/' : ''}afterwit/${team}/`;
    this.#mirror = new TeamMirror(git, url, prefix, mostFileBytes);
    this.#team = team;
  }

  push(operations: readonly TeamOperation[], { isAnew } = { isAnew: false }): Promise<PushAnswer> {
    return this.#inTurn(() => this.#push(operations, isAnew));
  }

  pull(request: PullRequest): Promise<Pulled> {
    return this.#inTurn(() => this.#pull(request));
  }

  redactBodies(operations: readonly { readonly machine: string; readonly seq: number }[]): Promise<number> {
    return this.#inTurn(async () => {
      await this.#mirror.refresh();
      const machines = new Set(operations.map(({ machine }) => machine));
      const ids = new Set(operations.map(operationIdOf));
      let emptied = 0;
      for (const machine of machines) emptied += await this.#rewrite(machine, ids);
      if (emptied > 0) await this.#mirror.forgetUnreachable();
      return emptied;
    });
  }

  async close(): Promise<void> {
    await this.#queue.catch(() => undefined);
  }

  async #push(operations: readonly TeamOperation[], isAnew: boolean): Promise<PushAnswer> {
    const machine = operations[0]?.machine ?? '';
    if (operations.some((operation) => operation.team !== this.#team || operation.machine !== machine))
      throw invalidArgument('These are not operations of one machine of this team.');
    return await this.#retry(async () => {
      const stored = this.#mirror.logs.get(machine);
      const refused = this.#mirror.refused.get(machine);
      const isGarbled = isAnew || stored === undefined || this.#mirror.garbled.has(stored.commit);
      const log = isGarbled || refused !== undefined ? undefined : stored;
      const held = log?.held ?? 0;
      const first = operations[0]?.seq ?? held + 1;
      if (first > held + 1) return { kind: 'gap', held };
      const known = await this.#mirror.read(machine, log, first, held);
      const begun = await this.#mirror.read(machine, log, firstOfFile(held + 1), held);
      if (known === undefined || begun === undefined) return { kind: 'gap', held: 0 };
      const fork = operations.find(({ seq, signature, bodyDigest }) => {
        const there = known.find((operation) => operation.seq === seq);
        return there !== undefined && (there.signature !== signature || there.bodyDigest !== bodyDigest);
      });
      if (fork !== undefined) return { kind: 'forked', seq: fork.seq };
      const added = operations.filter(({ seq }) => seq > held);
      const last = added.at(-1)?.seq;
      if (last === undefined) return { kind: 'stored', held };
      const rewrites = rewritesOf(stored) + (log === stored ? 0 : 1);
      const written = await this.#mirror.replace(this.#mirror.prefix + machine, refused ?? stored?.commit, {
        message: subjectOf({ held: last, rewrites }),
        parent: log?.commit,
        files: filesOf([...begun, ...added]),
      });
      return written === undefined ? undefined : { kind: 'stored', held: last };
    });
  }

  async #pull({ after, limit, places }: PullRequest): Promise<Pulled> {
    if (after === undefined || after !== this.#paging) await this.#mirror.refresh();
    const positions: Record<string, number> = { ...positionsIn(after) };
    const operations: TeamOperation[] = [];
    const isSubscribed = ({ place }: TeamOperation) =>
      place === undefined || places === undefined || places.includes(place);
    const isBehind = ([machine, { held, commit }]: readonly [string, Log]) =>
      (positions[machine] ?? 0) < held && !this.#mirror.garbled.has(commit);
    for (const [machine, log] of this.#mirror.logs) {
      while (isBehind([machine, log]) && operations.length < limit) {
        const from = (positions[machine] ?? 0) + 1;
        // No more than there is room for, so that the cursor passes nothing that is not given.
        const end = Math.min(log.held, from + Math.min(fileLength, limit - operations.length) - 1);
        const read = await this.#mirror.read(machine, log, from, end);
        if (read === undefined) break;
        operations.push(...read.filter(isSubscribed));
        positions[machine] = end;
      }
    }
    const isAll = ![...this.#mirror.logs].some(isBehind);
    const garbled = [...this.#mirror.logs].flatMap(([machine, { commit }]) =>
      this.#mirror.garbled.has(commit) ? [machine] : [],
    );
    const setAside = [...new Set([...garbled, ...this.#mirror.refused.keys()])];
    const cursor = canonicalJson(positions);
    this.#paging = isAll ? undefined : cursor;
    return { operations, cursor, isAll, setAside };
  }

  /** Empties bodies in one log and rewrites it without its history, which still holds them. Returns the number emptied. */
  async #rewrite(machine: string, ids: ReadonlySet<string>): Promise<number> {
    return await this.#retry(async () => {
      const log = this.#mirror.logs.get(machine);
      const operations = (await this.#mirror.read(machine, log, 1, log?.held ?? 0)) ?? [];
      const touched = operations.filter(
        (operation) => operation.body !== null && ids.has(operationIdOf(operation)),
      );
      if (log === undefined || touched.length === 0) return 0;
      const emptied = operations.map((operation) =>
        ids.has(operationIdOf(operation)) ? { ...operation, body: null } : operation,
      );
      const written = await this.#mirror.replace(this.#mirror.prefix + machine, log.commit, {
        message: subjectOf({ held: log.held, rewrites: log.rewrites + 1 }),
        files: filesOf(emptied),
      });
      return written === undefined ? undefined : touched.length;
    });
  }

  async #retry<T>(attempt: () => Promise<T | undefined>): Promise<T> {
    for (let count = 1; count <= mostAttempts; count++) {
      if (count > 1 || performance.now() - this.#mirror.fetchedAtMs > freshForMs)
        await this.#mirror.refresh();
      const answer = await attempt();
      if (answer !== undefined) return answer;
      await pause(count);
    }
    throw new AfterwitError(
      'TEAM_UNREACHABLE',
      'Other processes kept writing the same log, or a git that was killed at the remote left a lock. Nothing is lost; sync again in a moment. If it fails again, delete the files below refs/ there that end in .lock.',
    );
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work);
    this.#queue = result.catch(() => undefined);
    return result;
  }
}

function rewritesOf(log: Log | undefined): number {
  return log?.rewrites ?? 0;
}

/** Seqs by machine, in a cursor. */
function positionsIn(cursor: string | undefined): Readonly<Record<string, number>> {
  return fieldsOf(parsedJson(cursor ?? '')) as Record<string, number>;
}

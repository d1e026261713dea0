import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AfterwitError, isAfterwitError } from '../../model/errors.ts';
import { operationIdOf, type TeamOperation } from '../../model/team-operation.ts';
import type { MachinePosition, Pulled, PullRequest, PushAnswer, TeamHub } from '../../ports/team-hub.ts';
import { canonicalJson } from '../../text/json/canonical-json.ts';
import { decodeOperation, encodeOperation } from '../../text/json/team-operation-line.ts';
import { openTeamGit, type TeamGit, unreachable } from './team-git.ts';

export interface GitTeamHubOptions {
  readonly executable: string;
  /** Bare directory of our own that mirrors the team's refs. */
  readonly directory: string;
  readonly url: string;
  readonly team: string;
  /** `refs`: refs that no clone fetches; `branches`: for hosts that take no others. */
  readonly layout: 'refs' | 'branches';
}

/** Operations in one file of a log: a push writes the last file anew, and no other. */
const fileLength = 200;

/** How long a push relies on the mirror: a sync pulls just before. */
const freshForMs = 5_000;

/** Times that a push is tried where another came first. */
const mostAttempts = 8;

/** The log of one machine, as the mirror has it. */
interface Log {
  readonly commit: string;
  readonly held: number;
  /** Times that it was written anew, so that what was forgotten is in no history of it. */
  readonly rewrites: number;
}

/**
 * A hub in the refs of a git remote: one log per machine, a commit per push, files of operations in it. Only these refs are ever written;
 * `git push` carries them, so a host needs nothing installed.
 */
export async function openGitTeamHub(options: GitTeamHubOptions): Promise<TeamHub> {
  const git = await openTeamGit(options.executable, options.directory);
  return new GitTeamHub(git, options);
}

class GitTeamHub implements TeamHub {
  readonly #git: TeamGit;
  readonly #url: string;
  readonly #team: string;
  readonly #prefix: string;
  #logs: ReadonlyMap<string, Log> = new Map();
  #notes: ReadonlyMap<string, string> = new Map();
  /** Commits of logs that are not what their machines wrote: passed over, until their machines write them anew. */
  readonly #garbled = new Set<string>();
  /** When the mirror was brought up to the remote; what changed there since shows when a push is refused. */
  #fetchedAtMs = Number.NEGATIVE_INFINITY;
  /** Cursor of a pull that goes on with the mirror as it is. */
  #paging: string | undefined;
  /** One call at a time: they share the mirror. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(git: TeamGit, { url, team, layout }: GitTeamHubOptions) {
    this.#git = git;
    this.#url = url;
    this.#team = team;
    this.#prefix = `refs/${layout === 'branches' ? 'heads/' : ''}afterwit/${team}/`;
  }

  push(operations: readonly TeamOperation[]): Promise<PushAnswer> {
    return this.#inTurn(() => this.#push(operations));
  }

  pull(request: PullRequest): Promise<Pulled> {
    return this.#inTurn(() => this.#pull(request));
  }

  positions(): Promise<readonly MachinePosition[]> {
    return this.#inTurn(async () => {
      await this.#fetch();
      const machines = new Set([...this.#logs.keys(), ...this.#notes.keys()]);
      return [...machines].map((machine) => {
        const pulled = this.#notes.get(machine);
        return {
          machine,
          held: this.#logs.get(machine)?.held ?? 0,
          ...(pulled === undefined ? {} : { pulled }),
        };
      });
    });
  }

  async notePulled(machine: string, cursor: string): Promise<void> {
    await this.#inTurn(() =>
      this.#retry(async () => {
        const ref = `${this.#prefix}seen-${machine}`;
        const known = this.#notes.get(machine);
        const merged = canonicalJson(laterOf(positionsIn(known), positionsIn(cursor)));
        if (merged === known) return true;
        const before = await this.#commitOf(`refs/mirror/seen-${machine}`);
        return await this.#replace(ref, before, { message: merged, files: [] });
      }),
    );
  }

  redactBodies(operations: readonly { readonly machine: string; readonly seq: number }[]): Promise<number> {
    return this.#inTurn(async () => {
      await this.#fetch();
      const machines = new Set(operations.map(({ machine }) => machine));
      const ids = new Set(operations.map(operationIdOf));
      let emptied = 0;
      for (const machine of machines) emptied += await this.#rewrite(machine, ids);
      if (emptied > 0) await this.#forgetUnreachable();
      return emptied;
    });
  }

  async close(): Promise<void> {
    await this.#queue.catch(() => undefined);
  }

  async #push(operations: readonly TeamOperation[]): Promise<PushAnswer> {
    const machine = operations[0]?.machine ?? '';
    if (operations.some((operation) => operation.team !== this.#team || operation.machine !== machine))
      throw new AfterwitError('INVALID_ARGUMENT', 'These are not operations of one machine of this team.');
    return await this.#retry(async () => {
      const stored = this.#logs.get(machine);
      const log = stored === undefined || this.#garbled.has(stored.commit) ? undefined : stored;
      const held = log?.held ?? 0;
      const first = operations[0]?.seq ?? held + 1;
      if (first > held + 1) return { kind: 'gap', held };
      const known = await this.#read(machine, log, first, held);
      const begun = await this.#read(machine, log, firstOfFile(held + 1), held);
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
      const written = await this.#replace(this.#prefix + machine, stored?.commit, {
        message: subjectOf({ held: last, rewrites }),
        parent: log?.commit,
        files: filesOf([...begun, ...added]),
      });
      return written === undefined ? undefined : { kind: 'stored', held: last };
    });
  }

  async #pull({ after, limit, places }: PullRequest): Promise<Pulled> {
    if (after === undefined || after !== this.#paging) await this.#fetch();
    const positions: Record<string, number> = { ...positionsIn(after) };
    const operations: TeamOperation[] = [];
    const isSubscribed = ({ place }: TeamOperation) =>
      place === undefined || places === undefined || places.includes(place);
    const isBehind = ([machine, { held, commit }]: readonly [string, Log]) =>
      (positions[machine] ?? 0) < held && !this.#garbled.has(commit);
    for (const [machine, log] of this.#logs) {
      while (isBehind([machine, log]) && operations.length < limit) {
        const from = (positions[machine] ?? 0) + 1;
        // No more than there is room for, so that the cursor passes nothing that is not given.
        const end = Math.min(log.held, from + Math.min(fileLength, limit - operations.length) - 1);
        const read = await this.#read(machine, log, from, end);
        if (read === undefined) break;
        operations.push(...read.filter(isSubscribed));
        positions[machine] = end;
      }
    }
    const isAll = ![...this.#logs].some(isBehind);
    const setAside = [...this.#logs].flatMap(([machine, { commit }]) =>
      this.#garbled.has(commit) ? [machine] : [],
    );
    const cursor = canonicalJson(positions);
    this.#paging = isAll ? undefined : cursor;
    return { operations, cursor, isAll, setAside };
  }

  /** Empties bodies in one log, which is written without a history in which they would stand. Returns how many it emptied. */
  async #rewrite(machine: string, ids: ReadonlySet<string>): Promise<number> {
    return await this.#retry(async () => {
      const log = this.#logs.get(machine);
      const operations = (await this.#read(machine, log, 1, log?.held ?? 0)) ?? [];
      const touched = operations.filter(
        (operation) => operation.body !== null && ids.has(operationIdOf(operation)),
      );
      if (log === undefined || touched.length === 0) return 0;
      const emptied = operations.map((operation) =>
        ids.has(operationIdOf(operation)) ? { ...operation, body: null } : operation,
      );
      const written = await this.#replace(this.#prefix + machine, log.commit, {
        message: subjectOf({ held: log.held, rewrites: log.rewrites + 1 }),
        files: filesOf(emptied),
      });
      return written === undefined ? undefined : touched.length;
    });
  }

  /** Brings the mirror up to the remote. */
  async #fetch(): Promise<void> {
    const before = this.#logs.size === 0 ? await this.#readRefs() : this.#logs;
    const spec = `+${this.#prefix}*:refs/mirror/*`;
    for (let attempt = 1; ; attempt++) {
      const { exit } = await this.#git.run([
        ...['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--prune', '--force'],
        ...['--', this.#url, spec],
      ]);
      if (exit.code === 0) break;
      if (attempt >= mostAttempts || !isRace(exit.complaint)) throw unreachable('fetch', exit);
      await pause(attempt);
    }
    this.#logs = await this.#readRefs();
    this.#fetchedAtMs = performance.now();
    const isRewritten = [...this.#logs].some(([machine, log]) => {
      const known = before.get(machine);
      return known !== undefined && known.rewrites !== log.rewrites;
    });
    if (isRewritten) await this.#forgetUnreachable();
  }

  async #readRefs(): Promise<ReadonlyMap<string, Log>> {
    const format = '%(refname:lstrip=2)%00%(objectname)%00%(contents:subject)';
    const text = await this.#git.read(['for-each-ref', `--format=${format}`, 'refs/mirror/']);
    const logs = new Map<string, Log>();
    const notes = new Map<string, string>();
    for (const line of text.toString().split('\n')) {
      const [name = '', commit = '', subject = ''] = line.split('\0');
      const seen = /^seen-([0-9a-f]{32})$/.exec(name)?.[1];
      if (seen !== undefined) notes.set(seen, subject);
      if (!/^[0-9a-f]{32}$/.test(name)) continue;
      const [, held = 0, rewrites = 0] = /^(\d{1,8}) operations, rewritten (\d{1,8})$/.exec(subject) ?? [];
      if (held === 0) this.#garbled.add(commit);
      logs.set(name, { commit, held: Number(held), rewrites: Number(rewrites) });
    }
    this.#notes = notes;
    return logs;
  }

  async #commitOf(ref: string): Promise<string | undefined> {
    const { text, exit } = await this.#git.run(['rev-parse', '--verify', '--quiet', ref]);
    return exit.code === 0 ? text.toString().trim() : undefined;
  }

  /** Operations of a log from one seq to another; undefined where it is not what the machine wrote, as is noted. */
  async #read(
    machine: string,
    log: Log | undefined,
    from: number,
    to: number,
  ): Promise<readonly TeamOperation[] | undefined> {
    if (log === undefined || from > to) return [];
    const { commit } = log;
    const starts: number[] = [];
    for (let start = firstOfFile(from); start <= to; start += fileLength) starts.push(start);
    const asked = starts.map((start) => `${commit}:${fileName(start)}\n`).join('');
    const answer = await this.#git.read(['cat-file', '--batch'], asked);
    const lines = blobsIn(answer).flatMap((blob) => blob.split('\n').filter((line) => line !== ''));
    const found = decodeAll(lines) ?? [];
    const start = starts[0] ?? 1;
    const isWhole = found.every((one, at) => one.machine === machine && one.seq === start + at);
    if (isWhole && (found.at(-1)?.seq ?? 0) >= to) return found.filter(({ seq }) => seq >= from && seq <= to);
    this.#garbled.add(commit);
    return undefined;
  }

  /** Writes a commit and pushes it where the ref is still as it was. Undefined: another came first. */
  async #replace(ref: string, before: string | undefined, commit: NewCommit): Promise<true | undefined> {
    const next = `refs/next/${randomUUID()}`;
    try {
      await this.#git.read(['fast-import', '--quiet', '--force'], fastImport(next, commit));
      const { text, exit } = await this.#git.run([
        ...['push', '--quiet', '--porcelain', `--force-with-lease=${ref}:${before ?? ''}`],
        ...['--', this.#url, `${next}:${ref}`],
      ]);
      if (exit.code === 0) {
        await this.#git.run(['update-ref', `refs/mirror/${ref.slice(this.#prefix.length)}`, next]);
        this.#logs = await this.#readRefs();
        return true;
      }
      const said = `${text}${exit.complaint}`;
      if (isRace(said)) return undefined;
      throw isRefusedRef(said) ? refusedRef(ref, said) : unreachable('push', exit);
    } finally {
      await this.#git.run(['update-ref', '-d', next]);
    }
  }

  async #retry<T>(attempt: () => Promise<T | undefined>): Promise<T> {
    for (let count = 1; count <= mostAttempts; count++) {
      if (count > 1 || performance.now() - this.#fetchedAtMs > freshForMs) await this.#fetch();
      const answer = await attempt();
      if (answer !== undefined) return answer;
      await pause(count);
    }
    throw new AfterwitError(
      'TEAM_UNREACHABLE',
      'Other processes kept writing the same log. Nothing is lost; sync again in a moment.',
    );
  }

  /** What no log holds any more leaves the mirror, too. */
  async #forgetUnreachable(): Promise<void> {
    await this.#git.run(['reflog', 'expire', '--expire=now', '--all']);
    await this.#git.run(['gc', '--quiet', '--prune=now']);
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work);
    this.#queue = result.catch(() => undefined);
    return result;
  }
}

/** A little longer each time, and never the same for two. */
async function pause(attempt: number): Promise<void> {
  await sleep(attempt * 10 * (1 + Math.random()));
}

function isRace(complaint: string): boolean {
  return /stale info|fetch first|non-fast-forward|cannot lock ref|unable to update local ref|failed to update ref|incorrect old value|reference already exists|remote ref (?:updated|changed)/i.test(
    complaint,
  );
}

function isRefusedRef(complaint: string): boolean {
  return /deny updating a hidden ref|funny refname|remote rejected|not allowed to|pre-receive hook declined/i.test(
    complaint,
  );
}

function refusedRef(ref: string, complaint: string): AfterwitError {
  return new AfterwitError(
    'TEAM_UNREACHABLE',
    `The host takes no ${ref.startsWith('refs/heads/') ? 'branch of this name' : 'refs but branches and tags'}. Found the team with --branches, or in a repository of its own (--remote URL).`,
    { data: { ref, complaint: complaint.slice(-300) } },
  );
}

interface NewCommit {
  readonly message: string;
  readonly parent?: string | undefined;
  readonly files: readonly (readonly [name: string, text: string])[];
}

/** The stream that `git fast-import` reads. The time is left out: when a machine was used is nobody's business. */
function fastImport(ref: string, { message, parent, files }: NewCommit): string {
  const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;
  return [
    `commit ${ref}\n`,
    'committer afterwit <afterwit@localhost> 0 +0000\n',
    data(message),
    parent === undefined ? '' : `from ${parent}\n`,
    ...files.map(([name, text]) => `M 100644 inline ${name}\n${data(text)}`),
    '\n',
  ].join('');
}

function subjectOf({ held, rewrites }: Pick<Log, 'held' | 'rewrites'>): string {
  return `${held} operations, rewritten ${rewrites}`;
}

function rewritesOf(log: Log | undefined): number {
  return log?.rewrites ?? 0;
}

function firstOfFile(seq: number): number {
  return seq - ((seq - 1) % fileLength);
}

function fileName(start: number): string {
  return String(start).padStart(10, '0');
}

/** Operations in files; the first begins one. */
function filesOf(operations: readonly TeamOperation[]): NewCommit['files'] {
  const files = Map.groupBy(operations, ({ seq }) => firstOfFile(seq));
  return [...files].map(([start, those]) => [
    fileName(start),
    those.map((operation) => `${encodeOperation(operation)}\n`).join(''),
  ]);
}

/** Undefined where a line is no operation. */
function decodeAll(lines: readonly string[]): readonly TeamOperation[] | undefined {
  try {
    return lines.map(decodeOperation);
  } catch (fault) {
    if (isAfterwitError(fault)) return undefined;
    throw fault;
  }
}

/** Contents in the answer of `git cat-file --batch`; one that is missing has none. */
function blobsIn(answer: Buffer): readonly string[] {
  const blobs: string[] = [];
  for (let at = 0; at < answer.length; ) {
    const end = answer.indexOf(10, at);
    const size = / blob (\d+)$/.exec(answer.toString('utf8', at, end))?.[1];
    at = end + 1;
    if (size === undefined) continue;
    blobs.push(answer.toString('utf8', at, at + Number(size)));
    at += Number(size) + 1;
  }
  return blobs;
}

/** Seqs by machine, in a cursor. @throws INVALID_ARGUMENT */
function positionsIn(cursor: string | undefined): Readonly<Record<string, number>> {
  try {
    return cursor === undefined || cursor === '' ? {} : (JSON.parse(cursor) as Record<string, number>);
  } catch {
    return {};
  }
}

function laterOf(
  one: Readonly<Record<string, number>>,
  other: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  const machines = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return Object.fromEntries(
    machines.map((machine) => [machine, Math.max(one[machine] ?? 0, other[machine] ?? 0)]),
  );
}

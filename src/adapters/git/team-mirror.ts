import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AfterwitError, isAfterwitError } from '../../model/errors.ts';
import { mostOperationBytes, type TeamOperation } from '../../model/team.ts';
import { decodeOperation, encodeOperation } from '../../text/json/team-operation-line.ts';
import { type TeamGit, unreachable } from './team-git.ts';

/** Operations in one file of a log: a push writes the last file anew, and no other. */
export const fileLength = 200;

/** The log of one machine, as the mirror has it. */
export interface Log {
  readonly commit: string;
  readonly held: number;
  /** Number of rewrites, so that a forgotten memory is in no history of it. */
  readonly rewrites: number;
}

export interface NewCommit {
  readonly message: string;
  readonly parent?: string | undefined;
  readonly files: readonly (readonly [name: string, text: string])[];
}

/** The stream that `git fast-import` reads. It leaves out the time, which would tell when a machine was used. */
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

export function subjectOf({ held, rewrites }: Pick<Log, 'held' | 'rewrites'>): string {
  return `${held} operations, rewritten ${rewrites}`;
}

export function firstOfFile(seq: number): number {
  return seq - ((seq - 1) % fileLength);
}

function fileName(start: number): string {
  return String(start).padStart(10, '0');
}

/** Operations in files; the first begins one. */
export function filesOf(operations: readonly TeamOperation[]): NewCommit['files'] {
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

/** Contents in the answer of `git cat-file --batch`; a missing object has none. */
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

/** Times that a push is tried where another came first. */
export const mostAttempts = 8;

/** The refs of a team, fetched into a bare directory of our own, and written from there. */
export class TeamMirror {
  readonly #git: TeamGit;
  readonly #url: string;
  readonly #mostFileBytes: number;
  readonly prefix: string;
  logs: ReadonlyMap<string, Log> = new Map();
  /** Commits of logs that are not as their machines wrote them: passed over, until these write them anew. */
  readonly garbled = new Set<string>();
  /** Remote commits, by machine, with objects that git rejects: they are not fetched, and count as garbled. */
  readonly refused = new Map<string, string>();
  /** When the mirror was brought up to the remote; later changes there show when a push is refused. */
  fetchedAtMs = Number.NEGATIVE_INFINITY;

  constructor(git: TeamGit, url: string, prefix: string, mostFileBytes = fileLength * mostOperationBytes) {
    this.#mostFileBytes = mostFileBytes;
    this.#git = git;
    this.#url = url;
    this.prefix = prefix;
  }

  /** Brings the mirror up to the remote. */
  async refresh(): Promise<void> {
    this.refused.clear();
    const before = this.logs.size === 0 ? await this.#readRefs() : this.logs;
    const spec = `+${this.prefix}*:refs/mirror/*`;
    for (let attempt = 1; ; attempt++) {
      const { exit } = await this.#git.run([
        ...['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--prune', '--force'],
        ...['--', this.#url, spec],
      ]);
      if (exit.code === 0) break;
      if (attempt < mostAttempts && isRace(exit.complaint)) {
        await pause(attempt);
        continue;
      }
      await this.#fetchEach();
      break;
    }
    this.logs = await this.#readRefs();
    this.fetchedAtMs = performance.now();
    const isRewritten = [...this.logs].some(([machine, log]) => {
      const known = before.get(machine);
      return known !== undefined && known.rewrites !== log.rewrites;
    });
    if (isRewritten) await this.forgetUnreachable();
  }

  /** One ref after the other, so that one which cannot be taken keeps no other out. @throws TEAM_UNREACHABLE */
  async #fetchEach(): Promise<void> {
    const listed = await this.#git.read(['ls-remote', '--quiet', '--', this.#url, `${this.prefix}*`]);
    for (const line of listed.toString().split('\n')) {
      const [commit = '', ref = ''] = line.split('\t');
      const name = ref.slice(this.prefix.length);
      if (name === '') continue;
      const { exit } = await this.#git.run([
        ...['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--force'],
        ...['--', this.#url, `+${ref}:refs/mirror/${name}`],
      ]);
      if (exit.code === 0) continue;
      if (!/fsck|invalid|corrupt|bad object|broken|unpack/i.test(exit.complaint))
        throw unreachable('fetch', exit);
      this.refused.set(name, commit);
    }
  }

  async #readRefs(): Promise<ReadonlyMap<string, Log>> {
    const format = '%(refname:lstrip=2)%00%(objectname)%00%(contents:subject)';
    const text = await this.#git.read(['for-each-ref', `--format=${format}`, 'refs/mirror/']);
    const logs = new Map<string, Log>();
    for (const line of text.toString().split('\n')) {
      const [name = '', commit = '', subject = ''] = line.split('\0');
      if (!/^[0-9a-f]{32}$/.test(name)) continue;
      const [, held = 0, rewrites = 0] = /^(\d{1,8}) operations, rewritten (\d{1,8})$/.exec(subject) ?? [];
      if (held === 0) this.garbled.add(commit);
      logs.set(name, { commit, held: Number(held), rewrites: Number(rewrites) });
    }
    return logs;
  }

  /** Reads operations of a log between two seqs; undefined, and noted, where the log is not as its machine wrote it. */
  async read(
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
    const most = starts.length * this.#mostFileBytes;
    const answer = await this.#git.read(['cat-file', '--batch'], asked, most);
    const lines = blobsIn(answer).flatMap((blob) => blob.split('\n').filter((line) => line !== ''));
    const found = decodeAll(lines) ?? [];
    const start = starts[0] ?? 1;
    const isWhole = found.every((one, at) => one.machine === machine && one.seq === start + at);
    if (isWhole && (found.at(-1)?.seq ?? 0) >= to) return found.filter(({ seq }) => seq >= from && seq <= to);
    this.garbled.add(commit);
    return undefined;
  }

  /** Writes a commit and pushes it where the ref is still as it was. Undefined: another came first. */
  async replace(ref: string, before: string | undefined, commit: NewCommit): Promise<true | undefined> {
    const next = `refs/next/${randomUUID()}`;
    try {
      await this.#git.read(['fast-import', '--quiet', '--force'], fastImport(next, commit));
      const { text, exit } = await this.#git.run([
        ...['push', '--quiet', '--porcelain', `--force-with-lease=${ref}:${before ?? ''}`],
        ...['--', this.#url, `${next}:${ref}`],
      ]);
      if (exit.code === 0) {
        await this.#git.run(['update-ref', `refs/mirror/${ref.slice(this.prefix.length)}`, next]);
        this.refused.delete(ref.slice(this.prefix.length));
        this.logs = await this.#readRefs();
        return true;
      }
      const said = `${text}${exit.complaint}`;
      if (isRace(said)) return undefined;
      throw isRefusedRef(said) ? refusedRef(ref, said) : unreachable('push', exit);
    } finally {
      await this.#git.run(['update-ref', '-d', next]);
    }
  }

  /** Objects that no log holds any more leave the mirror, too. */
  async forgetUnreachable(): Promise<void> {
    await this.#git.run(['reflog', 'expire', '--expire=now', '--all']);
    await this.#git.run(['gc', '--quiet', '--prune=now']);
  }
}

/** A little longer each time, and never the same for two. */
export async function pause(attempt: number): Promise<void> {
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

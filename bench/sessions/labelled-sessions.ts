import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readJsonLines, readText } from '../datasets/json-lines.ts';

/** A failing command of a session and its result, as the collectors of the sessions marked it. */
export interface LabelledFailure {
  readonly session: string;
  readonly repo: string;
  readonly command: string;
  /** Of up to 4,000 characters. */
  readonly output: string;
  readonly exitCode: number | undefined;
  /** Lines of the transcript. */
  readonly failedAtLine: number;
  readonly passedAtLine: number | undefined;
  readonly passedCommand: string;
  readonly passedOutput: string;
  readonly kind: 'code_fix' | 'command_changed' | 'retry_same_command' | undefined;
  readonly isSearch: boolean;
  readonly edits: readonly { readonly path: string; readonly added: readonly string[] }[];
}

/** A session, unpacked. */
export interface LabelledSession {
  readonly agent: 'claude-code' | 'codex';
  readonly repo: string;
  /** Name of its file. */
  readonly name: string;
  readonly path: string;
  readonly startedAtMs: number;
  readonly failures: readonly LabelledFailure[];
}

interface LabelRow {
  readonly file: string;
  readonly repo: string;
  readonly fail_call_line: number;
  readonly fail_cmd: string;
  readonly fail_output: string;
  readonly exit_code?: number | null;
  readonly failure_class?: string;
  readonly kind: LabelledFailure['kind'] | null;
  readonly ok_call_line?: number | null;
  readonly ok_cmd?: string | null;
  readonly ok_output?: string | null;
  readonly between?: readonly {
    readonly file?: string;
    readonly failed?: boolean;
    readonly old?: string;
    readonly new?: string;
  }[];
}

export const agents = ['claude-code', 'codex'] as const;

/** Sessions of both agents, each repository's in the order in which they began; unpacked into a folder. */
export function readLabelledSessions(data: string, folder: string): readonly LabelledSession[] {
  const source = join(data, 'transcripts');
  return agents.flatMap((agent) => {
    const labels = readJsonLines<LabelRow>(join(source, `${agent}-episodes.jsonl.gz`)).map(failureOf);
    const bySession = Map.groupBy(labels, ({ session }) => session);
    mkdirSync(join(folder, agent), { recursive: true });
    const sessions = readdirSync(join(source, agent)).map((file) => {
      const name = file.replace(/\.gz$/, '');
      const text = readText(join(source, agent, file));
      const path = join(folder, agent, name);
      writeFileSync(path, text);
      const failures = (bySession.get(name) ?? []).toSorted((a, b) => a.failedAtLine - b.failedAtLine);
      const [directory, startedAtMs] = [firstOf(text, 'cwd'), Date.parse(firstOf(text, 'timestamp'))];
      return { agent, name, path, failures, directory, startedAtMs };
    });
    const repoAt = (directory: string) =>
      sessions.find((other) => other.directory === directory && other.failures[0])?.failures[0]?.repo;
    return sessions
      .map(({ directory, ...session }) => ({
        ...session,
        repo: session.failures[0]?.repo ?? repoAt(directory) ?? directory,
      }))
      .sort((a, b) => a.startedAtMs - b.startedAtMs);
  });
}

function firstOf(text: string, field: 'cwd' | 'timestamp'): string {
  return new RegExp(`"${field}":"([^"]*)"`).exec(text)?.[1] ?? '';
}

function failureOf(row: LabelRow): LabelledFailure {
  return {
    session: basename(row.file),
    repo: row.repo,
    command: row.fail_cmd,
    output: row.fail_output,
    exitCode: row.exit_code ?? undefined,
    failedAtLine: row.fail_call_line,
    passedAtLine: row.ok_call_line ?? undefined,
    passedCommand: row.ok_cmd ?? '',
    passedOutput: row.ok_output ?? '',
    kind: row.kind ?? undefined,
    isSearch: row.failure_class === 'search_nomatch',
    edits: (row.between ?? []).flatMap(({ file, failed, old = '', new: fresh = '' }) =>
      file === undefined || failed === true ? [] : [{ path: file, added: linesOnlyIn(fresh, old) }],
    ),
  };
}

function linesOnlyIn(text: string, other: string): readonly string[] {
  const known = new Set(other.split('\n').map((line) => line.trim()));
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.length > 3 && !known.has(line));
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonLines } from '../datasets/json-lines.ts';
import { readLabelledLogs } from '../failures/labelled-logs.ts';
import { halfOf, type RepositoryHalf } from './repository-half.ts';

/** A failure of a real project, with the lines that say why. */
export interface MarkedFailure {
  readonly id: string;
  readonly repository: string;
  readonly source: 'log' | 'session';
  readonly command: string;
  readonly text: string;
  /** Lines that say why: marked by a person in logs, by a rule in sessions. */
  readonly marked: string;
}

interface Episode {
  readonly ep_id: string;
  readonly repo: string;
  readonly fail_cmd: string;
  readonly fail_output: string;
  readonly kind: string | null;
}

/** Words by which a failing command of a session says why; written before the first run. */
const saysWhy =
  /error|fail|cannot|can't|could not|unable|not found|missing|undefined|unknown|unexpected|expected|invalid|assert|denied|refused|no such|exception|panic|!=/i;
const envelope = /^(?:Exit code:? \d+\n|Wall time:.*\n|Output:\n|Total output lines:.*\n|\n)+/;

export function readMarkedLogs(data: string, half?: RepositoryHalf): readonly MarkedFailure[] {
  return readLabelledLogs(data)
    .filter(({ repo }) => half === undefined || halfOf(repo) === half)
    .map(({ id, repo, text, chunk }) => ({
      id,
      repository: repo,
      source: 'log',
      command: 'ci build',
      text,
      marked: chunk,
    }));
}

/** Failures of sessions that a change of the code resolved, so that they said something. */
export function readMarkedSessions(data: string, half?: RepositoryHalf): readonly MarkedFailure[] {
  return ['claude-code-episodes', 'codex-episodes'].flatMap((name) => {
    const path = join(data, 'transcripts', `${name}.jsonl.gz`);
    if (!existsSync(path)) return [];
    return readJsonLines<Episode>(path)
      .filter(({ repo, kind }) => kind === 'code_fix' && (half === undefined || halfOf(repo) === half))
      .map(({ ep_id, repo, fail_cmd, fail_output }) => markedSession(ep_id, repo, fail_cmd, fail_output))
      .filter(({ marked }) => marked !== '');
  });
}

function markedSession(id: string, repository: string, command: string, output: string): MarkedFailure {
  const text = output.replace(envelope, '');
  const marked = text
    .split('\n')
    .filter((line) => saysWhy.test(line))
    .join('\n');
  return { id, repository, source: 'session', command, text, marked };
}

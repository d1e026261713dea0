import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonLines } from '../datasets/json-lines.ts';
import { readLabelledLogs } from '../failures/labelled-logs.ts';

/** A failure of a real project, with the lines that say why. */
export interface MarkedFailure {
  readonly id: string;
  readonly command: string;
  readonly text: string;
  /** Lines that say why: marked by a person in logs, by a rule in sessions. */
  readonly marked: string;
}

interface Episode {
  readonly ep_id: string;
  readonly fail_cmd: string;
  readonly fail_output: string;
  readonly kind: string | null;
}

/** Words by which a failing command of a session says why; written before the first run. */
const saysWhy =
  /error|fail|cannot|can't|could not|unable|not found|missing|undefined|unknown|unexpected|expected|invalid|assert|denied|refused|no such|exception|panic|!=/i;
const envelope = /^(?:Exit code:? \d+\n|Wall time:.*\n|Output:\n|Total output lines:.*\n|\n)+/;

export function readMarkedLogs(data: string): readonly MarkedFailure[] {
  return readLabelledLogs(data).map(({ id, text, chunk: marked }) => ({
    id,
    command: 'ci build',
    text,
    marked,
  }));
}

/** Failures of sessions that a change of the code resolved, so that they said something. */
export function readMarkedSessions(data: string): readonly MarkedFailure[] {
  const files = ['claude-code', 'codex'].map((agent) =>
    join(data, 'transcripts', `${agent}-episodes.jsonl.gz`),
  );
  return files
    .flatMap((path) => (existsSync(path) ? readJsonLines<Episode>(path) : []))
    .filter(({ kind }) => kind === 'code_fix')
    .map(({ ep_id: id, fail_cmd: command, fail_output }) => {
      const text = fail_output.replace(envelope, '');
      const marked = text.split('\n').filter((line) => saysWhy.test(line));
      return { id, command, text, marked: marked.join('\n') };
    })
    .filter(({ marked }) => marked !== '');
}

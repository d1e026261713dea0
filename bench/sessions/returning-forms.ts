import type { TranscriptCall } from './transcript-calls.ts';

/** A failing command as a later session meets it again. */
export type ReturningForm = (call: TranscriptCall) => Pick<TranscriptCall, 'command' | 'output'>;

/** So much of a long output agents keep at either end. */
const keptLines = 40;
const terminalColumns = 80;
const control = String.fromCharCode(27);
const beside = ['Compiling assets', 'GET /health 200', 'watching for changes', 'cache hit: 12 of 14'];
const wrapping = `Traceback (most recent call last):
  File "/srv/app/run.py", line 12, in main
    raise RuntimeError("step failed") from error
RuntimeError: step failed
`;

/** The ways in which the same failure looks otherwise in another session. */
export const returningForms: Readonly<Record<string, ReturningForm>> = {
  as_it_was: (call) => call,
  by_codex: ({ command, output }) => {
    const [, code = '0', printed = output] = /^Exit code (\d+)\n?([\s\S]*)$/.exec(output) ?? [];
    return { command, output: `Exit code: ${code}\nWall time: 0.4 seconds\nOutput:\n${printed}` };
  },
  end_only: endOf(20),
  end_of_5: endOf(5),
  middle_cut: ({ command, output }) => {
    const lines = output.trimEnd().split('\n');
    const cut = lines.length - 2 * keptLines;
    const kept = [...lines.slice(0, keptLines), `[... omitted ${cut} of ${lines.length} lines ...]`];
    return { command, output: cut <= 0 ? output : [...kept, ...lines.slice(-keptLines)].join('\n') };
  },
  other_home: ({ command, output }) => ({ command: moved(command), output: moved(output) }),
  another_run: ({ command, output }) => ({ command, output: runAgain(output) }),
  other_lines: perLine((line) =>
    line.replace(
      /(\.[A-Za-z]\w{0,7}[:(]|\bline )(\d{1,5})(?!\d)/g,
      (_, before: string, at: string) => `${before}${Number(at) + 17}`,
    ),
  ),
  coloured: perLine(
    (line) =>
      `${control}[31m${line.replace(/\S+/, `${control}[1m$&${control}[0m${control}[31m`)}${control}[0m`,
  ),
  wrapped: perLine((line) => line.match(new RegExp(`.{1,${terminalColumns}}`, 'g'))?.join('\n') ?? line),
  interleaved: perLine((line, at) => (at % 3 === 2 ? `${line}\n${beside[at % beside.length]}` : line)),
  by_ci: perLine((line, at) => `2026-03-0${1 + (at % 7)}T10:2${at % 6}:31.0${at % 10}12345Z ${line}`),
  by_compose: perLine((line) => `web-1  | ${line}`),
  by_build: perLine((line, at) => `#14 ${(at / 7 + 0.1).toFixed(3)} ${line}`),
  chained: ({ command, output }) => ({
    command,
    output: output.includes('Traceback (most recent call last)')
      ? `${output.trimEnd()}\n\nThe above exception was the direct cause of the following exception:\n\n${wrapping}`
      : output,
  }),
  after_another: ({ command, output }) => ({
    command: `./scripts/prepare.sh; ${command}`,
    output: `Resolved 212 packages\nwarning: 3 packages are deprecated\n${output}`,
  }),
};

function endOf(lastLines: number): ReturningForm {
  return ({ command, output }) => ({
    command: `${command} 2>&1 | tail -${lastLines}`,
    output: output.trimEnd().split('\n').slice(-lastLines).join('\n'),
  });
}

/** The agent's own first line stays. */
function perLine(change: (line: string, at: number) => string): ReturningForm {
  return ({ command, output }) => ({
    command,
    output: output
      .split('\n')
      .map((line, at) => (at === 0 && /^Exit code/.test(line) ? line : change(line, at)))
      .join('\n'),
  });
}

/** Of another user, in a checkout of another name. */
function moved(text: string): string {
  return text
    .replace(/\/(?:Users|home)\/[\w.-]+(?:\/(?:workspace|Work|dev|src|code))?/g, '/home/sam/src')
    .replace(/\/\.worktrees\/[\w-]+/g, '/.worktrees/tidy-up');
}

/** Durations, times, temporary folders and hashes differ from run to run. */
function runAgain(text: string): string {
  return text
    .replace(
      /\b(\d+)\.(\d+)(m?s)\b/g,
      (_, whole: string, part: string, unit: string) => `${Number(whole) + 1}.${part}${unit}`,
    )
    .replace(/\b(\d\d):(\d\d):(\d\d)\b/g, '07:41:19')
    .replace(/\/(?:var\/folders|tmp)\/[\w./+-]+?(?=\/[^/\s]*(?:\s|$)|\s|$)/g, '/tmp/run-4711')
    .replace(/\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}\b/g, (hash) => [...hash].reverse().join(''));
}

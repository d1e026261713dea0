import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonLines } from '../datasets/json-lines.ts';
import type { ExampleFailure } from './example-failures.ts';

/** Shell commands of real sessions of Claude Code. */
export interface RealResults {
  readonly failed: readonly ExampleFailure[];
  readonly passed: readonly { readonly command: string; readonly output: string }[];
}

/** The used fields of an episode: a failing command, and the next of its family that passed. */
interface Episode {
  readonly fail_cmd: string;
  readonly fail_output: string;
  readonly ok_cmd?: string | null;
  readonly ok_output?: string | null;
}

const exitLine = /^Exit code (\d+)\n/;

/** Undefined without the data. */
export function readRealResults(data: string): RealResults | undefined {
  const path = join(data, 'transcripts', 'claude-code-episodes.jsonl.gz');
  if (!existsSync(path)) return undefined;
  const episodes = readJsonLines<Episode>(path);
  return {
    failed: episodes.flatMap(realFailure),
    passed: episodes.flatMap(({ ok_cmd, ok_output }) =>
      ok_cmd && ok_output && !ok_output.includes('<tool_use_error>')
        ? [{ command: ok_cmd, output: ok_output }]
        : [],
    ),
  };
}

/** Failures that a pipe hid have no exit code of their own; they are left to others. */
function realFailure({ fail_cmd: command, fail_output, ok_cmd }: Episode): readonly ExampleFailure[] {
  const exit = exitLine.exec(fail_output);
  if (exit === null) return [];
  const output = fail_output.slice(exit[0].length);
  return [
    {
      command,
      exitCode: Number(exit[1]),
      remedy: `It passed after a change of the code: ${ok_cmd ?? command}`,
      question: command,
      print: () => output,
    },
  ];
}

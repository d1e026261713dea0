import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fillNames } from '../datasets/fill-names.ts';
import { readJsonLines } from '../datasets/json-lines.ts';
import { type ExampleNames, exampleNames } from './example-names.ts';
import type { SeededRandom } from './seeded-random.ts';

/** How one kind of failure reads: `{module}` stands for a name, `{seconds}` for what changes from run to run. */
interface FailureShape {
  readonly command: string;
  readonly exitCode: number;
  readonly output: readonly string[];
  readonly remedies: readonly string[];
}

/** Failures as the tools of several languages print them. */
const failureShapes: readonly FailureShape[] = JSON.parse(
  readFileSync(join(import.meta.dirname, 'failure-shapes.json'), 'utf8'),
);

/** A command that can fail again and again, each time with other times, process ids and folders in what it prints. */
export interface ExampleFailure {
  readonly command: string;
  readonly exitCode: number;
  /** Its fix. */
  readonly remedy: string;
  print(run: SeededRandom): string;
}

/** Failures that differ from each other in more than what changes from run to run. */
export function exampleFailures(count: number, random: SeededRandom): readonly ExampleFailure[] {
  const failures = new Map<string, ExampleFailure>();
  while (failures.size < count) {
    const names = exampleNames(random);
    const shape = random.pick(failureShapes);
    failures.set(`${failureShapes.indexOf(shape)} ${names.module}`, exampleFailure(shape, names, random));
  }
  return [...failures.values()];
}

function exampleFailure(shape: FailureShape, names: ExampleNames, random: SeededRandom): ExampleFailure {
  const values = { ...names, gradleFolder: names.folder.replaceAll('/', ':') };
  return {
    command: fillNames(shape.command, values),
    exitCode: shape.exitCode,
    remedy: fillNames(random.pick(shape.remedies), values),
    print: (run) => fillNames(shape.output, { ...values, ...runValues(run) }).join('\n'),
  };
}

/** The values that change each time the same command fails in the same way. */
function runValues(run: SeededRandom) {
  const seconds = `${run.below(90)}.${run.below(100)}`;
  const processId = 1_000 + run.below(60_000);
  const clock = `${10 + run.below(14)}:${10 + run.below(50)}:${10 + run.below(50)}`;
  const line = 10 + run.below(400);
  const temporary = `/tmp/run-${run.below(2 ** 31).toString(36)}`;
  const passed = 1 + run.below(900);
  return {
    ...{ seconds, clock, temporary, processId, scriptLine: processId % 90, makeLine: processId % 200 },
    ...{ line, lineBelow: line + 7, passed, total: passed + 1, othersPassed: passed - 1 },
    ...{ warnings: passed % 7, suiteMs: passed * 3, dots: '.'.repeat(passed % 60) },
  };
}

/** The used fields of an episode: a failing command, and the next of its family that passed. */
interface Episode {
  readonly fail_cmd: string;
  readonly fail_output: string;
  readonly ok_cmd?: string | null;
  readonly ok_output?: string | null;
}

/**
 * Shell commands of real sessions of Claude Code; none without the data. Failures that a pipe hid have no exit code of their own; they
 * are left to others.
 */
export function readRealResults(data: string) {
  const path = join(data, 'transcripts', 'claude-code-episodes.jsonl.gz');
  const episodes = existsSync(path) ? readJsonLines<Episode>(path) : [];
  return {
    failed: episodes.flatMap(({ fail_cmd: command, fail_output, ok_cmd }): readonly ExampleFailure[] => {
      const [head, exitCode] = /^Exit code (\d+)\n/.exec(fail_output) ?? [];
      if (head === undefined) return [];
      const output = fail_output.slice(head.length);
      const remedy = `It passed after a change of the code: ${ok_cmd ?? command}`;
      return [{ command, exitCode: Number(exitCode), remedy, print: () => output }];
    }),
    passed: episodes.flatMap(({ ok_cmd: command, ok_output: output }) =>
      command && output && !output.includes('<tool_use_error>') ? [{ command, output }] : [],
    ),
  };
}

/** Each input is of a session of its own, since a card is shown once in a session. */
let sessions = 0;

/** The input of a hook as Claude Code hands it over. `error` begins with the exit code, as Claude Code words it. */
export function failedInput({ cwd }: { readonly cwd: string }, command: string, error: string): string {
  return inputOf(cwd, command, 'PostToolUseFailure', { error, is_interrupt: false });
}

/** After a command that ended with 0. */
export function passedInput({ cwd }: { readonly cwd: string }, command: string, stdout: string): string {
  const response = { stdout, stderr: '', interrupted: false, isImage: false, noOutputExpected: false };
  return inputOf(cwd, command, 'PostToolUse', { tool_response: response });
}

function inputOf(cwd: string, command: string, event: string, result: object): string {
  sessions += 1;
  const session = `5f0c6a52-6a1b-4a77-9a2f-${String(sessions).padStart(12, '0')}`;
  return JSON.stringify({
    session_id: session,
    transcript_path: `/home/ada/.claude/projects/-home-ada-work/${session}.jsonl`,
    ...{ cwd, permission_mode: 'default', hook_event_name: event, tool_name: 'Bash' },
    tool_input: { command, description: 'Run it' },
    ...{ tool_use_id: `toolu_${sessions}`, duration_ms: 1_834, ...result },
  });
}

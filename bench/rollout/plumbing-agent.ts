// The plumbing agent: knows the answers, so it shows whether memory gets from the hook into what an agent does, and nothing else.
// It runs the tests, hands a failure to the built hook as Claude Code does, does what a card says, and else tries what its
// task lists: a wrong attempt, then the right one. It prints events as `claude -p --output-format stream-json` does.
// Usage, by the benchmark: node bench/rollout/plumbing-agent.ts, in the folder of a repository
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runTests, takeStep } from './make-repository.ts';
import { type Step, testCommand } from './task.ts';
import { tasks } from './tasks.ts';

const hook = join(import.meta.dirname, '../../dist/hooks/claude-code.js');
const folder = process.cwd();
const name: string = JSON.parse(readFileSync('package.json', 'utf8')).name ?? basename(folder);
const attempts: readonly Step[] = tasks.find((task) => task.name === name)?.attempts ?? [];
let calls = 0;

readFileSync(0);
work();

function work(): void {
  const left = [...attempts];
  for (;;) {
    const failed = tryTests();
    if (failed === undefined) return;
    const remembered = readCard(askHook(failed));
    const next = remembered ?? left.shift();
    if (next === undefined) return;
    const [tool, input] =
      next.kind === 'run'
        ? ['Bash', { command: next.command }]
        : ['Edit', { files: Object.keys(next.files) }];
    takeStep(folder, next);
    tell(tool as string, input, '', false);
  }
}

function tryTests(): string | undefined {
  const { passed, output } = runTests(folder);
  tell('Bash', { command: testCommand }, output, !passed);
  return passed ? undefined : output;
}

function askHook(output: string): string {
  const input = {
    session_id: '5f0c6a52-6a1b-4a77-9a2f-0d2f5f0a9e11',
    transcript_path: join(folder, '..', 'session.jsonl'),
    cwd: folder,
    permission_mode: 'default',
    hook_event_name: 'PostToolUseFailure',
    tool_name: 'Bash',
    tool_input: { command: testCommand, description: 'Run the tests' },
    tool_use_id: `toolu_${calls}`,
    error: `Exit code 1\n${output}`,
    is_interrupt: false,
  };
  const { stdout } = spawnSync(process.execPath, [hook], { input: JSON.stringify(input), encoding: 'utf8' });
  return stdout === '' ? '' : (JSON.parse(stdout).hookSpecificOutput?.additionalContext ?? '');
}

/** What a card says to do, as far as this agent can read. */
function readCard(card: string): Step | undefined {
  const command = /Run `([^`]+)`/.exec(card)?.[1];
  if (command !== undefined) return { kind: 'run', command };
  const [, from, to] = /Replace `([^`]+)` with `([^`]+)`/.exec(card) ?? [];
  if (from === undefined || to === undefined) return undefined;
  const files = readdirSync('src').map((file) => join('src', file));
  return { kind: 'write', files: Object.fromEntries(files.map((file) => [file, replaced(file, from, to)])) };
}

function replaced(file: string, from: string, to: string): string {
  return readFileSync(file, 'utf8').replaceAll(from, () => to);
}

function tell(tool: string, input: object, output: string, isError: boolean): void {
  calls += 1;
  const id = `toolu_${calls}`;
  const call = { type: 'tool_use', id, name: tool, input };
  const result = { type: 'tool_result', tool_use_id: id, content: output, is_error: isError };
  for (const event of [
    { type: 'assistant', message: { role: 'assistant', content: [call] } },
    { type: 'user', message: { role: 'user', content: [result] } },
  ])
    writeFileSync(1, `${JSON.stringify(event)}\n`);
}

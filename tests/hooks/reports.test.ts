import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ReportingAgent } from '../../src/engine/agents/agent-reports.ts';
import type { ReportedMoment } from '../../src/engine/moments/read-moment.ts';
import { answerHook } from '../../src/hooks/run-hook.ts';
import type { DecisionId } from '../../src/model/decision.ts';
import { type HookRecall, printContext } from '../../src/open/hook-answer.ts';

type Report = Readonly<Record<string, unknown>>;

/** Inputs that an agent sent to its hooks in a played session, or sends by its documents. */
interface Reports {
  readonly client: string;
  readonly start: Report;
  readonly prompt?: Report;
  readonly edit?: Report;
  readonly failed: Report;
  readonly passed: Report;
  readonly others: readonly Report[];
}

const text = 'Fill the tray first <end>';
const folder = '/home/ada/kettle';

async function ask(agent: ReportingAgent, report: unknown) {
  const commands: Parameters<HookRecall>[0][] = [];
  const moments: ReportedMoment[] = [];
  const answer = await answerHook(
    { head: Buffer.from(JSON.stringify(report)) },
    {
      ...{ agent, environment: {}, workingDirectory: () => '/elsewhere', remainingMs: () => 190 },
      mine: async () => {
        throw new Error('no transcript of it can be read');
      },
      tell: async (moment) => {
        moments.push(moment);
        return await printContext(moment.hookEvent, text, agent);
      },
      recall: async (command) => {
        commands.push(command);
        return { kind: 'card', text, decisionId: 'd1' as DecisionId };
      },
    },
  );
  return { commands, moments, said: answer.kind === 'printed' ? JSON.parse(answer.line) : undefined };
}

const specific = (event: string) => ({
  hookSpecificOutput: { hookEventName: event, additionalContext: text },
});
const copilot = (event: string) => ({ additionalContext: text, ...specific(event) });
const cursor = () => ({ additional_context: text });

/** The fields that each agent passes on to its model, by moment. */
const forms = {
  'gemini-cli': {
    start: specific('SessionStart'),
    prompt: specific('BeforeAgent'),
    edit: specific('AfterTool'),
    failed: specific('AfterTool'),
  },
  'copilot-cli': {
    start: copilot('SessionStart'),
    prompt: copilot('UserPromptSubmit'),
    edit: copilot('PreToolUse'),
    failed: copilot('PostToolUse'),
  },
  // It runs the hooks of Copilot CLI, and takes the second part of their answers.
  vscode: {
    start: copilot('SessionStart'),
    prompt: undefined,
    edit: copilot('PreToolUse'),
    failed: copilot('PostToolUse'),
  },
  cursor: { start: cursor(), prompt: undefined, edit: undefined, failed: cursor() },
} as const;

describe.each(Object.entries(forms))('%s', (name, form) => {
  const path = join(import.meta.dirname, 'reports', `${name}.json`);
  const reports = JSON.parse(readFileSync(path, 'utf8')) as Reports;
  const agent = (name === 'vscode' ? 'copilot-cli' : name) as ReportingAgent;

  it('is told of a command that failed', async () => {
    const { commands, said } = await ask(agent, reports.failed);
    expect(said).toEqual(form.failed);
    expect(commands).toMatchObject([{ command: 'python3 boom.py', cwd: folder, agent }]);
    expect(commands[0]?.session).toMatch(/./);
    const { output = '', exitCode, event } = commands[0] ?? {};
    expect(output).toMatch(/^Traceback [\s\S]*No module named 'yarlx'$/);
    expect([event, exitCode]).toEqual(name === 'vscode' ? ['unknown', undefined] : ['failure', 1]);
  });

  it('is told nothing of a command that passed, or of what is no moment', async () => {
    for (const report of [
      reports.passed,
      ...reports.others,
      {},
      null,
      [],
      { ...reports.failed, tool_name: 'x' },
    ])
      expect(await ask(agent, report), JSON.stringify(report)).toEqual({
        commands: [],
        moments: [],
        said: undefined,
      });
  });

  it('is told at the start of a session', async () => {
    const { moments, said } = await ask(agent, reports.start);
    expect(said).toEqual(form.start);
    expect(moments).toMatchObject([{ about: { kind: 'session_start', mayRepeat: false }, cwd: folder }]);
    expect((await ask(agent, { ...reports.start, source: 'resume' })).moments).toEqual([]);
  });

  it('is told at a prompt and before an edit, where it takes words there', async () => {
    if (reports.prompt !== undefined) {
      const { moments, said } = await ask(agent, reports.prompt);
      expect(said).toEqual(form.prompt);
      const about = { kind: 'prompt', prompt: 'run the script' };
      expect(moments).toMatchObject(form.prompt === undefined ? [] : [{ about }]);
    }
    if (reports.edit !== undefined) {
      const { moments, said } = await ask(agent, reports.edit);
      expect(said).toEqual(form.edit);
      expect(moments).toMatchObject([
        {
          about: { kind: 'before_edit', paths: [expect.stringMatching(/^\/home\/ada\/kettle\/new2?\.txt$/)] },
        },
      ]);
    }
  });
});

it('of Gemini CLI, what the command printed ends where the lines on its end begin', async () => {
  const told = (llmContent: string) => ({
    hook_event_name: 'AfterTool',
    tool_name: 'run_shell_command',
    tool_input: { command: 'make' },
    tool_response: { llmContent },
  });
  const ended = async (llmContent: string) => {
    const [command] = (await ask('gemini-cli', told(llmContent))).commands;
    return command && [command.output, command.exitCode];
  };
  expect(await ended('Output: Error: no tray\nExit Code: 2\nSignal: 9\nProcess Group PGID: 7')).toEqual([
    'Error: no tray',
    2,
  ]);
  expect(await ended('Output: FAIL a\n</untrusted_context>\nExit Code: 1')).toEqual([
    'FAIL a\n</untrusted_context>',
    1,
  ]);
  expect(await ended('Command was cancelled by user. Error: no tray')).toBeUndefined();
});

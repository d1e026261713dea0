import { expect, it } from 'vitest';
import { endedCommand, failedCommand, failedOutput } from '../../tests/hooks/hook-inputs.ts';
import type { HookRecallRequest } from '../open/hook-recall.ts';
import { answerHook, type HookAnswer, type HookDependencies } from './answer-hook.ts';

const card = { kind: 'card', text: '<memory>run npm run build first</memory>', decisionId: 'd1' } as const;

interface Asked {
  readonly answer: HookAnswer;
  readonly requests: readonly HookRecallRequest[];
}

async function ask(input: unknown, dependencies: Partial<HookDependencies> = {}): Promise<Asked> {
  const requests: HookRecallRequest[] = [];
  const { recall = async () => card, ...others } = dependencies;
  const answer = await answerHook(
    { head: Buffer.from(JSON.stringify(input)) },
    {
      environment: { AFTERWIT_HOME: '/memories' },
      workingDirectory: () => '/elsewhere',
      remainingMs: () => 190,
      ...others,
      recall: (request) => {
        requests.push(request);
        return recall(request);
      },
    },
  );
  return { answer, requests };
}

it('asks with all that is known about a failed command', async () => {
  const { requests } = await ask(failedCommand());
  expect(requests).toEqual([
    {
      event: 'failure',
      command: 'npm test',
      output: failedOutput,
      exitCode: 1,
      cwd: '/home/ada/kettle',
      session: '5f0c6a52-6a1b-4a77-9a2f-0d2f5f0a9e11',
      agent: 'claude-code',
      environment: { AFTERWIT_HOME: '/memories' },
      deadlineMs: 190,
      isTooLate: expect.any(Function),
    },
  ]);
});

it.each([
  { event: 'PostToolUseFailure', input: failedCommand() },
  { event: 'PostToolUse', input: endedCommand({ stdout: failedOutput }) },
])('answers $event in its own name', async ({ event, input }) => {
  const { answer } = await ask(input);
  expect(answer.kind === 'printed' && JSON.parse(answer.line)).toEqual({
    hookSpecificOutput: { hookEventName: event, additionalContext: card.text },
  });
});

it('does not ask about a command that passed', async () => {
  const { answer, requests } = await ask(endedCommand());
  expect(requests).toEqual([]);
  expect(answer).toEqual({ kind: 'silent', reason: 'passed', isRoutine: true });
});

it('takes the folder it runs in when the input names none', async () => {
  const { requests } = await ask(failedCommand({ cwd: undefined }));
  expect(requests[0]?.cwd).toBe('/elsewhere');
});

it.each([
  { input: failedCommand(), reason: 'paused', isRoutine: undefined },
  { input: failedCommand(), reason: 'MEMORY_BUSY: try later', isRoutine: undefined },
  { input: endedCommand({ stdout: failedOutput }), reason: 'the command did not fail', isRoutine: true },
  { input: endedCommand({ stdout: failedOutput }), reason: 'MEMORY_BUSY: try later', isRoutine: undefined },
])('keeps the reason of a silent memory: $reason', async ({ input, reason, isRoutine }) => {
  const { answer } = await ask(input, { recall: async () => ({ kind: 'silent', reason }) });
  expect(answer).toEqual({ kind: 'silent', reason, isRoutine });
});

it('keeps to itself what comes too late', async () => {
  const { answer } = await ask(failedCommand(), { remainingMs: () => -1 });
  expect(answer).toEqual({ kind: 'silent', reason: 'too late' });
});

it.each([
  { characters: 7_800, kind: 'printed' },
  { characters: 8_000, kind: 'silent' },
])('an answer of $characters characters is $kind', async ({ characters, kind }) => {
  const { answer } = await ask(failedCommand(), {
    recall: async () => ({ ...card, text: 'x'.repeat(characters) }),
  });
  expect(answer.kind).toBe(kind);
  if (answer.kind === 'printed') expect(answer.line.length).toBeLessThanOrEqual(8_000);
});

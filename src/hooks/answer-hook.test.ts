import { expect, it } from 'vitest';
import { endedCommand, failedCommand, failedOutput } from '../../tests/hooks/hook-inputs.ts';
import type { DecisionId } from '../model/decision.ts';
import type { HookAnswer, HookRecall } from '../open/hook-answer.ts';
import { answerHook, type HookDependencies } from './run-hook.ts';

const card = {
  kind: 'card',
  text: '<memory>run npm run build first</memory>',
  decisionId: 'd1' as DecisionId,
} as const;

interface Asked {
  readonly answer: HookAnswer;
  readonly requests: readonly Parameters<HookRecall>[0][];
}

async function ask(input: unknown, dependencies: Partial<HookDependencies> = {}): Promise<Asked> {
  const requests: Parameters<HookRecall>[0][] = [];
  const { recall = async () => card, ...others } = dependencies;
  const answer = await answerHook(
    { head: Buffer.from(JSON.stringify(input)) },
    {
      agent: 'claude-code',
      environment: { AFTERWIT_HOME: '/memories' },
      workingDirectory: () => '/elsewhere',
      remainingMs: () => 190,
      mine: async () => undefined,
      tell: async () => ({ kind: 'silent', reason: 'not asked for here' }),
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
      call: expect.stringMatching(/^toolu_/),
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

it('asks nothing when it is too late', async () => {
  const { answer } = await ask(failedCommand(), { remainingMs: () => -1 });
  expect(answer).toEqual({ kind: 'silent', reason: 'too late' });
});

it('prints what was decided on, late or not', async () => {
  const left = [100, 100, -1];
  const { answer } = await ask(failedCommand(), { remainingMs: () => left.shift() ?? -1 });
  expect(answer.kind).toBe('printed');
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

it.each([
  { event: 'Stop', isShort: true },
  { event: 'PreCompact', isShort: false },
  { event: 'SessionEnd', isShort: false },
])('has the session read at $event, and asks nothing', async ({ event, isShort }) => {
  const mined: unknown[] = [];
  const input = failedCommand({ hook_event_name: event });
  const { answer, requests } = await ask(input, {
    mine: async (session) => {
      mined.push(session);
      return undefined;
    },
  });
  expect(mined).toEqual([{ transcript: input.transcript_path, cwd: '/home/ada/kettle', isShort }]);
  expect(requests).toEqual([]);
  const toTell = { kind: 'silent', reason: 'not asked for here' };
  const isMoment = event === 'PreCompact';
  expect(answer).toEqual(
    isMoment ? toTell : { kind: 'silent', reason: 'sessions are read', isRoutine: true },
  );
});

it.each(['/.jsonl', 'C:\\.jsonl', '/etc/hosts'])(
  'has no session read that lies at %j',
  async (transcript_path) => {
    const mined: unknown[] = [];
    const { answer } = await ask(failedCommand({ hook_event_name: 'Stop', transcript_path }), {
      mine: async (session) => {
        mined.push(session);
        return undefined;
      },
    });
    expect(mined).toEqual([]);
    expect(answer.kind).toBe('silent');
  },
);

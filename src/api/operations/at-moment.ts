import { AfterwitError } from '../../model/errors.ts';
import type { MomentRequest } from '../../open/at-moment.ts';
import { budget, speaker } from '../common-fields.ts';
import { choice, flag, path, required, text } from '../field.ts';
import { ofRepository } from '../operation.ts';

const moments = ['session_start', 'prompt', 'before_edit', 'before_command', 'before_compaction'] as const;
const needs: Readonly<Partial<Record<(typeof moments)[number], 'prompt' | 'path' | 'command'>>> = {
  prompt: 'prompt',
  before_edit: 'path',
  before_command: 'command',
};

export const atMoment = ofRepository({
  name: 'atMoment',
  summary:
    'Say what an agent is told at a moment of its session without having asked, or why it is told nothing.',
  input: {
    kind: required(choice(moments, 'The moment of the session.')),
    prompt: text('At `prompt`, which needs it: what was asked.'),
    path: path('At `before_edit`, which needs it: the file.'),
    command: text('At `before_command`, which needs it: the command line.'),
    mayRepeat: flag('At `session_start`: what the session was told before is no longer in its context.'),
    isRead: flag('At `before_edit`: it is read, or named in a prompt.'),
    hardOnly: flag('At `before_edit`: only a hard rule answers.'),
    budgetTokens: budget(),
    speaker,
  },
  run: async (request, on) => {
    const missing = needs[request.kind];
    if (missing !== undefined && request[missing] === undefined)
      throw new AfterwitError(
        'INVALID_ARGUMENT',
        `atMoment cannot be called like this: ${missing} must be text, and is missing.`,
      );
    const { tellAtMoment } = await import('../../open/at-moment.ts');
    // What each kind needs was looked at just above.
    return await tellAtMoment(request as MomentRequest, on);
  },
});

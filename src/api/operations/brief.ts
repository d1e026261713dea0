import { invalidArgument } from '../../model/errors.ts';
import type { MomentRequest } from '../../open/at-moment.ts';
import { budget, limit, speaker } from '../common-fields.ts';
import { choice, flag, path, paths, prose, required, text } from '../field.ts';
import { ofRepository } from '../operation.ts';

/**
 * Briefs a plan: constraints, decisions, open tasks and preferences that hold here, the newest of each kind first,
 * within a token budget. Stale and superseded ones stay out. Leaves a receipt (`why`). @throws INVALID_ARGUMENT
 */
export const brief = ofRepository({
  name: 'brief',
  summary: 'Show what must be known before a plan: constraints, decisions, open tasks, preferences.',
  answer: 'Brief',
  input: {
    query: prose('The plan, in words.', { agent: true }),
    files: paths('File that the plan is about. May be given several times.', {
      placeholder: 'PATH',
      flag: 'file',
      agent: true,
    }),
    budgetTokens: budget(),
    speaker,
  },
  terminal: {
    words: ['brief'],
    otherNames: ['plan', 'context', 'rules'],
    arguments: ['query'],
    details: [
      'The newest of each kind come first, within a budget of tokens; what an agent says and nothing has confirmed comes last and says so. With a text or --file, only what is about them. What is stale, superseded or waits for a person stays out; words of a replaced rule find what took its place.',
      'A TEXT of - is read from standard input. Each brief is recorded: why explains it, feedback says whether it helped.',
    ],
    examples: {
      'afterwit brief': 'What holds here?',
      'afterwit brief "move the parser to a worker" --file src/parser.ts': 'What of it bears on this plan?',
    },
  },
  run: async (request, on) => {
    const { brief: briefWork } = await import('../../engine/brief/brief.ts');
    const asked = { ...request, speaker: request.speaker ?? on.dependencies.speaker };
    return await briefWork(asked, await on.recalling());
  },
});

/**
 * Briefs an edit of a file: rules and decisions about it, past fixes and reverts, files that change with it. Leaves a
 * receipt of the memories. `path` is relative to the top of the working tree or absolute. @throws INVALID_ARGUMENT
 */
export const forFile = ofRepository({
  name: 'forFile',
  summary: 'Show what must be known before a file is edited.',
  answer: 'FileBrief',
  input: {
    path: required(path('Path of the file, from the top of the repository.', { placeholder: 'FILE' })),
    budgetTokens: budget(),
    speaker,
  },
  takes: ['path'],
  terminal: {
    words: ['for-file'],
    details:
      'Rules and decisions about it, rules from failures in it, its past fixes and what of it was reverted, and the files that change with it, within a budget of tokens. Texts of commits are data: no person vouches for them.',
    examples: { 'afterwit for-file src/parser.ts': 'What to know of it?' },
  },
  run: async (request, on) => {
    const { briefFile } = await import('../../engine/brief/brief-file.ts');
    const { readFileHistory } = await import('../../engine/history/file-history.ts');
    const asked = { ...request, speaker: request.speaker ?? on.dependencies.speaker };
    return await briefFile(
      asked,
      (relative) =>
        on.histories.read(undefined, (history) => readFileHistory(history, relative, on.searching)),
      await on.recalling(),
    );
  },
});

/**
 * Constraints about the files of the planned work, and rules that would have prevented failures close to it; leaves no receipt.
 * @throws INVALID_ARGUMENT
 */
export const guardrails = ofRepository({
  name: 'guardrails',
  reads: true,
  summary: 'List the rules that bear on the planned work.',
  answer: 'GuardrailList',
  input: {
    query: prose('The planned work, in words.', { agent: 'What is about to be done' }),
    command: text('Command line to be run.', { placeholder: 'LINE', agent: 'About to be run' }),
    files: paths('File to be worked on. May be given several times.', {
      placeholder: 'PATH',
      flag: 'file',
      agent: true,
    }),
    limit: limit('Maximum number of rules to show.', { byDefault: '5', most: 20 }),
  },
  terminal: {
    words: ['guardrails'],
    arguments: ['query'],
    details:
      'Finds constraints about these files, and rules remembered with failures (remember --rule) in or near them, of this command, or with this wording; best first. Ask before the work, not after a failure. A TEXT of - is read from standard input.',
    examples: {
      'afterwit guardrails --file src/parse.ts':
        'What holds for this file, and what went wrong in it before?',
      'afterwit guardrails --command "npm publish"': 'What went wrong with this command before?',
    },
  },
  run: async (request, on) => {
    const { guardWork } = await import('../../engine/brief/brief-file.ts');
    const { speaker } = on.dependencies;
    return await guardWork({ ...request, speaker, limit: request.limit ?? 5 }, await on.recalling());
  },
});

const moments = ['session_start', 'prompt', 'before_edit', 'before_command', 'before_compaction'] as const;
const needs: Readonly<Partial<Record<(typeof moments)[number], 'prompt' | 'path' | 'command'>>> = {
  prompt: 'prompt',
  before_edit: 'path',
  before_command: 'command',
};

/**
 * Tells an agent, at a moment of its session, the memories that may be shown unasked and are new to the session, or the
 * reason for silence. Leaves a receipt (`why`) where something was considered. Does not index.
 */
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
      throw invalidArgument(`atMoment cannot be called like this: ${missing} must be text, and is missing.`);
    const { tellAtMoment } = await import('../../open/at-moment.ts');
    // The fields that each kind needs were checked just above.
    return await tellAtMoment(request as MomentRequest, on);
  },
});

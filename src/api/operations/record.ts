import { aboutFiles, details, failure, scope, speaker } from '../common-fields.ts';
import { required, text, texts } from '../field.ts';
import { ofRepository } from '../operation.ts';

export const record = ofRepository({
  name: 'record',
  summary: 'Record a failure and its fix as pattern, variant and episode, in one transaction.',
  input: {
    fix: required(text('What made the failure go away.')),
    failure: required(failure()),
    details,
    title: text('Title, one line.', { byDefault: 'the command and its most telling error line' }),
    scope: scope({ byDefault: 'repo' }),
    tags: texts('Tags to find it by.'),
    files: aboutFiles,
    speaker,
  },
  run: async (request, on) => {
    const { recordFailure } = await import('../../engine/failures/record-failure.ts');
    const spoken = { ...request, speaker: request.speaker ?? on.dependencies.speaker };
    return await recordFailure(spoken, await on.remembering());
  },
});

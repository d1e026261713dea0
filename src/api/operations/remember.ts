import { stances } from '../../model/item-body.ts';
import { itemTypes } from '../../model/memory-item.ts';
import { aboutFiles, details, failure, scope, speaker } from '../common-fields.ts';
import { choice, fields, prose, required, text, texts } from '../field.ts';
import { ofRepository } from '../operation.ts';

/**
 * Remembers a lesson, or a failure with its fix. Remembering the same again confirms it.
 * @throws INVALID_ARGUMENT, TEXT_TOO_LARGE, FILE_NOT_FOUND for a file that is not in the working tree
 */
export const remember = ofRepository({
  name: 'remember',
  summary: 'Remember a lesson, or the fix of a failure.',
  answer: 'RememberedItem` or, of a failure, `RecordedFailure',
  input: {
    content: required(
      prose('The lesson for next time, or what fixed the failure.', {
        agent: 'What to do next time, and why; self-contained',
        wanted: 'Say what to know next time, or what made a failure go away',
        whenTooLong:
          'A memory says what to know next time. Say that in words, and pass a log with --failure FILE.',
      }),
    ),
    failure: failure({ agent: 'What this resolved' }),
    details,
    type: choice(itemTypes, `Type of the memory: ${itemTypes.join(', ')}.`, {
      placeholder: 'TYPE',
      agent: true,
    }),
    title: text('Title, one line.', {
      placeholder: 'TEXT',
      byDefault: 'the beginning of the text',
      agent: true,
    }),
    files: aboutFiles,
    tags: texts('Tag to find it by. May be given several times.', {
      placeholder: 'WORD',
      flag: 'tag',
      agent: true,
    }),
    scope: scope({ byDefault: 'repo', agent: 'Default repo' }),
    strategy: fields(
      {
        stance: required(choice(stances, 'Whether such a fix is preferred or avoided.')),
        words: required(text('The strategy, in the words that fixes use.')),
      },
      'The strategy that a preference is about.',
      { terminal: false },
    ),
    hard: fields({ command: text('Command line that it stops.') }, 'It stops calls of an agent.', {
      terminal: false,
    }),
    speaker,
  },
  terminal: {
    words: ['remember'],
    alsoSpelled: [['record']],
    otherNames: ['add', 'note', 'save', 'learned'],
    arguments: ['content'],
    details: [
      'With --command or --failure, the text is the fix of a failure and is recalled when that failure happens again. Remembering the same text again confirms it. Secrets are removed before anything is written.',
      'A failure becomes an episode of a variant (one failure with one fix) of a pattern (failures with the same cause), and --cause, --rule, --passed and the like say more about it. A variant that contradicts a known one, or may be the same, waits for a person.',
      'The speaker is stored too. An agent is trusted less than a person: what it says is recalled on request, and shown unasked only after it is confirmed.',
      'A text of - is read from standard input, at most 1 MiB. Put -- before a text that begins with a dash.',
    ],
    examples: {
      'make 2>&1 | afterwit remember "run ./configure" --command make --failure -':
        'What fixed the failure that the command still shows.',
      'afterwit remember "Pin numpy" --failure ci.log --rule "Pin what we import"':
        'With the rule that would have prevented it.',
      'afterwit remember "Dates are kept in UTC" --type decision --file src/dates.ts':
        'A lesson about a file.',
      'afterwit remember "It hides conflicts" --avoid "npm install --force"':
        'A kind of fix that is not wanted here.',
      'afterwit remember "History is shared" --hard --command "git push --force"':
        'A rule that stops agents until `edit ID --no-hard`; with --file, their edits.',
    },
  },
  run: async (request, on) => {
    const { remember: rememberItem } = await import('../../engine/items/remember.ts');
    const spoken = { ...request, speaker: request.speaker ?? on.dependencies.speaker };
    return await rememberItem(spoken, await on.remembering());
  },
});

/**
 * Records a failure and its fix as pattern, variant and episode, in one transaction; recording the same again adds nothing.
 * @throws INVALID_ARGUMENT, TEXT_TOO_LARGE, FILE_NOT_FOUND
 */
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

import { changeOf, wordingOf } from '../../open/home-context.ts';
import { content, id, speaker } from '../common-fields.ts';
import { flag, text } from '../field.ts';
import { ofHome } from '../operation.ts';

export const edit = ofHome({
  name: 'edit',
  summary: 'Give a memory another text; the one it had is kept.',
  input: {
    id,
    content,
    title: text('Title, one line.', { placeholder: 'TEXT', byDefault: 'the beginning of the text' }),
    restore: text('Bring back this earlier text, by its id in history.', { placeholder: 'VERSION' }),
    hard: flag('Stop the calls of an agent that change its files.'),
    speaker,
  },
  takes: ['id'],
  terminal: {
    words: ['edit'],
    otherNames: ['update'],
    arguments: ['id'],
    details: [
      'Only a person may do this. What a person types is believed; a fix of a failure that nobody vouched for waits for review as before, because the failure beside it is told in the words of somebody else.',
      'What stands in a rule file is changed there. Whoever wants a text back names its version, which history lists: it is believed as far as it was then.',
    ],
    examples: [
      {
        command: 'afterwit edit 5e6f7a8b --content "Run the build before the tests"',
        explanation: 'It says this from now on.',
      },
      {
        command: 'afterwit edit 5e6f7a8b --restore 9c0d1e2f',
        explanation: 'It says again what it said before.',
      },
    ],
    jsonType: 'EditedItem',
  },
  run: async ({ id, speaker, ...edit }, home) => {
    const { editItem } = await import('../../engine/items/edit-item.ts');
    return await editItem(changeOf(home, id, speaker), edit, wordingOf(home));
  },
});

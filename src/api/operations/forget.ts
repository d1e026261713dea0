import { preview, speaker } from '../common-fields.ts';
import { text, texts } from '../field.ts';
import { ofHome } from '../operation.ts';

export const forget = ofHome({
  name: 'forget',
  summary: 'Forget memories, with everything derived from them.',
  input: {
    ids: texts('Id of a memory, at least 4 digits.', { placeholder: 'ID', flag: 'id' }),
    origin: text(
      'All memories of this origin, as show prints it; mcp:claude-code includes all its sessions.',
      { placeholder: 'ORIGIN' },
    ),
    text: text('All memories whose title or content contains this text, ignoring case.', {
      placeholder: 'TEXT',
    }),
    preview,
    speaker,
  },
  terminal: {
    words: ['forget'],
    otherNames: ['delete', 'remove', 'rm'],
    arguments: ['ids'],
    details: [
      'Named by id, by where they came from, or by a text they hold; one of the three. They are gone from search, links and every backup in the home too, and cannot be brought back: --dry-run shows first what would go. What a person said or vouched for goes for a person alone. Copies and exports that were put elsewhere keep them.',
    ],
    examples: [
      { command: 'afterwit forget 5e6f7a8b', explanation: 'This one.' },
      {
        command: 'afterwit forget --origin mcp:claude-code --dry-run',
        explanation: 'What would be forgotten with everything that this agent said?',
      },
    ],
    jsonType: 'ForgottenItems',
  },
  run: async (request, home) => {
    const { forgetEverywhere } = await import('../../open/forget-everywhere.ts');
    return await forgetEverywhere(request, home);
  },
});

import { preview, scope, speaker } from '../common-fields.ts';
import { flag, texts } from '../field.ts';
import { ofHome } from '../operation.ts';

export const share = ofHome({
  name: 'share',
  summary: 'Write chosen memories into this repository, for others to review, commit and import.',
  input: {
    ids: texts('Id of a memory, at least 4 digits.', { placeholder: 'ID', flag: 'id' }),
    all: flag('Every memory of the scope that somebody vouched for.'),
    removed: texts('Ids of lines that are taken out of the file again.', { terminal: false }),
    scope: scope({
      description:
        'Share from here: repo, this repository; user, all your repositories; global, everyone on this machine. Whoever imports it has it in the repository.',
    }),
    preview,
    speaker,
  },
  terminal: {
    words: ['share'],
    otherNames: ['publish', 'team'],
    arguments: ['ids'],
    details: [
      'Writes .afterwit/lessons.jsonl in the working tree: one memory per line, in an order that keeps diffs small, redacted once more, without who said it in which session and without what came of it. Lines of others stay as they are. Committing it is yours. Others run `afterwit import`; what it adds waits for their word.',
      'Only a person may do this, and only what somebody vouched for is shared: of this repository, unless --scope names another place that is yours. With --remove, the lines of these ids are taken out; your memory stays.',
    ],
    examples: [
      { command: 'afterwit share 5e6f7a8b', explanation: 'Let the others have this one.' },
      { command: 'afterwit share --all --dry-run', explanation: 'What would be shared?' },
      { command: 'afterwit share 5e6f7a8b --remove', explanation: 'Take it out again.' },
    ],
    jsonType: 'ShareReport',
  },
  run: async (request, home) => {
    const { share: shareHere } = await import('../../open/exchange.ts');
    return await shareHere(request, home);
  },
});

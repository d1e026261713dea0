import { changeOf } from '../../open/home-context.ts';
import { id, speaker } from '../common-fields.ts';
import { flag } from '../field.ts';
import { ofHome } from '../operation.ts';

export const archive = ofHome({
  name: 'archive',
  summary: 'Put a memory away: no answer has it, and it can be fetched back.',
  input: {
    id,
    undo: flag('Fetch it back.'),
    speaker,
  },
  takes: ['id'],
  terminal: {
    words: ['archive'],
    otherNames: ['hide', 'unarchive'],
    arguments: ['id'],
    details: [
      'Only a person may do this. What `maintain` put away for its age is fetched back in the same way; what a summary took the place of comes back when the summary is rejected.',
    ],
    examples: [
      { command: 'afterwit archive 5e6f7a8b', explanation: 'Do not show it any more.' },
      { command: 'afterwit archive 5e6f7a8b --undo', explanation: 'Show it again.' },
    ],
    jsonType: 'MemoryItem',
  },
  run: async ({ id, undo, speaker }, home) => {
    const { archiveItem, fetchBackItem } = await import('../../engine/items/forget-items.ts');
    const change = changeOf(home, id, speaker);
    return undo ? await fetchBackItem(change) : await archiveItem(change);
  },
});

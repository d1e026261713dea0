import { itemStatuses, itemTypes, standaloneKinds } from '../../model/memory-item.ts';
import { limit, where } from '../common-fields.ts';
import { choices } from '../field.ts';
import { ofHome } from '../operation.ts';

const defaultLimit = 50;
const activeOnly = ['active'] as const;

export const list = ofHome({
  name: 'list',
  summary: 'List memories, newest first.',
  input: {
    where: where('Include other repositories.'),
    types: choices(itemTypes, `Only memories of this type: ${itemTypes.join(', ')}.`, {
      placeholder: 'TYPE',
      flag: 'type',
    }),
    statuses: choices(itemStatuses, `Only memories of this status: ${itemStatuses.join(', ')}.`, {
      placeholder: 'STATUS',
      flag: 'status',
      byDefault: 'active',
    }),
    limit: limit('Most entries to show.', { byDefault: '50' }),
  },
  terminal: {
    words: ['list'],
    otherNames: ['ls', 'memories'],
    details: [
      'Lists the memories that a recall here would read: those of this repository, of the user, and global ones.',
    ],
    examples: [
      { command: 'afterwit list', explanation: 'What is known here?' },
      {
        command: 'afterwit list --all --type preference',
        explanation: 'Preferences of all repositories and scopes.',
      },
    ],
    jsonType: 'ItemList',
  },
  run: async (
    { where = 'here', types, statuses = activeOnly, limit: most = defaultLimit },
    { store, here },
  ) => {
    const scopes = where === 'here' ? here().scopes : undefined;
    const filter = { kinds: standaloneKinds, statuses, types, scopes } as const;
    return store.read((reader) => ({
      items: reader.items({ ...filter, limit: most }),
      count: reader.countItems(filter),
    }));
  },
});

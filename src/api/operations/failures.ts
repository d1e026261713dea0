import { limit, where } from '../common-fields.ts';
import { ofHome } from '../operation.ts';

const defaultLimit = 50;

export const failures = ofHome({
  name: 'failures',
  summary: 'List the known patterns of failures, latest first.',
  input: {
    where: where('Include other repositories.'),
    limit: limit('Maximum number of entries to show.', { byDefault: '50' }),
  },
  terminal: {
    words: ['failures', 'list'],
    alsoSpelled: [['issues', 'list']],
    details: ['Lists the patterns of this repository, of the user, and global ones.'],
    examples: [{ command: 'afterwit failures list', explanation: 'What keeps failing here?' }],
    jsonType: 'FailureList',
  },
  run: async ({ where = 'here', limit: most = defaultLimit }, { store, clock, here }) => {
    const { listFailures } = await import('../../engine/failures/view-failures.ts');
    const scopes = where === 'here' ? here().scopes : undefined;
    return store.read((reader) => listFailures(reader, { scopes, limit: most, nowMs: clock.nowMs() }));
  },
});

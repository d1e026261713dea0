import type { SessionList } from '../../model/session.ts';
import { limit } from '../common-fields.ts';
import { ofRepository } from '../operation.ts';

const defaultLimit = 5;

export const sessions = ofRepository({
  name: 'sessions',
  summary: 'Say in three lines what the last sessions of agents here did, left open and learned.',
  input: {
    limit: limit('Most sessions that --json lists.', { byDefault: '5' }),
  },
  terminal: {
    words: ['sessions'],
    details: [
      'By rules alone, from what is kept of each session when it is read (mine-sessions): what was asked first, cut, the files that it changed, its commits, and the check that failed after its last change. Says nothing where there is nothing to say, or where sessions may not be read.',
    ],
    examples: [{ command: 'afterwit sessions', explanation: 'Where did the last sessions stop?' }],
    jsonType: 'SessionList',
  },
  run: async ({ limit: most = defaultLimit }, on): Promise<SessionList> => {
    const { sessionLines } = await import('../../wording/session-lines.ts');
    await on.current.settle();
    const sessions = (await on.lastSessions()).slice(0, most);
    return { sessions, lines: sessionLines(sessions) };
  },
});

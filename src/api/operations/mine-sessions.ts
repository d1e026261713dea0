import { places, preview, watching } from '../common-fields.ts';
import { ofRepository } from '../operation.ts';

export const mineSessions = ofRepository({
  name: 'mineSessions',
  summary:
    'Learn from the sessions of agents in this repository: failures and what fixed them, rules that you stated.',
  input: {
    ...places,
    preview,
    ...watching,
  },
  terminal: {
    words: ['mine-sessions'],
    arguments: ['places'],
    details: [
      'Reads the transcripts that Claude Code and Codex keep, without a language model. A fix counts only where the command that failed passed later; what it was is told from the change. Before the first run it asks a person at the terminal; only after a yes are sessions read, now and whenever they pause or end.',
      'Everything is kept as said by the agent, and recalled on request. The next agent whose command fails in the same way is shown the change or the command as the tools recorded it, marked as unconfirmed; all else is shown unasked only after a person approves it (review). Secrets are removed before anything is written, and nothing leaves this machine.',
      'Can be stopped at any time and run again: only what is new is read, and nothing is remembered twice.',
    ],
    examples: [
      { command: 'afterwit mine-sessions --dry-run', explanation: 'What would be learned?' },
      { command: 'afterwit mine-sessions', explanation: 'Learn it.' },
      {
        command: 'afterwit mine-sessions --folder ~/old/project',
        explanation: 'Also from sessions in the folder where the clone lay before.',
      },
    ],
    jsonType: 'MiningReport',
  },
  run: async (options, on) => {
    const { mineHere } = await import('../../open/session-mining.ts');
    return await mineHere({ ...options, ...on.watching(options) }, on);
  },
});

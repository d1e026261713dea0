import type { Agent } from './agent.ts';
import { copilotCli } from './copilot-cli.ts';

/** By its documents of June and October 2026: it runs the hooks in `~/.copilot/hooks`, and reports as Copilot CLI or in its own words. */
export const vscode: Agent = {
  server: {
    member: 'servers',
    hasComments: true,
    entry: (command, args) => ({ type: 'stdio', command, args }),
  },
  ...(copilotCli.hooks === undefined ? {} : { hooks: { ...copilotCli.hooks, of: 'copilot-cli' } }),
};

import { join } from 'node:path';
import { type Agent, inFolder, programFolder, rootOf } from '../agent.ts';
import { copilotCli, copilotHooks } from '../copilot-cli/agent.ts';

/** By its documents of June and October 2026: it runs the hooks in `~/.copilot/hooks`, with Copilot CLI's fields or its own. */
export const vscode: Agent = {
  places: (lookup) => {
    const folder = join(programFolder(lookup), 'Code', 'User');
    return { ...inFolder(folder, 'mcp.json', rootOf(folder, lookup)), hooks: copilotHooks(lookup) };
  },
  projectPlaces: { servers: ['.vscode', 'mcp.json'] },
  server: {
    member: 'servers',
    hasComments: true,
    entry: (command, args) => ({ type: 'stdio', command, args }),
  },
  ...(copilotCli.hooks === undefined ? {} : { hooks: { ...copilotCli.hooks, of: 'copilot-cli' } }),
};

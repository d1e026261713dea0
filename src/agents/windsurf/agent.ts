import { join } from 'node:path';
import { type Agent, inFolder } from '../agent.ts';

/** Its hooks may watch and block; none of them hands words to the model. */
export const windsurf: Agent = {
  places: ({ userHome }) => inFolder(join(userHome, '.codeium', 'windsurf'), 'mcp_config.json', userHome),
  server: { member: 'mcpServers', entry: (command, args) => ({ command, args }) },
};

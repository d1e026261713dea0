import type { Agent } from './agent.ts';

/** Its hooks may watch and block; none of them hands words to the model. */
export const windsurf: Agent = {
  server: { member: 'mcpServers', entry: (command, args) => ({ command, args }) },
};

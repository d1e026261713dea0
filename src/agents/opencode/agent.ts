import { join } from 'node:path';
import { type Agent, configFolder, inFolder, rootOf } from '../agent.ts';

/** Played with OpenCode 1.18.33: a plugin of ours (`hooks/opencode.ts`) reports in the words of Claude Code. */
export const opencode: Agent = {
  places: (lookup) => {
    const folder = join(configFolder(lookup), 'opencode');
    const places = inFolder(folder, 'opencode.json', rootOf(folder, lookup), join('plugin', 'afterwit.js'));
    return { ...places, commented: join(folder, 'opencode.jsonc') };
  },
  projectPlaces: { servers: ['opencode.json'], hooks: ['.opencode', 'plugin', 'afterwit.js'] },
  server: {
    member: 'mcp',
    hasComments: true,
    entry: (node, args) => ({ type: 'local', command: [node, ...args], enabled: true }),
  },
  hooks: {
    layout: 'plugin',
    events: {},
    handler: ({ words: [node, hook = '', ...words] }) => ({
      plugin: hook.replace(/hooks([\\/])claude-code\.js$/, 'opencode.js'),
      node,
      words: [hook, ...words],
    }),
    note: 'OpenCode loads our plugin when it starts.',
  },
};

import type { Speaker } from '../model/speaker.ts';

const longestName = 40;
const unnamed = 'mcp-client';

/**
 * The agent at the other end, under the name its program gives itself.
 *
 * @param client what it says of itself, as it came over the wire: anything, or nothing
 * @param session id of this server process, which serves one client
 */
export function speakerOf(client: unknown, session: string): Speaker {
  const named = typeof client === 'object' && client !== null && 'name' in client ? client.name : undefined;
  const name = typeof named === 'string' ? cleanName(named) : '';
  return { kind: 'agent', name: name === '' ? unnamed : name, source: 'mcp', session };
}

/** Names stand in origins and principals, whose separators they must not hold. */
function cleanName(name: string): string {
  const words = name
    .slice(0, 10 * longestName)
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return words
    .filter((word) => word !== '')
    .join('-')
    .slice(0, longestName)
    .replace(/-$/, '');
}

import type { Speaker } from '../model/provenance.ts';

const longestName = 40;
const unnamed = 'mcp-client';

/**
 * The connected agent, by the name that its program states.
 * @param client the client's unverified description of itself, possibly undefined
 * @param session of this client alone; undefined where requests of several clients cannot be told apart
 */
export function speakerOf(client: unknown, session: string | undefined): Speaker {
  const named = typeof client === 'object' && client !== null && 'name' in client ? client.name : undefined;
  const name = typeof named === 'string' ? cleanName(named) : '';
  return { kind: 'agent', name: name === '' ? unnamed : name, source: 'mcp', ...(session && { session }) };
}

/** Removes the separators of origins and principals, because names become parts of them. */
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

/** A memory server that npm offers, and how its own tools remember and recall. */
export interface PeerServer {
  /** Package and version. */
  readonly install: string;
  /** The script to start, below `node_modules`. */
  readonly script: string;
  readonly environment: (folder: string) => Readonly<Record<string, string>>;
  readonly write: (key: string, text: string) => readonly [tool: string, values: object];
  readonly recall: (query: string) => readonly [tool: string, values: object];
}

/** A server that keeps a graph of entities: a memory is an entity with one observation. */
function graphServer(name: string, version: string): PeerServer {
  return {
    install: `${name}@${version}`,
    script: `${name}/dist/index.js`,
    environment: (folder) => ({ MEMORY_FILE_PATH: `${folder}/memory.json` }),
    write: (key, text) => [
      'create_entities',
      { entities: [{ name: key, entityType: 'failure', observations: [text] }] },
    ],
    recall: (query) => ['search_nodes', { query }],
  };
}

export const peerServers: readonly PeerServer[] = [
  graphServer('@modelcontextprotocol/server-memory', '2026.8.31'),
  graphServer('@itseasy21/mcp-knowledge-graph', '1.0.7'),
  {
    install: 'mcp-memory-keeper@0.14.1',
    script: 'mcp-memory-keeper/dist/index.js',
    environment: (folder) => ({ DATA_DIR: folder }),
    write: (key, text) => ['context_save', { key, value: text }],
    recall: (query) => ['context_search', { query }],
  },
];

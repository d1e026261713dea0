/** Lines of the Model Context Protocol, as clients of two eras write them. */
export const eras = ['2026-07-28', '2025-11-25'] as const;
export type Era = (typeof eras)[number];

const clientInfo = { name: 'bench', version: '1' };

/** A client's message before its first request; newer clients send its content with each. */
export function openingOf(era: Era): string {
  if (era === '2026-07-28') return '';
  const params = { protocolVersion: era, capabilities: {}, clientInfo };
  const messages = [
    { jsonrpc: '2.0', id: 'opening', method: 'initialize', params },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
  ];
  return messages.map((message) => `${JSON.stringify(message)}\n`).join('');
}

export function requestOf(era: Era, id: number, method: string, params: object = {}): object {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': era,
    'io.modelcontextprotocol/clientInfo': clientInfo,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return { jsonrpc: '2.0', id, method, params: era === '2026-07-28' ? { ...params, _meta } : params };
}

import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fakeServer } from '../doors/mcp-server.ts';

const client = new Client({ name: 'reader', version: '1' });
beforeAll(async () => {
  const { args, ...server } = fakeServer();
  await client.connect(
    new StdioClientTransport({ ...server, args: [...args, '--profile', 'full'], stderr: 'ignore' }),
  );
});
afterAll(() => client.close());

/** A call of each tool; where it shows what others wrote, some of their words. */
const calls: readonly (readonly [name: string, given: Record<string, unknown>, foreign?: string])[] = [
  ['recall', { failure: { output: 'no left-pad' } }, 'run npm ci'],
  ['recall', { query: 'rules' }],
  ['recall', { query: 'anything' }],
  ['brief', {}, 'run npm ci'],
  ['brief', {}, 'fix the lid'],
  ['brief', { query: 'anything' }],
  ['brief', { files: ['src/capture.py'] }],
  ['locate', { query: 'descriptors leak', functions: true }, 'src/capture.py'],
  ['search_commits', { query: 'leak' }, 'Close'],
  ['examine_commit', { commit: 'aaaa' }, 'They leaked'],
  ['summaries', { path: 'src/capture.py' }, 'src/capture.py'],
  ['summaries', { query: 'captures output' }, 'src/capture.py'],
  ['remember', { content: 'Run npm ci.' }],
  ['feedback', { decision: '0c4d4fb0', outcome: 'rejected' }],
  ['traverse', { node: 'Capture' }, 'contains'],
  ['entity', { name: 'Capture' }, 'class Capture'],
  ['guardrails', { query: 'rules' }, 'memory id="r1"'],
  ['hotspots', {}, 'src/'],
  ['review', {}],
  ['why', {}],
  ['hook', {}],
];

test('every tool answers with one text, and what others wrote stands in a fence', async () => {
  const { tools } = await client.listTools();
  expect(new Set(calls.map(([name]) => name))).toEqual(new Set(tools.map(({ name }) => name)));
  for (const tool of tools) expect(tool, tool.name).not.toHaveProperty('outputSchema');
  for (const [name, given, foreign] of calls) {
    const { content, isError, ...beside } = await client.callTool({ name, arguments: given });
    const what = `${name} ${JSON.stringify(given)}`;
    expect(isError, what).not.toBe(true);
    expect(beside, what).not.toHaveProperty('structuredContent');
    expect(content, what).toMatchObject([{ type: 'text' }]);
    const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
    expect(text, what).not.toMatch(/\d\.\d{5}|[0-9a-f]{8}-[0-9a-f]{4}-|\[\]/);
    if (foreign === undefined) continue;
    expect(text, what).toContain(foreign);
    expect(withoutFences(text), what).not.toContain(foreign);
  }
});

function withoutFences(text: string): string {
  return text.replaceAll(/<afterwit-memory id="(\w+)">[\s\S]*?<\/afterwit-memory id="\1">/g, '');
}

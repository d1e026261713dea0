import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lesson } from '../cli/fake-home.ts';
import { fakeServer } from '../doors/mcp-server.ts';

/** The full profile costs at most half as much again as the usual one. */
const mostTokens = 1_750;

const client = new Client({ name: 'reader', version: '1' });
beforeAll(async () => {
  const { args, ...server } = fakeServer();
  await client.connect(
    new StdioClientTransport({ ...server, args: [...args, '--profile', 'full'], stderr: 'ignore' }),
  );
});
afterAll(() => client.close());

async function call(name: string, given: Record<string, unknown> = {}) {
  const { content, isError } = await client.callTool({ name, arguments: given });
  expect(isError, name).not.toBe(true);
  return { text: content.map((part) => (part.type === 'text' ? part.text : '')).join('') };
}

test('the full profile adds tools behind those of the other, and they only read', async () => {
  const { tools } = await client.listTools();
  expect(tools.slice(8).map(({ name }) => name)).toEqual([
    'traverse',
    'entity',
    'guardrails',
    'hotspots',
    'review',
    'why',
    'hook',
  ]);
  for (const { name, annotations, inputSchema } of tools.slice(8, -1)) {
    expect(annotations, name).toEqual({ readOnlyHint: true, openWorldHint: false });
    expect(inputSchema, name).toMatchObject({ additionalProperties: false });
  }
  expect(countTokens(JSON.stringify(tools))).toBeLessThanOrEqual(mostTokens);
  expect(client.getInstructions()).toMatch(/traverse and entity/);
});

test('the code is followed from a name', async () => {
  const reached = await call('traverse', { node: 'Capture', depth: 2 });
  expect(reached.text).toMatch(
    /\nCapture \(src\/capture\.py:12\)\nsrc\/capture\.py contains Capture .*\n[\s\S]*suspend \(src\/capture\.py:140\) calls Capture/,
  );
  expect(reached.text).toMatch(/^7 more nodes: [\s\S]*\nOf the same name: symbol:src\/old\.py#Capture\n/);
  const found = await call('entity', { name: 'Capture' });
  expect(found.text).toMatch(/called by: suspend \(src\/capture\.py:140\) and 23 more/);
  expect(found.text).toMatch(/46 more lines cut:\nclass Capture:\n\tdef done/);
  expect((await call('traverse', { node: 'none' })).text).toMatch(/^Nothing in the code is called none\./);
  const unknown = await call('entity', { name: 'none' });
  expect(unknown.text).toMatch(/^Nothing in the code is called Captrue\. Nearest: Capture /);
});

test('rules, hotspots and receipts are told', async () => {
  expect((await call('guardrails', { query: 'rules' })).text).toContain('<afterwit-memory id="r1">');
  expect((await call('guardrails', { command: 'npm test' })).text).toBe('No rule is known here.');
  expect((await call('hotspots', { limit: 2 })).text).toMatch(/\nsrc\/\S+ · [\d,]+ changes?, last \d{4}-/);
  const explained = await call('why');
  expect(explained.text).toMatch(/Show the best resolution: a strong match/);
});

test('of what waits for a person an agent learns that it waits, and not what it says', async () => {
  const { text } = await call('review');
  expect(text).toMatch(
    /^3 memories wait for a person, who decides with `afterwit review`:\n\w{8} .*\nand 2 more$/,
  );
  for (const words of [lesson.title, lesson.content]) expect(text).not.toContain(words);
});

test('a profile that is not known is refused with what to do', async () => {
  const { args, command } = fakeServer();
  const refused = new Client({ name: 'reader', version: '1' });
  const start = new StdioClientTransport({
    command,
    args: [...args, '--profile', 'most'],
    stderr: 'pipe',
  });
  let said = '';
  start.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  await expect(refused.connect(start)).rejects.toThrow();
  expect(said).toMatch(/--profile is default or full, not "most"\. Usage: afterwit mcp/);
});

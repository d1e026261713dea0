import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fakeServer } from '../doors/mcp-server.ts';

const mostTokens = 1_200;
const mostTools = 8;

const writing = ['remember', 'feedback'];

let client: Client;
let all: Tools;
/** Those for the model. */
let tools: Tools;

type Tools = Awaited<ReturnType<Client['listTools']>>['tools'];

beforeAll(async () => {
  client = new Client({ name: 'reader', version: '1' });
  await client.connect(new StdioClientTransport(fakeServer()));
  const listed = await client.listTools();
  all = listed.tools;
  tools = all.filter(({ name }) => name !== 'hook');
});
afterAll(() => client.close());

test('the tools come in the order in which they are needed, each time', async () => {
  const names = [
    'recall',
    'brief',
    'locate',
    'search_commits',
    'examine_commit',
    'summaries',
    'remember',
    'feedback',
  ];
  expect(tools.map(({ name }) => name)).toEqual(names);
  expect(tools.length).toBeLessThanOrEqual(mostTools);
  const again = await client.listTools({}, { cacheMode: 'refresh' });
  expect(again.tools).toEqual(all);
});

test('all definitions together cost few tokens', () => {
  expect(countTokens(JSON.stringify(all))).toBeLessThanOrEqual(mostTokens);
});

test('the tool for hooks is hidden from the model, and costs little where it is not', () => {
  const hook = all.find(({ name }) => name === 'hook');
  expect(hook?._meta).toEqual({ ui: { visibility: ['app'] } });
  expect(countTokens(JSON.stringify(hook))).toBeLessThanOrEqual(80);
});

test('only remember and feedback write, nothing destroys, nothing reaches the network', () => {
  for (const { name, annotations } of tools) {
    expect(annotations?.openWorldHint, name).toBe(false);
    expect(annotations?.readOnlyHint ?? false, name).toBe(!writing.includes(name));
  }
  for (const { name, annotations } of tools.filter(({ name }) => writing.includes(name)))
    expect(annotations, name).toMatchObject({ destructiveHint: false, idempotentHint: true });
});

test('every tool says what it takes', () => {
  for (const { name, description, inputSchema } of tools) {
    expect(description, name).toMatch(/\w/);
    expect(inputSchema, name).toMatchObject({ type: 'object', additionalProperties: false });
  }
});

test('the definitions teach when to ask, and that silence is an answer', () => {
  const words = tools.map(({ description }) => description).join('\n');
  expect(words).toMatch(/before you start/i);
  expect(words).toMatch(/command failed/);
  expect(words).toMatch(/No relevant memory is a good answer/);
  expect(client.getInstructions()).toMatch(/recall before work/);
});

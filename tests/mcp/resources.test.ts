import { Client, type ClientOptions } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fakeServer } from '../doors/mcp-server.ts';
import { packText } from './fake-memory.ts';

const eras: Readonly<Record<string, ClientOptions>> = {
  'of 2026-07-28': { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  'of 2025-11-25': {},
  'of 2025-06-18': { supportedProtocolVersions: ['2025-06-18'] },
};

/** Most tokens of all resources and prompts, for a client that shows their lists to its model. */
const mostTokens = 600;

describe.each(Object.entries(eras))('a client %s', (_, options) => {
  const client = new Client({ name: 'Claude Code', version: '2.1' }, options);
  beforeAll(() => client.connect(new StdioClientTransport({ ...fakeServer(), stderr: 'ignore' })));
  afterAll(() => client.close());

  const read = async (uri: string): Promise<string> => {
    const { contents } = await client.readResource({ uri });
    expect(contents).toMatchObject([{ uri, mimeType: 'text/plain' }]);
    return contents.map((content) => ('text' in content ? content.text : '')).join('');
  };

  test('is offered brief, memories and decisions, in one order', async () => {
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([
      'afterwit://brief',
      'afterwit://cards',
      'afterwit://decisions/latest',
    ]);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'afterwit://cards/{id}',
      'afterwit://decisions/{id}',
    ]);
    const { prompts } = await client.listPrompts();
    const cost = countTokens(JSON.stringify([resources, resourceTemplates, prompts]));
    expect(cost).toBeLessThanOrEqual(mostTokens);
  });

  test('reads them', async () => {
    expect(await read('afterwit://brief')).toContain('2 more are known');
    expect(await read('afterwit://cards')).toBe(packText);
    expect(await read('afterwit://cards/7f0d9a52')).toMatch(/^7f0d9a52 from 0\n3000 more characters/);
    const latest = await read('afterwit://decisions/latest');
    expect(latest).toMatch(/^decision \w{8} · .* · unasked, after a failing command · by claude-code/);
    expect(latest).toMatch(/shown\n.* left out: forgotten since\ncame of it: verified/);
    expect(await read('afterwit://decisions/0c4d4fb0')).toContain('decision 0c4d4fb0 ·');
  });

  test('is told by the fault of the protocol what is not there', async () => {
    for (const uri of ['afterwit://cards/abcd1234', 'afterwit://decisions/none', 'afterwit://nothing'])
      await expect(client.readResource({ uri }), uri).rejects.toMatchObject({ code: -32_602 });
    await expect(client.readResource({ uri: 'afterwit://cards/abcd1234' })).rejects.toThrow(
      /is not shown here/,
    );
  });

  test('is offered prompts that bring what is known', async () => {
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['plan', 'find', 'fix', 'learned']);
    expect(prompts[0]?.arguments).toMatchObject([{ name: 'task', required: true }]);
    const say = async (name: string, given: Record<string, string> = {}): Promise<string> => {
      const { messages } = await client.getPrompt({ name, arguments: given });
      expect(messages).toMatchObject([{ role: 'user', content: { type: 'text' } }]);
      return messages.map(({ content }) => (content.type === 'text' ? content.text : '')).join('');
    };
    expect(await say('plan', { task: 'Close descriptors' })).toMatch(
      /^Close descriptors\n[\s\S]*<afterwit-memory/,
    );
    expect(await say('find', { issue: 'They leak' })).toMatch(
      /They leak[\s\S]*search_commits[\s\S]*list of files/,
    );
    expect(await say('fix', { output: 'no left-pad', command: 'npm test' })).toContain(packText);
    expect(await say('learned')).toMatch(/nothing is worth keeping is a good answer/);
    await expect(client.getPrompt({ name: 'plan' })).rejects.toMatchObject({ code: -32_602 });
    await expect(client.getPrompt({ name: 'forget' })).rejects.toMatchObject({ code: -32_602 });
  });
});

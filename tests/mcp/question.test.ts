import { Client, type ClientOptions, type ElicitRequest } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, describe, expect, test } from 'vitest';
import { fakeServer } from '../doors/mcp-server.ts';

const eras: Readonly<Record<string, ClientOptions>> = {
  'of 2026-07-28': { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  'of 2025-11-25': {},
};
const unasked = { name: 'recall', arguments: { failure: { output: 'it failed' }, unasked: true } };

let client: Client | undefined;
afterEach(() => client?.close());

type Reply = { readonly action: 'accept' | 'decline'; readonly content?: Record<string, string> };

async function connect(options: ClientOptions, reply?: Reply) {
  const asked: ElicitRequest['params'][] = [];
  const capabilities = reply === undefined ? {} : { elicitation: { form: {} } };
  client = new Client({ name: 'asker', version: '1' }, { ...options, capabilities });
  if (reply !== undefined) {
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      asked.push(params);
      return reply;
    });
  }
  await client.connect(new StdioClientTransport({ ...fakeServer(), stderr: 'ignore' }));
  return { client, asked };
}

const textOf = ({ content }: Awaited<ReturnType<Client['callTool']>>): string =>
  content.map((part) => (part.type === 'text' ? part.text : part.type)).join('\n');

describe.each(Object.entries(eras))('a client %s', (_, options) => {
  test('that puts forms asks its person, and brings the memory that was chosen', async () => {
    const { client: asking, asked } = await connect(options, {
      action: 'accept',
      content: { which: '8e1d9a52' },
    });
    expect(textOf(await asking.callTool(unasked))).toContain('8e1d9a52 from 0');
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({
      message: 'Which module is it about: yaml or lxml?',
      requestedSchema: {
        properties: {
          which: {
            oneOf: [
              { const: '7f0d9a52', title: 'yaml' },
              { const: '8e1d9a52', title: 'lxml' },
              { const: 'none', title: 'none of these' },
            ],
          },
        },
      },
    });
  });

  test.each<Reply>([
    { action: 'decline' },
    { action: 'accept', content: { which: 'none' } },
    { action: 'accept', content: { which: '../../etc' } },
  ])('goes on without a memory after %j', async (reply) => {
    const { client: asking } = await connect(options, reply);
    const answer = await asking.callTool(unasked);
    expect(textOf(answer)).toMatch(/^None of the memories .* Go on without one\.$/);
    expect(answer.structuredContent).toMatchObject({ kind: 'abstained', cards: [] });
  });

  test('that puts none finds the question in the text', async () => {
    const { client: plain } = await connect(options);
    expect(textOf(await plain.callTool(unasked))).toContain('ask: Which module is it about: yaml or lxml?');
  });
});

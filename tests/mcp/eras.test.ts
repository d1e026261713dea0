import { Client, type ClientOptions } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fakeServer } from '../doors/mcp-server.ts';
import { packText } from './fake-memory.ts';

const clients: Readonly<Record<string, { readonly speaks: string; readonly options: ClientOptions }>> = {
  'of 2026-07-28': { speaks: '2026-07-28', options: { versionNegotiation: { mode: { pin: '2026-07-28' } } } },
  'that finds out': { speaks: '2026-07-28', options: { versionNegotiation: { mode: 'auto' } } },
  'of 2025-11-25': { speaks: '2025-11-25', options: {} },
  'of 2025-06-18': { speaks: '2025-06-18', options: { supportedProtocolVersions: ['2025-06-18'] } },
};

const textOf = ({ content }: Awaited<ReturnType<Client['callTool']>>): string =>
  content.map((part) => (part.type === 'text' ? part.text : part.type)).join('\n');

describe.each(Object.entries(clients))('a client %s', (_, { speaks, options }) => {
  const client = new Client({ name: 'Claude Code', version: '2.1' }, options);
  beforeAll(() => client.connect(new StdioClientTransport({ ...fakeServer(), stderr: 'ignore' })));
  afterAll(() => client.close());

  test('is served', async () => {
    expect(client.getNegotiatedProtocolVersion()).toBe(speaks);
    expect(client.getServerVersion()).toMatchObject({ name: 'afterwit' });
    expect((await client.listTools()).tools).toHaveLength(9);

    const known = await client.callTool({
      name: 'recall',
      arguments: { failure: { output: 'no left-pad' } },
    });
    expect(textOf(known)).toBe(`${packText}\ndecision 0c4d4fb0`);
    const unknown = await client.callTool({ name: 'recall', arguments: { query: 'anything' } });
    expect(textOf(unknown)).toMatch(/a good answer/);
    expect(textOf(unknown)).toMatch(
      /\n12 memories of kettle may be of this repository: .*`afterwit repo link 2f1c4b9e`/,
    );
    expect(textOf(known)).not.toContain('repo link');

    const doubtful = await client.callTool({ name: 'recall', arguments: { failure: { output: 'unclear' } } });
    expect(textOf(doubtful)).toMatch(
      /^No clear match: two fixes come as near\. Compare .*\n<afterwit-memory/,
    );

    const warned = await client.callTool({ name: 'recall', arguments: { query: 'rules' } });
    expect(textOf(warned)).toMatch(/^rules\n<afterwit-memory id="r1">/);

    const located = await client.callTool({ name: 'locate', arguments: { query: 'descriptors leak' } });
    expect(textOf(located)).toContain(
      '\nsrc/capture.py (72%) · Capture.done:31 · changed in 4 similar fixes; named in the traceback\nodd\\nname.py\n<',
    );

    const found = await client.callTool({ name: 'search_commits', arguments: { query: 'leak', topK: 3 } });
    expect(textOf(found)).toMatch(
      /^aaaaaaaaaaaa 2023-04-01 \(86%\) Close .* · reverted by bbbbbbbbbbbb · .* and 5 more$/m,
    );

    const kept = await client.callTool({
      name: 'remember',
      arguments: { content: 'Run npm ci.', type: 'fix' },
    });
    expect(textOf(kept)).toMatch(/^Remembered: fix 7f0d9a52/);
  });

  test('goes from a commit to its files, and says what became of a card', async () => {
    await client.listTools();
    const examined = await client.callTool({ name: 'examine_commit', arguments: { commit: 'aaaa' } });
    expect(textOf(examined)).toMatch(
      /\ncommit a{12} · .* · Ada Author\nreverted by b{12} Revert .*\nfixes 8{12} .*\nissues: #1234 \(closed\)\nfiles: .*src\/capture\.py .*\nThe patch is cut to size.*\n\nClose .*\n\nThey leaked/,
    );
    expect(textOf(examined)).toMatch(/-\tleaked\n\+\tclosed\nBinary file logo\.png\n</);
    const bare = await client.callTool({
      name: 'examine_commit',
      arguments: { commit: 'c0ffee', patchBytes: 0 },
    });
    expect(textOf(bare)).toMatch(/^commit c0ffee ·/m);
    expect(textOf(bare)).not.toContain('cut to size');

    const viewed = await client.callTool({ name: 'summaries', arguments: { path: 'src/capture.py' } });
    expect(textOf(viewed)).toMatch(/^src\/capture\.py: /m);
    const searched = await client.callTool({ name: 'summaries', arguments: { query: 'captures output' } });
    expect(textOf(searched)).toMatch(/changed in \d+ commits/);
    for (const both of [{}, { path: 'a', query: 'b' }]) {
      const refused = await client.callTool({ name: 'summaries', arguments: both });
      expect(refused).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining('one of the two') }],
      });
    }

    const told = await client.callTool({
      name: 'feedback',
      arguments: { decision: '0c4d4fb0', outcome: 'rejected' },
    });
    expect(textOf(told)).toBe('Recorded: rejected: it was turned down.');
    const silence = await client.callTool({
      name: 'feedback',
      arguments: { decision: '0c4d4fb0', outcome: 'missed' },
    });
    expect(silence.isError).toBe(true);
  });

  test('speaks as the agent that it is', async () => {
    const who = await client.callTool({ name: 'recall', arguments: { query: 'who am I' } });
    expect(textOf(who)).toMatch(/^agent:claude-code mcp:claude-code\/[0-9a-f-]{36}\n/);
  });

  test('is told what went wrong, in words and by code', async () => {
    await client.listTools();
    const refused = await client.callTool({ name: 'remember', arguments: { content: 'refuse it' } });
    expect(refused).toMatchObject({
      isError: true,
      content: [{ text: 'Too long: it' }],
    });
    const misused = await client.callTool({ name: 'locate', arguments: { problem: 'x' } });
    expect(misused.isError).toBe(true);
    expect(textOf(misused)).toMatch(/query/);
    await expect(client.callTool({ name: 'forget', arguments: {} })).rejects.toMatchObject({ code: -32_602 });
  });

  test('sees how far indexing is, and may stop waiting', async () => {
    const seen: number[] = [];
    const onprogress = ({ progress }: { readonly progress: number }) => void seen.push(progress);
    await client.callTool({ name: 'locate', arguments: { query: 'index' } }, { onprogress });
    expect(seen.length).toBeGreaterThanOrEqual(2);
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b));

    const stop = new AbortController();
    const waiting = client.callTool(
      { name: 'locate', arguments: { query: 'wait' } },
      { signal: stop.signal },
    );
    setTimeout(() => stop.abort(), 100);
    await expect(waiting).rejects.toThrow();
    const next = await client.callTool({ name: 'locate', arguments: { query: 'again' } });
    expect(next.isError).not.toBe(true);
  });
});

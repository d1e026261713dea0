import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test } from 'vitest';
import { realServer } from '../doors/mcp-server.ts';
import { buildRepository, temporaryFolder } from '../git/build-repository.ts';

async function connect(repository: string, home: string): Promise<Client> {
  const client = new Client({ name: 'reader', version: '1' });
  onTestFinished(() => client.close());
  const server = realServer('--repo', repository, '--home', home);
  await client.connect(new StdioClientTransport({ ...server, stderr: 'ignore' }));
  return client;
}

test('history and code of a real repository are found, and what is committed later too', async () => {
  const folder = temporaryFolder();
  const kettle = buildRepository({ path: join(folder, 'kettle') });
  kettle.commit('Start the kettle', { 'src/kettle.py': 'def boil():\n    return 100\n' });
  const whistle = kettle.commit('Whistle when the thermostat says that steam escapes', {
    'src/whistle.py': 'class Whistle:\n    def sound(self):\n        return "steam"\n',
  });
  for (let round = 0; round < 20; round++) {
    kettle.commit(`Polish the handle, round ${round}`, { 'src/handle.py': `round = ${round}\n` });
  }
  const client = await connect(kettle.path, join(folder, 'home'));

  const query = 'The whistle does not sound when steam escapes from the thermostat';
  // A busy server answers from the history until it has read the code.
  const locate = async () => {
    for (;;) {
      const answer = await client.callTool({ name: 'locate', arguments: { query, topK: 3 } });
      if (!JSON.stringify(answer.content).includes('is still being read')) return answer;
    }
  };
  const located = await locate();
  expect(JSON.stringify(located.content)).toContain('src/whistle.py');
  expect(JSON.stringify(located.content)).toContain('The history is too short');

  const unheard = await client.callTool({ name: 'locate', arguments: { query: 'zebras yodel' } });
  expect(JSON.stringify(unheard.content)).toContain('None of 3 files is likely to be what this is about');

  const found = await client.callTool({ name: 'search_commits', arguments: { query, topK: 1 } });
  expect(JSON.stringify(found.content)).toMatch(new RegExp(`${whistle.slice(0, 12)} .* · src/whistle.py`));

  const examined = await client.callTool({ name: 'examine_commit', arguments: { commit: whistle } });
  expect(JSON.stringify(examined.content)).toContain('+class Whistle:');
  const summary = await client.callTool({ name: 'summaries', arguments: { path: 'src/whistle.py' } });
  expect(JSON.stringify(summary.content)).toMatch(/src\/whistle\.py.*changed in 1 commit/);

  const later = kettle.commit('Descale the whistle with vinegar', { 'src/whistle.py': 'pass\n' });
  // HEAD is looked up again after a second.
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const again = await client.callTool({ name: 'search_commits', arguments: { query: 'descale vinegar' } });
  expect(JSON.stringify(again.content)).toContain(later.slice(0, 12));
});

test('a long memory shows what is asked about, and is read whole by its id', async () => {
  const folder = temporaryFolder();
  const kettle = buildRepository({ path: join(folder, 'kettle') });
  kettle.commit('Start the kettle', { 'a.txt': 'a' });
  const client = await connect(kettle.path, join(folder, 'home'));
  const lines = Array.from(
    { length: 250 },
    (_, at) => `Part ${at} of the kettle is made of steel and holds the next part.`,
  );
  lines[200] = 'The valve opens at ninety degrees, because the whistle melts.';
  const kept = await client.callTool({ name: 'remember', arguments: { content: lines.join('\n') } });
  const [, itemId = ''] = /Remembered: \w+ (\w{8})/.exec(JSON.stringify(kept.content)) ?? [];

  const found = await client.callTool({ name: 'recall', arguments: { query: 'when does the valve open?' } });
  expect(JSON.stringify(found.content)).toContain('The valve opens at ninety degrees');
  expect(JSON.stringify(found.content)).toContain(`recall with the id ${itemId}`);

  const first = await client.callTool({ name: 'recall', arguments: { id: itemId } });
  const [{ text }] = first.content as unknown as [{ text: string }];
  const [, from] = /recall with id \w+ and from (\d+)/.exec(text) ?? [];
  const rest = await client.callTool({ name: 'recall', arguments: { id: itemId, from: Number(from) } });
  expect(text).toContain('Part 0 of the kettle');
  expect(JSON.stringify(rest.content)).toContain('Part 150 of the kettle');

  const [, decision] = /decision (\w{8})/.exec(JSON.stringify(found.content)) ?? [];
  const told = { decision, outcome: 'accepted', item: itemId };
  for (const said of ['Recorded: ', 'Known already, ']) {
    const receipt = await client.callTool({ name: 'feedback', arguments: told });
    expect(JSON.stringify(receipt.content)).toContain(said);
  }

  const missing = await client.callTool({ name: 'recall', arguments: { id: 'abcd1234' } });
  expect(missing).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('abcd1234') }] });
});

test('outside of a repository every call says so, and the server stays', async () => {
  const folder = temporaryFolder();
  const nowhere = join(folder, 'nowhere');
  mkdirSync(nowhere);
  const client = await connect(nowhere, join(folder, 'home'));
  expect((await client.listTools()).tools).toHaveLength(9);
  for (let call = 0; call < 2; call++) {
    const refused = await client.callTool({ name: 'locate', arguments: { query: 'anything' } });
    expect(refused).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('repository') }],
    });
  }
  buildRepository({ path: nowhere }).commit('Start', { 'a.txt': 'a' });
  const found = await client.callTool({ name: 'locate', arguments: { query: 'anything' } });
  expect(found.isError).not.toBe(true);
});

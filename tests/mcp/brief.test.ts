import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test } from 'vitest';
import { runAfterwit } from '../doors/afterwit-command.ts';
import { realServer } from '../doors/mcp-server.ts';
import { buildRepository, temporaryFolder } from '../git/build-repository.ts';

test('rules of files and words of people come as a brief, through the command and to an agent', async () => {
  const folder = temporaryFolder();
  const home = join(folder, 'home');
  const kettle = buildRepository({ path: join(folder, 'kettle') });
  kettle.commit('Start the kettle', {
    'AGENTS.md': '# Rules\n\n- Never boil without water.\n- Always run `make lint` before a commit.\n',
    'src/kettle.ts': 'export const boil = 100;\n',
  });
  kettle.commit('Fix the lid', { 'src/kettle.ts': 'export const boil = 99;\n' });
  const afterwit = (...words: readonly string[]) =>
    runAfterwit(words, { cwd: kettle.path, userHome: folder, home });
  expect((await afterwit('brief')).stdout).toContain('Nothing is known');
  expect(await afterwit('import-rules')).toMatchObject({ status: 0 });
  await afterwit('remember', 'We use steel, not plastic.', '--type', 'decision', '--file', 'src/kettle.ts');

  const shown = await afterwit('brief');
  expect(shown).toMatchObject({ status: 0, stderr: '' });
  for (const words of ['Constraints', 'Never boil without water.', 'Decisions', 'We use steel, not plastic.'])
    expect(shown.stdout).toContain(words);
  const about = (await afterwit('brief', '--file', 'src/kettle.ts', '--json')).stdout;
  expect(JSON.parse(about)).toMatchObject({
    memories: [{ item: { content: 'We use steel, not plastic.' } }],
  });
  const known = await afterwit('for-file', 'src/kettle.ts');
  expect(known.stdout).toContain('We use steel, not plastic.');
  expect(known.stdout).toContain('Fix the lid');
  expect((await afterwit('for-file', 'src/none.ts')).stdout).toContain('Nothing is known about src/none.ts');
  expect(await afterwit('brief', '--budget', '0')).toMatchObject({ status: 2 });

  const client = new Client({ name: 'reader', version: '1' });
  onTestFinished(() => client.close());
  const server = realServer('--repo', kettle.path, '--home', home);
  await client.connect(new StdioClientTransport({ ...server, stderr: 'ignore' }));
  const told = await client.callTool({ name: 'brief', arguments: { query: 'boil the water' } });
  expect(JSON.stringify(told.content)).toContain('Never boil without water.');
  expect(JSON.stringify(told.content)).not.toContain('plastic');
  const edited = await client.callTool({ name: 'brief', arguments: { files: ['src/kettle.ts'] } });
  expect(JSON.stringify(edited.content)).toContain('We use steel, not plastic.');
  expect(JSON.stringify(edited.content)).toContain('Fix the lid');
  const [, decision] = /decision (\w{8})/.exec(JSON.stringify(told.content)) ?? [];
  const feedback = { decision, outcome: 'accepted' };
  const receipt = await client.callTool({ name: 'feedback', arguments: feedback });
  expect(JSON.stringify(receipt.content)).toContain('Recorded: ');
});

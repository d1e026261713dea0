import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { askAgent } from '../../src/open/ask-agent.ts';
import { setupAgent } from '../../src/open/setup-agent.ts';
import { builtFile } from '../doors/built-file.ts';
import { buildRepository, temporaryFolder } from '../git/build-repository.ts';

function machine() {
  const userHome = temporaryFolder();
  const { path } = buildRepository();
  const search = { environment: {}, userHome, workingDirectory: path, platform: process.platform };
  return { userHome, path, search };
}

it.each(['claude-code', 'codex', 'gemini-cli'] as const)(
  'starts the hook and the server of %s as its settings say, and tells what answered',
  async (agent) => {
    const { path, search } = machine();
    const packageFolder = join(builtFile('bin.js'), '../..');
    await setupAgent(
      { agent, home: temporaryFolder() },
      { ...search, node: process.execPath, packageFolder },
    );
    const { hooks, tools } = await askAgent({ agent }, path, search);
    // Codex has hooks of its server alone, which start no process.
    expect(hooks).toEqual(agent === 'codex' ? undefined : { tookMs: expect.any(Number) });
    expect(tools).toEqual({ tookMs: expect.any(Number), count: 9 });
  },
);

it('tells of a program that is gone, and of one that says nothing', async () => {
  const { path, search, userHome } = machine();
  const gone = join(userHome, 'gone/dist');
  mkdirSync(join(userHome, '.codex'));
  const hook = { type: 'command', command: `"${process.execPath}" "${gone}/hooks/claude-code.js"` };
  writeFileSync(
    join(userHome, '.codex/hooks.json'),
    JSON.stringify({ hooks: { Stop: [{ hooks: [hook] }] } }),
  );
  writeFileSync(
    join(userHome, '.codex/config.toml'),
    `[mcp_servers.afterwit]\ncommand = ${JSON.stringify(process.execPath)}\nargs = ["-e", ""]\n`,
  );
  expect(await askAgent({ agent: 'codex' }, path, search)).toMatchObject({
    hooks: { fault: expect.stringContaining('Cannot find module') },
    tools: { fault: expect.stringContaining('it ended with 0') },
  });
});

it('starts nothing that a repository names', async () => {
  const { path, search } = machine();
  writeFileSync(
    join(path, '.mcp.json'),
    JSON.stringify({ mcpServers: { afterwit: { command: process.execPath, args: ['-e', '1'] } } }),
  );
  expect(await askAgent({ agent: 'claude-code' }, path, search)).toEqual({});
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, it } from 'vitest';
import { pluginPages } from '../../scripts/docs/plugin-pages.ts';
import * as code from '../../src/mcp/tools/code.ts';
import * as history from '../../src/mcp/tools/history.ts';
import * as recall from '../../src/mcp/tools/recall.ts';
import * as upkeep from '../../src/mcp/tools/upkeep.ts';

const top = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(top, path), 'utf8');
const json = (path: string) => JSON.parse(read(path));
const { name, version, description, files, mcpName } = json('package.json');

/** Most tokens of a skill in a context once it is opened, and before. */
const mostTokens = 1_000;
const mostAlways = 120;

it('they are what their source makes of this version', async () => {
  expect(pluginPages.map(({ path }) => path)).toHaveLength(8);
  for (const { path, render } of pluginPages) expect(read(path), path).toBe(await render(''));
});

it.each(['.claude-plugin/plugin.json', '.codex-plugin/plugin.json'])(
  '%s names this version, and files that are published',
  (path) => {
    const plugin = json(path);
    expect(plugin).toMatchObject({ name, version, description });
    for (const named of [plugin.hooks, plugin.mcpServers, plugin.skills ?? './skills/']) {
      expect(named).toMatch(/^\.\//);
      expect(existsSync(join(top, named)), named).toBe(true);
      expect(files).toContain(named.split('/')[1]);
    }
    expect(files).toContain(dirname(path));
  },
);

it('the marketplace takes the plugin from the published package', () => {
  expect(json('.claude-plugin/marketplace.json')).toMatchObject({
    name,
    owner: { name },
    plugins: [{ name, source: { source: 'npm', package: name } }],
  });
});

it('the programs that they start lie in the package', () => {
  const started = [
    ...read('plugin/claude-code-hooks.json').matchAll(/\$\{CLAUDE_PLUGIN_ROOT\}\/([\w./-]+)/g),
    ...read('plugin/claude-code-servers.json').matchAll(/\$\{CLAUDE_PLUGIN_ROOT\}\/([\w./-]+)/g),
  ].map(([, path = '']) => path);
  expect(started.length).toBeGreaterThanOrEqual(8 + 1);
  expect(new Set(started)).toEqual(new Set(['dist/hooks/claude-code.js', 'dist/bin.js']));
  expect(files).toContain('dist');
  const called = JSON.stringify(json('plugin/codex-hooks.json')).match(/"type":"\w+","server":"\w+"/g) ?? [];
  expect(new Set(called)).toEqual(new Set(['"type":"mcp_tool","server":"afterwit"']));
  expect(read('plugin/codex-hooks.json')).not.toMatch(/"type": "command"|PLUGIN_ROOT/);
  expect(json('package.json').bin).toHaveProperty(
    json('plugin/codex-servers.json').mcpServers.afterwit.command,
  );
});

it('server.json has the form of the registry, and the name that the package confirms', () => {
  const { $schema, packages, ...server } = json('server.json');
  expect($schema).toMatch(/\/2025-12-11\/server\.schema\.json$/);
  expect(server).toEqual({ name: mcpName, title: name, description, version });
  expect(server.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  expect(server.name.length).toBeLessThanOrEqual(200);
  expect(server.description.length).toBeLessThanOrEqual(100);
  expect(packages).toEqual([
    {
      registryType: 'npm',
      identifier: name,
      version,
      transport: { type: 'stdio' },
      packageArguments: [{ type: 'positional', value: 'mcp' }],
    },
  ]);
});

it('the skill teaches the path by tools that there are, and that no memory is a good answer', () => {
  expect(readdirSync(join(top, 'skills'))).toEqual([name]);
  const skill = read(`skills/${name}/SKILL.md`);
  const [, head = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(skill) ?? [];
  const fields = Object.fromEntries(head.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)));
  expect(fields).toMatchObject({ name, license: 'Apache-2.0' });
  expect(fields.description.length).toBeLessThanOrEqual(1_024);
  expect(countTokens(head)).toBeLessThanOrEqual(mostAlways);
  expect(countTokens(body)).toBeLessThanOrEqual(mostTokens);
  const steps = [...body.matchAll(/^\d\. (.*)$/gm)].map(([, step = '']) => step);
  const path = [
    /^`search_commits`/,
    /^`examine_commit`/,
    /^`summaries`/,
    /^`traverse`.*`entity`/,
    /list of files/,
  ];
  expect(steps).toHaveLength(path.length);
  path.forEach((shape, at) => {
    expect(steps[at]).toMatch(shape);
  });
  expect(body).toMatch(/No relevant memory is a good answer/);
  const tools = [code, history, recall, upkeep]
    .flatMap((subject) => Object.values(subject))
    .flatMap((each) => ('annotations' in each ? [each.name] : []));
  const named = new Set([...body.matchAll(/`([a-z]+(?:_[a-z]+)*)`/g)].map(([, word = '']) => word));
  const others = ['afterwit', 'failure', 'path', 'query', 'stale', 'abstained', 'nothing_known'];
  for (const word of named) expect([...tools, ...others], word).toContain(word);
});

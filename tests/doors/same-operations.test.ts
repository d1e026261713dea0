import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it } from 'vitest';
import type { Field, Fields } from '../../src/api/field.ts';
import { openHome } from '../../src/api/memory.ts';
import { type AnyOperation, argumentsOf } from '../../src/api/operation.ts';
import * as operations from '../../src/api/operations.ts';
import { offeredFields } from '../../src/cli/command-line/command.ts';
import { listCommands } from '../../src/cli/command-line/commands.ts';
import { buildRepository } from '../git/build-repository.ts';
import { fakeServer } from './mcp-server.ts';
import { newHome, open } from './open-library.ts';

const all: readonly (readonly [string, AnyOperation])[] = Object.entries(operations);

/** Fields of an operation and of what they hold, each with the words by which a door may call it. */
function fieldsOf(fields: Fields): readonly (readonly [string, Field])[] {
  return Object.entries(fields).flatMap(([name, field]) => [
    [name, field] as const,
    ...fieldsOf(field.fields ?? {}),
  ]);
}

function wordsFor([name, field]: readonly [string, Field]): readonly string[] {
  const short = field.switch?.name;
  return [name, ...(field.flag === undefined ? [] : [field.flag]), ...(short === undefined ? [] : [short])];
}

it('the library offers each operation by its name', async () => {
  const repository = buildRepository();
  repository.commit('one', { 'a.ts': 'export const a = 1;\n' });
  const memory = await open(repository.path, newHome());
  await using home = await openHome({ home: newHome() });
  const repositories: Readonly<Record<string, string>> = {
    currentRepository: 'current',
    knownRepositories: 'all',
    lookalike: 'lookalike',
    linkRepository: 'link',
    splitRepository: 'split',
  };
  const methods = new Set([
    ...Object.keys(memory),
    ...Object.keys(home),
    ...Object.keys(memory.repositories),
  ]);
  expect(all.filter(([name]) => !methods.has(repositories[name] ?? name))).toEqual([]);
  for (const [name, operation] of all) expect(operation.name).toBe(name);
});

describe('a terminal offers each operation that has words for it', () => {
  const commands = listCommands().map(([, command]) => command);
  it.each(all.filter(([, { terminal }]) => terminal !== undefined))('%s, with its fields', (_, operation) => {
    const command = commands.find(({ words }) => words.join(' ') === operation.terminal?.words.join(' '));
    const given = argumentsOf(operation);
    const offered = offeredFields(operation);
    for (const { option } of offered) expect(Object.keys(command?.options ?? {})).toContain(option);
    for (const [name, field] of Object.entries(operation.input)) {
      if (field.kind === 'given' || (field.terminal === false && field.switch === undefined)) continue;
      const isOffered = given.includes(name) || offered.some(({ path }) => path[0] === name);
      expect(isOffered, name).toBe(true);
    }
    for (const { option, path, field } of offered)
      expect(wordsFor([path.at(-1) ?? '', field]), `${operation.name} ${option}`).toContain(option);
  });
});

it('agents are offered operations, with fields of theirs', async () => {
  const client = new Client({ name: 'reader', version: '1' });
  await client.connect(new StdioClientTransport(fakeServer('--profile', 'full')));
  const { tools } = await client.listTools();
  await client.close();
  const joined: Readonly<Record<string, readonly AnyOperation[]>> = {
    recall: [operations.recall, operations.read],
    summaries: [operations.viewSummary, operations.searchSummaries],
  };
  for (const { name, inputSchema } of tools.filter((tool) => tool.name !== 'hook')) {
    const its = joined[name] ?? all.flatMap(([known, one]) => (snake(known) === name ? [one] : []));
    expect(its, name).not.toEqual([]);
    const known = its.flatMap(({ input }) => fieldsOf(input)).flatMap(wordsFor);
    for (const field of Object.keys(inputSchema.properties ?? {})) expect(known, name).toContain(field);
  }
});

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

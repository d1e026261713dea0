import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { parseTOML } from 'toml-eslint-parser';
import { beforeEach, describe, expect, it } from 'vitest';
import { type SetupAgent, setupAgents } from '../../src/model/answers/setup-report.ts';
import { agentsOnMachine, projectPlaces, userPlaces } from '../../src/open/connected-agents.ts';
import { type SetupAgentRequest, setupAgent } from '../../src/open/setup-agent.ts';
import { some } from '../effort.ts';
import { makeMachine } from './user-machine.ts';

let folder: string;
let userHome: string;
let worktree: string;
let packageFolder: string;

beforeEach(() => {
  ({ folder, userHome, packageFolder, worktree } = makeMachine());
});

const search = () => ({ environment: {}, userHome, workingDirectory: worktree, platform: 'linux' as const });
const setUp = (agent: SetupAgent, request: Partial<SetupAgentRequest> = {}) =>
  setupAgent({ agent, ...request }, { ...search(), node: '/usr/bin/node', packageFolder });
const read = (path: string) => readFileSync(path, 'utf8');

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const agents = Object.keys(setupAgents).filter((name): name is SetupAgent =>
  Object.hasOwn(setupAgents, name),
);
const strict = new Set<SetupAgent>(['claude-code', 'copilot-cli', 'windsurf']);

/** Settings as people keep them, with a server of another. */
function foreignTexts(agent: SetupAgent): readonly string[] {
  if (agent === 'codex') {
    return [
      '# mine\nmodel = "gpt-5"   # the big one\n\n[mcp_servers.other]\ncommand = "x"\nargs = [ "a",\n  "b" ]\n\n[[profiles]]\nname = """\n[mcp_servers.afterwit]\n"""\n',
      'model = "no line break at the end"',
      "a.b = 1\r\n[mcp_servers.other.env]\r\nKEY = 'value'\r\n",
    ];
  }
  const member = { vscode: 'servers', opencode: 'mcp' }[agent as string] ?? 'mcpServers';
  const plain = [
    `{"${member}":{"other":{"command":"x"}},"theme":"dark"}`,
    `{\n\t"theme": "dark",\n\t"${member}": {}\n}\n`,
    `\uFEFF{\r\n    "a": [1, 2],\r\n    "b": "// no comment"\r\n}`,
  ];
  const commented = [
    `// mine\n{\n  "theme": "dark", // as I like it\n  "${member}": {\n    "other": { "command": "x" }, /* theirs */\n  },\n}\n`,
    `{\n  /* all off */\n  // "theme": "dark"\n}\n`,
  ];
  return strict.has(agent) ? plain : [...plain, ...commented];
}

const cases = agents.flatMap((agent) => foreignTexts(agent).map((text) => ({ agent, text })));

describe('every agent', () => {
  it.each(some(cases))(
    '$agent: an entry comes and goes, and $text is the same byte for byte',
    async ({ agent, text }) => {
      const { servers } = userPlaces(agent, search());
      write(servers, text);
      const { changes } = await setUp(agent);
      expect(changes.at(-1)).toMatchObject({ path: servers, kind: 'changed' });
      expect(read(servers)).toContain('/usr/bin/node');
      for (const word of [
        'theme',
        'dark',
        'no comment',
        'other',
        'mine',
        'as I like it',
        'theirs',
        'gpt-5',
        'the big one',
      ])
        expect(read(servers).split(word).length).toBeGreaterThanOrEqual(text.split(word).length);
      expect((await setUp(agent)).changes.every(({ kind }) => kind === 'unchanged')).toBe(true);
      await setUp(agent, { remove: true });
      expect(read(servers)).toBe(text);
      expect(readdirSync(dirname(servers)).filter((name) => name.includes('backup'))).toEqual([]);
    },
  );

  it.each(some(cases))(
    '$agent: only our entry goes from $text when others changed it since',
    async ({ agent, text }) => {
      const { servers } = userPlaces(agent, search());
      write(servers, text);
      await setUp(agent);
      const changed =
        agent === 'codex' ? `${read(servers)}\n[later]\nx = 1\n` : read(servers).replaceAll('dark', 'light');
      writeFileSync(servers, changed);
      await setUp(agent, { remove: true });
      expect(read(servers)).not.toContain('/usr/bin/node');
      if (agent === 'codex') expect(() => parseTOML(read(servers))).not.toThrow();
      else expect(read(servers)).toBe(text.replaceAll('dark', 'light'));
    },
  );

  it.each(agents)(
    '%s: is set up for a user who has no folder yet, and what was made goes again',
    async (agent) => {
      await setUp(agent);
      expect(existsSync(userPlaces(agent, search()).servers)).toBe(true);
      await setUp(agent, { remove: true });
      expect(readdirSync(userHome)).toEqual([]);
    },
  );

  it.each(agents)('%s: is set up where the home of the user is reached through a link', async (agent) => {
    const real = userHome;
    userHome = join(folder, 'link');
    symlinkSync(real, userHome, 'junction');
    await setUp(agent);
    expect(existsSync(userPlaces(agent, search()).servers)).toBe(true);
    await setUp(agent, { remove: true });
    expect(readdirSync(real)).toEqual([]);
  });

  it.each(agents)('%s: a folder that was there, and empty, stays', async (agent) => {
    const { folder: ofAgent } = userPlaces(agent, search());
    for (const there of [ofAgent, dirname(ofAgent)].filter((one) => one !== userHome)) {
      mkdirSync(there, { recursive: true });
      const before = readdirSync(userHome, { recursive: true });
      for (let time = 0; time < 2; time++) {
        await setUp(agent);
        await setUp(agent);
        await setUp(agent, { remove: true });
        expect(readdirSync(userHome, { recursive: true })).toEqual(before);
      }
      rmSync(ofAgent, { recursive: true, force: true });
    }
  });

  it.each(agents)('%s: a file that was made goes again', async (agent) => {
    const { servers, folder: ofAgent } = userPlaces(agent, search());
    mkdirSync(ofAgent, { recursive: true });
    await setUp(agent);
    expect(existsSync(servers)).toBe(true);
    await setUp(agent, { remove: true });
    expect(existsSync(servers)).toBe(false);
  });

  it.each(agents)('%s: what cannot be read is refused, and stays', async (agent) => {
    const { servers } = userPlaces(agent, search());
    const text = agent === 'codex' ? 'a = = 1' : '{"a": ';
    write(servers, text);
    await expect(setUp(agent)).rejects.toMatchObject({ code: 'INVALID_SETTING' });
    expect(read(servers)).toBe(text);
  });

  it.each(agents)('%s: is found on the machine, and connected once it is set up', async (agent) => {
    const of = () => agentsOnMachine(undefined, search()).find((one) => one.agent === agent);
    expect(of()).toMatchObject({ found: false, connected: false });
    mkdirSync(userPlaces(agent, search()).folder, { recursive: true });
    expect(of()).toMatchObject({ found: true, connected: false });
    await setUp(agent);
    expect(of()).toMatchObject({ found: true, connected: true });
  });

  it.each(agents)('%s: is connected in one project alone, or refuses', async (agent) => {
    const places = projectPlaces(agent, worktree);
    const made = setUp(agent, { where: 'project' });
    if (places === undefined) {
      await expect(made).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
        message: /reads no settings of a project/,
      });
      return;
    }
    expect((await made).changes.at(-1)).toMatchObject({ path: places.servers, kind: 'created' });
    expect(agentsOnMachine(worktree, search()).find((one) => one.agent === agent)?.connected).toBe(true);
    await setUp(agent, { where: 'project', remove: true });
    expect(readdirSync(worktree)).toEqual(['.git']);
  });
});

it.each(agents)('%s: the profile of tools is written, taken back and removed', async (agent) => {
  const { servers } = userPlaces(agent, search());
  mkdirSync(dirname(servers), { recursive: true });
  await setUp(agent);
  const plain = read(servers);
  await setUp(agent, { profile: 'full' });
  expect(read(servers)).toMatch(/"--profile",\s*"full"/);
  await setUp(agent);
  expect(read(servers).replaceAll(/\s/g, '')).toBe(plain.replaceAll(/\s/g, ''));
  await setUp(agent, { profile: 'full' });
  await setUp(agent, { remove: true });
  expect(existsSync(servers)).toBe(false);
});

describe('the table of Codex', () => {
  const configuration = () => join(userHome, '.codex/config.toml');

  it('keeps what was added to it, and follows an afterwit that moved', async () => {
    write(configuration(), '');
    await setUp('codex');
    writeFileSync(
      configuration(),
      read(configuration()).replace('command', 'startup_timeout_sec = 20\ncommand') +
        '\n[mcp_servers.afterwit.env]\nA = "b"\n',
    );
    await setUp('codex', { home: '/memories' });
    expect(read(configuration())).toBe(
      `[mcp_servers.afterwit]\nstartup_timeout_sec = 20\ncommand = "/usr/bin/node"\nargs = [${JSON.stringify(join(packageFolder, 'dist/bin.js'))}, "mcp", "--home", "/memories"]\n\n[mcp_servers.afterwit.env]\nA = "b"\n`,
    );
    await setUp('codex', { remove: true });
    expect(existsSync(configuration()) ? read(configuration()) : '').toBe('');
  });

  it.each(['mcp_servers = { other = { command = "x" } }', 'mcp_servers.afterwit.command = "x"'])(
    'is not put beside %s',
    async (text) => {
      write(configuration(), text);
      await expect(setUp('codex')).rejects.toMatchObject({
        code: 'INVALID_SETTING',
        message: /written as tables/,
      });
      expect(read(configuration())).toBe(text);
    },
  );

  const args = () => `args = [${JSON.stringify(join(packageFolder, 'dist/bin.js'))}, "mcp"]`;
  const environment = '[mcp_servers.afterwit.env]\nA = "b"\n';

  it.each([
    {
      order: 'after a table in it',
      text: `${environment}\n[mcp_servers.afterwit]\ncommand = "x"\n`,
      after: () => `${environment}\n[mcp_servers.afterwit]\ncommand = "/usr/bin/node"\n${args()}\n`,
    },
    {
      order: 'nowhere but by a table in it',
      text: environment,
      after: () => `${environment}\n[mcp_servers.afterwit]\ncommand = "/usr/bin/node"\n${args()}\n`,
    },
  ])('is brought up to date where it stands $order', async ({ text, after }) => {
    write(configuration(), text);
    await setUp('codex');
    expect(read(configuration())).toBe(after());
    expect((await setUp('codex')).changes[0]?.kind).toBe('unchanged');
  });

  it('is refused where a list of tables has its name', async () => {
    const text = '[[mcp_servers.afterwit]]\ncommand = "x"\n';
    write(configuration(), text);
    await expect(setUp('codex')).rejects.toMatchObject({ code: 'INVALID_SETTING' });
    expect(read(configuration())).toBe(text);
  });

  it('is as before, with the tables in it, when it was there before the setup', async () => {
    const text = `model = "x"\n\n[mcp_servers.afterwit]\ncommand = "x"\nstartup_timeout_sec = 20\n\n${environment}\n[mcp_servers.afterwit.tools.recall]\napproval_mode = "approve"\n`;
    write(configuration(), text);
    await setUp('codex');
    expect(read(configuration())).toContain('command = "/usr/bin/node"');
    const { changes } = await setUp('codex', { remove: true });
    expect(changes.at(-1)?.kind).toBe('changed');
    expect(read(configuration())).toBe(text);
    await setUp('codex', { remove: true });
    expect(read(configuration())).toBe('model = "x"\n');
  });

  it('goes with the tables that were added to it since the setup', async () => {
    write(configuration(), 'model = "x"\n');
    await setUp('codex');
    writeFileSync(configuration(), `${read(configuration())}\n${environment}`);
    await setUp('codex', { remove: true });
    expect(read(configuration())).toBe('model = "x"\n');
  });

  it('is to be removed by hand where it stands inline', async () => {
    const text = '[mcp_servers]\nafterwit = { command = "x" }\n';
    write(configuration(), text);
    await expect(setUp('codex', { remove: true })).rejects.toMatchObject({
      code: 'INVALID_SETTING',
      message: /Remove the entry by hand/,
    });
    expect(read(configuration())).toBe(text);
  });

  it('lies where CODEX_HOME says', () => {
    const lookup = { ...search(), environment: { CODEX_HOME: '/elsewhere' } };
    expect(userPlaces('codex', lookup).servers).toBe('/elsewhere/config.toml');
  });
});

describe('the change that is shown', () => {
  const secrets = ['hunter-7', 'correct-horse-7', 'battery-staple-7', 'tr0ub4dor-7'];
  const [first = '', second = '', third = '', fourth = ''] = secrets;

  const shownFor = async (agent: SetupAgent, text: string): Promise<string> => {
    write(userPlaces(agent, search()).servers, text);
    const { changes } = await setUp(agent, { preview: true });
    return changes.at(-1)?.diff.join('\n') ?? '';
  };
  const expectHidden = (shown: string): void => {
    for (const secret of secrets) expect(shown).not.toContain(secret);
  };

  it.each([
    { args: ['--password', first] },
    { args: [], env: { DB_PASSWORD: second } },
    { env: { PASSPHRASE: third, retries: 3 } },
  ])('has nothing of a neighbour but its keys: %j', async (other) => {
    const shown = await shownFor('cursor', JSON.stringify({ mcpServers: { other } }, null, 2));
    expect(shown).toContain('+    "afterwit": {');
    expect(shown).toContain('+      "command": "/usr/bin/node"');
    expectHidden(shown);
  });

  it('has no value of a line that only got its comma', async () => {
    const shown = await shownFor('cursor', `{\n  "x": 1,\n  "greeting": "${first}"\n}\n`);
    expect(shown).toContain('"greeting": ');
    expectHidden(shown);
  });

  it('has no key that stands on the line before its value', async () => {
    const text = `{\n  "mcpServers": {\n    "other": {\n      "env": {\n        "DB_PASSWORD":\n          "${first}" } }\n  }\n}`;
    expectHidden(await shownFor('cursor', text));
  });

  it.each([
    `[mcp_servers.other]\nargs = [\n  "--password",\n  '${first}',\n]\n`,
    `[mcp_servers.other.env]\nDB = "${first}" # or ${second}\n# ${third}\n`,
    `a = 1\nnote = """\n${fourth}\nc2VjcmV0=${first}\n"""\n`,
    `a = 1\nnote = '''${fourth}\n  it is ${first}'''\n`,
  ])('has no value of TOML either: %j', async (text) => {
    const shown = await shownFor('codex', text);
    expect(shown).toContain('+command = "/usr/bin/node"');
    expectHidden(shown);
  });

  it('has keys, numbers and table names to find one’s way by', async () => {
    const shown = await shownFor('codex', '[mcp_servers.other]\nretries = 3\nenabled = true\n');
    expect(shown.split('\n').slice(0, 2)).toEqual([' retries = 3', ' enabled = true']);
    const next = await shownFor('codex', '[mcp_servers.other]\nname = "x"\n');
    expect(next.split('\n').slice(0, 2)).toEqual([' [mcp_servers.other]', ' name = "…"']);
  });
});

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type SetupAgentRequest, type SetupDependencies, setupAgent } from '../../src/open/setup-agent.ts';
import { makeMachine, makePackage } from './user-machine.ts';

let folder: string;
let userHome: string;
let packageFolder: string;
let worktree: string;

beforeEach(() => {
  ({ folder, userHome, packageFolder, worktree } = makeMachine(join('node_modules', 'afterwit')));
});

function setUp(request: Partial<SetupAgentRequest> = {}, dependencies: Partial<SetupDependencies> = {}) {
  return setupAgent(
    { agent: 'claude-code', ...request },
    {
      environment: {},
      userHome,
      workingDirectory: worktree,
      platform: 'linux',
      node: '/usr/bin/node',
      packageFolder,
      ...dependencies,
    },
  );
}

const settingsPath = () => join(userHome, '.claude/settings.json');
const serversPath = () => join(userHome, '.claude.json');
const read = (path: string) => readFileSync(path, 'utf8');
const readJson = (path: string) => JSON.parse(read(path));

function write(path: string, text: string | Uint8Array): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
}

/** Everything below a folder, with times and contents. */
function snapshot(path: string): readonly unknown[] {
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const place = join(path, name);
      const { mtimeNs, mode, ino } = lstatSync(place, { bigint: true });
      return [name, mtimeNs, mode, ino, lstatSync(place).isFile() ? read(place) : undefined];
    });
}

const settings = `{\r\n\t"model": "opus",\r\n\t"hooks": {\r\n\t\t"Stop": []\r\n\t}\r\n}\r\n`;
const servers = `{"numStartups":3,"mcpServers":{"other":{"command":"x"}}}`;

describe('setting up Claude Code', () => {
  it('makes the files of a new user, and removes them without a trace', async () => {
    const report = await setUp();
    expect(report).toMatchObject({ agent: 'claude-code', preview: false, remove: false });
    expect(report.changes.map(({ path, kind }) => [path, kind])).toEqual([
      [settingsPath(), 'created'],
      [serversPath(), 'created'],
    ]);
    const group = {
      hooks: [
        {
          type: 'command',
          command: '/usr/bin/node',
          args: [join(packageFolder, 'dist/hooks/claude-code.js')],
          timeout: 5,
        },
      ],
    };
    const warm = {
      type: 'mcp_tool',
      server: 'afterwit',
      tool: 'hook',
      input: expect.any(Object),
      timeout: 5,
    };
    expect(readJson(settingsPath())).toEqual({
      hooks: {
        PostToolUseFailure: [{ matcher: 'Bash', hooks: [warm] }],
        PostToolUse: [{ matcher: 'Bash|Read', hooks: [warm] }],
        SessionStart: [{ matcher: 'clear|compact', hooks: group.hooks }],
        UserPromptSubmit: [{ hooks: [warm] }],
        PreToolUse: [{ matcher: 'Bash|Edit|MultiEdit|NotebookEdit|Write', hooks: [warm] }],
        Stop: [{ hooks: [warm] }],
        PreCompact: [{ hooks: group.hooks }],
      },
    });
    expect(readJson(serversPath())).toEqual({
      mcpServers: {
        afterwit: {
          type: 'stdio',
          command: '/usr/bin/node',
          args: [join(packageFolder, 'dist/bin.js'), 'mcp'],
        },
      },
    });
    if (process.platform !== 'win32') expect(statSync(serversPath()).mode & 0o777).toBe(0o600);

    const removal = await setUp({ remove: true });
    expect(removal.changes.map(({ kind }) => kind)).toEqual(['removed', 'removed']);
    expect(readdirSync(userHome)).toEqual([]);
  });

  it('adds to the files of a user, and gives them back byte for byte', async () => {
    write(settingsPath(), settings);
    write(serversPath(), servers);
    chmodSync(serversPath(), 0o640);
    const { changes } = await setUp();
    expect(changes).toMatchObject([
      { kind: 'changed', backupPath: `${settingsPath()}.afterwit-backup` },
      { kind: 'changed', backupPath: `${serversPath()}.afterwit-backup` },
    ]);
    expect(read(`${settingsPath()}.afterwit-backup`)).toBe(settings);
    expect(read(`${serversPath()}.afterwit-backup`)).toBe(servers);
    if (process.platform !== 'win32') {
      expect(statSync(serversPath()).mode & 0o777).toBe(0o640);
      expect(statSync(`${serversPath()}.afterwit-backup`).mode & 0o777).toBe(0o640);
    }

    const removal = await setUp({ remove: true });
    expect(removal.changes.map(({ kind, backupPath }) => [kind, backupPath])).toEqual([
      ['changed', undefined],
      ['changed', undefined],
    ]);
    expect(read(settingsPath())).toBe(settings);
    expect(read(serversPath())).toBe(servers);
    expect(readdirSync(userHome)).toEqual(['.claude', '.claude.json']);
    expect(readdirSync(join(userHome, '.claude'))).toEqual(['settings.json']);
  });

  it('gives back an entry of the user that stood in the place of ours', async () => {
    const own =
      '{"mcpServers":{"afterwit":{"type":"stdio","command":"npx","args":["afterwit","mcp"],"env":{"A":"b"}}}}';
    write(serversPath(), own);
    await setUp();
    expect(read(serversPath())).toContain('/usr/bin/node');
    await setUp({ remove: true });
    expect(read(serversPath())).toBe(own);
  });

  it('says line by line what changes, without secrets', async () => {
    const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
    write(serversPath(), JSON.stringify({ mcpServers: { other: { env: { TOKEN: token } } } }, null, 2));
    const { changes } = await setUp();
    const diff = changes[1]?.diff ?? [];
    expect(diff).toContain('+    "afterwit": {');
    expect(diff.every((line) => /^[-+ ]/.test(line))).toBe(true);
    expect(diff.join('\n')).not.toContain(token);
    expect(read(serversPath())).toContain(token);
  });

  it('changes nothing the second time', async () => {
    write(settingsPath(), settings);
    await setUp();
    const before = snapshot(userHome);
    const { changes } = await setUp();
    expect(changes.map(({ kind, diff }) => [kind, diff])).toEqual([
      ['unchanged', []],
      ['unchanged', []],
    ]);
    expect(snapshot(userHome)).toEqual(before);
  });

  it('renews what an older installation left, and keeps the copy of the original', async () => {
    write(settingsPath(), settings);
    write(serversPath(), servers);
    await setUp(
      { home: '/memories' },
      { packageFolder: makePackage(join(folder, 'lib/older')), node: '/old/node' },
    );
    expect(read(settingsPath())).toContain('"/memories"');
    await setUp();
    for (const path of [settingsPath(), serversPath()]) {
      expect(read(path)).not.toMatch(/older|old\/node|memories/);
    }
    await setUp({ remove: true });
    expect(read(settingsPath())).toBe(settings);
    expect(read(serversPath())).toBe(servers);
  });

  it('leaves what others wrote since', async () => {
    write(serversPath(), servers);
    await setUp();
    write(serversPath(), read(serversPath()).replace('"numStartups":3', '"numStartups":4'));
    const { changes } = await setUp({ remove: true });
    expect(read(serversPath())).toBe(servers.replace('3', '4'));
    expect(changes[1]?.backupPath).toBe(`${serversPath()}.afterwit-backup`);
  });

  it('removes from a copy of afterwit that could not be set up', async () => {
    await setUp();
    await setUp({ remove: true }, { packageFolder: '/nowhere' });
    expect(readdirSync(userHome)).toEqual([]);
    const { changes, notes } = await setUp({ remove: true });
    expect(changes.map(({ kind }) => kind)).toEqual(['unchanged', 'unchanged']);
    expect(notes).toEqual(['These settings have no entries of afterwit.']);
  });

  it.each([
    { what: 'into nothing', request: {}, prepare: () => {} },
    { what: 'into settings', request: {}, prepare: () => write(settingsPath(), settings) },
    {
      what: 'of a removal',
      request: { remove: true },
      prepare: async () => {
        write(settingsPath(), settings);
        await setUp();
      },
    },
  ])('writes nothing in a preview $what', async ({ request, prepare }) => {
    await prepare();
    const before = snapshot(folder);
    const preview = await setUp({ ...request, preview: true });
    expect(snapshot(folder)).toEqual(before);
    expect(preview.preview).toBe(true);
    const done = await setUp(request);
    expect(preview.changes).toEqual(done.changes);
  });
});

describe('the home of the memory', () => {
  it.each([
    { from: 'the request', request: { home: '/memories' }, environment: { AFTERWIT_HOME: '/other' } },
    { from: 'the environment', request: {}, environment: { AFTERWIT_HOME: '/memories' } },
    { from: 'a relative path', request: { home: '../memories' }, environment: {} },
  ])('is passed on from $from', async ({ request, environment }) => {
    await setUp(request, { environment, workingDirectory: '/elsewhere' });
    const { args } = readJson(settingsPath()).hooks.SessionStart[0].hooks[0];
    expect(args.slice(1)).toEqual(['--home', '/memories']);
    expect(readJson(serversPath()).mcpServers.afterwit.args.slice(1)).toEqual(['mcp', '--home', '/memories']);
  });
});

describe('the files of Claude Code', () => {
  it('lie where CLAUDE_CONFIG_DIR says', async () => {
    const { changes } = await setUp({}, { environment: { CLAUDE_CONFIG_DIR: join(folder, 'own') } });
    expect(changes.map(({ path }) => path)).toEqual([
      join(folder, 'own/settings.json'),
      join(folder, 'own/.claude.json'),
    ]);
    expect(readdirSync(userHome)).toEqual([]);
  });

  it('lie in the project when asked, from anywhere in it', async () => {
    mkdirSync(join(worktree, 'src'));
    const { changes, notes } = await setUp({ where: 'project' }, { workingDirectory: join(worktree, 'src') });
    expect(changes.map(({ path }) => path)).toEqual([
      join(worktree, '.claude/settings.local.json'),
      join(worktree, '.mcp.json'),
    ]);
    expect(notes.join(' ')).toContain('version control');
    expect(readdirSync(userHome)).toEqual([]);
    await setUp({ where: 'project', repository: worktree, remove: true }, { workingDirectory: folder });
    expect(readdirSync(worktree)).toEqual(['.git', 'src']);
  });

  it('are not made where CLAUDE_CONFIG_DIR leads nowhere', async () => {
    const environment = { CLAUDE_CONFIG_DIR: join(folder, 'not/there') };
    await expect(setUp({}, { environment })).rejects.toMatchObject({ code: 'AGENT_SETTINGS_NOT_WRITABLE' });
    expect(existsSync(join(folder, 'not'))).toBe(false);
  });

  it('are not looked for outside of a repository', async () => {
    await expect(setUp({ where: 'project', repository: userHome })).rejects.toMatchObject({
      code: 'NOT_A_REPOSITORY',
    });
  });

  it('may say that hooks are off', async () => {
    write(settingsPath(), '{"disableAllHooks": true}');
    expect((await setUp()).notes.join(' ')).toContain('disableAllHooks');
  });
});

describe('an installation that will not stay', () => {
  it.each(['.npm/_npx/1a2b/node_modules/afterwit', 'pnpm/dlx-77/afterwit', 'bunx-0-afterwit/afterwit'])(
    'is refused: %s',
    async (place) => {
      const passing = makePackage(join(folder, place));
      const before = snapshot(folder);
      for (const preview of [false, true]) {
        await expect(setUp({ preview }, { packageFolder: passing })).rejects.toMatchObject({
          code: 'INVALID_ARGUMENT',
          message: expect.stringMatching(/--from-here.* install it for good, with npm install --global/),
        });
      }
      expect(snapshot(folder)).toEqual(before);
    },
  );

  it('may lie in the temporary folder, as a clone does that is tried out: it works, and what will come is said', async () => {
    const clone = makePackage(join(folder, 'tmp/afterwit'));
    const { notes, changes } = await setUp({}, { packageFolder: clone });
    expect(notes.join('\n')).toContain(`temporary folder (${clone})`);
    expect(changes.map(({ kind }) => kind)).toEqual(['created', 'created']);
    expect(read(settingsPath())).toContain(JSON.stringify(join(clone, 'dist/hooks/claude-code.js')));
    const installed = await setUp();
    expect(installed.notes.join('\n')).not.toContain('temporary folder');
  });

  it('is kept in the home on demand, and started from there', async () => {
    const passing = makePackage(join(folder, '.npm/_npx/1a2b/node_modules/afterwit'));
    renameSync(join(passing, 'dist'), join(passing, 'built'));
    symlinkSync(join(passing, 'built'), join(passing, 'dist'));
    const home = join(folder, 'home of ada');
    const before = snapshot(folder);
    await setUp({ preview: true, fromHere: true, home }, { packageFolder: passing });
    expect(snapshot(folder)).toEqual(before);
    for (const content of ['first', 'second']) {
      writeFileSync(join(passing, 'dist/bin.js'), content);
      await setUp({ fromHere: true, home }, { packageFolder: passing });
      expect(read(join(home, 'program/dist/bin.js'))).toBe(content);
    }
    rmSync(passing, { recursive: true });
    for (const path of [settingsPath(), serversPath()]) expect(read(path)).not.toContain('_npx');
    expect(read(settingsPath())).toContain(JSON.stringify(join(home, 'program/dist/hooks/claude-code.js')));
    expect(readdirSync(home)).toEqual(['program']);
    // From the copy itself, as a second setup does.
    await setUp({ fromHere: true, home }, { packageFolder: join(home, 'program') });
    expect(read(join(home, 'program/dist/bin.js'))).toBe('second');
  });

  it.each(['{"hooks":[]}', '{"a":'])('is not kept where the settings cannot be changed: %s', async (text) => {
    const home = join(folder, 'not/yet/home');
    write(settingsPath(), text);
    for (const former of [false, true]) {
      if (former) makePackage(join(home, 'program'));
      const before = snapshot(folder);
      await expect(setUp({ fromHere: true, home })).rejects.toMatchObject({ code: 'INVALID_SETTING' });
      expect(snapshot(folder)).toEqual(before);
    }
  });

  it('is as before where writing the settings fails', async () => {
    const home = join(folder, 'not/yet/home');
    mkdirSync(`${serversPath()}.${process.pid}.unfinished`);
    for (const former of [false, true]) {
      if (former) writeFileSync(join(makePackage(join(home, 'program')), 'dist/bin.js'), 'former');
      const before = readdirSync(folder, { recursive: true });
      const failed = setUp({ fromHere: true, home });
      await expect(failed).rejects.toMatchObject({ code: 'AGENT_SETTINGS_NOT_WRITABLE' });
      expect(readdirSync(folder, { recursive: true })).toEqual(before);
      if (former) expect(read(join(home, 'program/dist/bin.js'))).toBe('former');
    }
  });

  it('may be started by a Node.js that will not stay, and that is said', async () => {
    const node = '/work/kettle/node_modules/node/bin/node';
    expect((await setUp({}, { node })).notes.join(' ')).toContain(`the packages of a folder (${node})`);
    expect((await setUp()).notes.join(' ')).not.toContain('packages of a folder');
  });

  it('is refused when it was not built', async () => {
    rmSync(join(packageFolder, 'dist/hooks'), { recursive: true });
    await expect(setUp()).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  it('is known by its real path', async () => {
    const link = join(folder, 'lib/link');
    symlinkSync(packageFolder, link);
    await setUp({}, { packageFolder: link });
    expect(read(settingsPath())).toContain(JSON.stringify(join(packageFolder, 'dist/hooks/claude-code.js')));
  });
});

const isRoot = process.getuid?.() === 0;
const isWindows = process.platform === 'win32';

/** States in which one of the two files cannot be changed: then neither is. */
const obstacles: readonly {
  readonly state: string;
  readonly make: () => void;
  readonly code?: string;
  readonly skip?: boolean;
}[] = [
  { state: 'JSON that is torn', make: () => write(serversPath(), '{"a":') },
  { state: 'JSON with comments', make: () => write(serversPath(), '{ // mine\n "a": 1 }') },
  { state: 'a list', make: () => write(serversPath(), '[]') },
  { state: 'bytes that are not UTF-8', make: () => write(serversPath(), Buffer.from([0x7b, 0xff, 0x7d])) },
  { state: 'servers that are a list', make: () => write(serversPath(), '{"mcpServers":[]}') },
  { state: 'hooks that are a list', make: () => write(settingsPath(), '{"hooks":[]}') },
  { state: 'a folder', make: () => mkdirSync(serversPath()) },
  { state: 'a file for a folder', make: () => write(join(userHome, '.claude'), '') },
  { state: 'links in a circle', make: () => symlinkSync(serversPath(), serversPath()), skip: isWindows },
  { state: 'a pipe', make: () => execFileSync('mkfifo', [serversPath()]), skip: isWindows },
  {
    state: 'a file that is read-only',
    make: () => [write(serversPath(), '{}'), chmodSync(serversPath(), 0o400)],
    code: 'AGENT_SETTINGS_NOT_WRITABLE',
    skip: isRoot,
  },
  {
    state: 'something in the way of the new file',
    make: () => mkdirSync(`${serversPath()}.${process.pid}.unfinished`),
    code: 'AGENT_SETTINGS_NOT_WRITABLE',
  },
];

describe('changes nothing when it meets', () => {
  for (const { state, make, code = 'INVALID_SETTING', skip = false } of obstacles) {
    it.skipIf(skip)(state, async () => {
      make();
      if (!existsSync(join(userHome, '.claude'))) write(settingsPath(), settings);
      const before = contents(userHome);
      await expect(setUp()).rejects.toMatchObject({ code });
      expect(contents(userHome)).toEqual(before);
    });
  }

  function contents(path: string): readonly unknown[] {
    return snapshot(path).map((entry) => [entry, 4].flat().filter((_, at) => at === 0 || at === 4));
  }
});

describe.skipIf(isWindows)('links', () => {
  it('are followed, and stay', async () => {
    const target = join(folder, 'dotfiles-settings.json');
    write(target, settings);
    mkdirSync(join(userHome, '.claude'));
    symlinkSync('../../dotfiles-settings.json', settingsPath());
    await setUp();
    expect(lstatSync(settingsPath()).isSymbolicLink()).toBe(true);
    expect(read(target)).toContain('claude-code.js');
    await setUp({ remove: true });
    expect(read(target)).toBe(settings);
  });

  it('may lead to a file that is yet to come', async () => {
    mkdirSync(join(userHome, '.claude'));
    symlinkSync(join(folder, 'later.json'), settingsPath());
    await setUp();
    expect(read(join(folder, 'later.json'))).toContain('claude-code.js');
  });

  it.each([
    { what: 'a file', make: () => symlinkSync(join(folder, 'victim.json'), join(worktree, '.mcp.json')) },
    { what: 'a folder', make: () => symlinkSync(join(folder, 'ada'), join(worktree, '.claude')) },
  ])('do not lead out of a project: $what', async ({ make }) => {
    write(join(folder, 'victim.json'), '{}');
    make();
    await expect(setUp({ where: 'project' })).rejects.toMatchObject({ code: 'INVALID_SETTING' });
    expect(read(join(folder, 'victim.json'))).toBe('{}');
    expect(readdirSync(userHome)).toEqual([]);
  });

  it('in place of the copy are replaced, not written through', async () => {
    write(join(folder, 'victim.json'), 'precious');
    write(serversPath(), servers);
    symlinkSync(join(folder, 'victim.json'), `${serversPath()}.afterwit-backup`);
    await setUp();
    expect(read(join(folder, 'victim.json'))).toBe('precious');
    expect(read(`${serversPath()}.afterwit-backup`)).toBe(servers);
  });
});

import { describe, expect, it } from 'vitest';
import { formerNames } from './constants.ts';
import { nest } from './dotted-names.ts';
import { isNumberOption, type NumberOption, optionInRepository } from './option.ts';
import { resolveSettings } from './resolve-settings.ts';
import type { SettingSources } from './setting-source.ts';
import { settingTable } from './setting-table.ts';
import { defaultSettings, settingsWith } from './settings.ts';

const file = (content: unknown, path = '/home/config.json') => ({
  path,
  text: typeof content === 'string' ? content : JSON.stringify(content),
});
const repositoryFile = (content: unknown) => file(content, '/repository/afterwit.config.json');

/** Faults come as rejections. */
const resolving = async (sources: SettingSources) => resolveSettings(sources);

describe('settings', () => {
  it('are the defaults where nothing is set', async () => {
    const { settings, values, warnings } = resolveSettings({ environment: { PATH: '/bin' } });
    expect(settings).toBe(defaultSettings);
    expect(values).toEqual({});
    expect(warnings).toEqual([]);
  });

  it('cannot be changed', async () => {
    const { settings } = resolveSettings({ userFile: file({ memory: { v3: { enabled: false } } }) });
    for (const part of [defaultSettings.history.search, settings, settings.memory, settings.memory.v3]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
  });

  it('come from the last source that sets them', async () => {
    const budget = (value: number) => ({ packing: { budgetTokens: value } });
    const layers: SettingSources[] = [
      { userFile: file(budget(501)) },
      { repositoryFile: repositoryFile(budget(502)) },
      { environment: { AFTERWIT_PACKING_BUDGET_TOKENS: '503' } },
      { overrides: { 'packing.budgetTokens': 504 } },
    ];
    for (let count = 1; count <= layers.length; count++) {
      const sources: SettingSources = Object.assign({}, ...layers.slice(0, count));
      expect(resolveSettings(sources).settings.packing.budgetTokens).toBe(500 + count);
    }
  });

  it('of different sources are combined, also within one part', async () => {
    const { settings } = resolveSettings({
      userFile: file({
        $schema: './schema.json',
        git: { executable: '/usr/bin/git' },
        judging: { timeoutMs: 7 },
      }),
      environment: {
        AFTERWIT_LOGGING_LEVEL: 'debug',
        AFTERWIT_MEMORY_V3_ENABLED: ' False ',
        AFTERWIT_GIT_TIMEOUT_MS: '2e3',
        AFTERWIT_GATE_POLICY: '',
      },
      overrides: { 'packing.budgetTokens': 700, 'disclosure.mode': undefined },
    });
    expect(settings).toEqual({
      ...defaultSettings,
      git: { executable: '/usr/bin/git', timeoutMs: 2_000, idleMs: 5_000 },
      logging: { level: 'debug' },
      memory: settingsWith({ 'memory.v3.enabled': false }).memory,
      hooks: { ...defaultSettings.hooks, sessionStart: 'off' },
      judging: { ...defaultSettings.judging, timeoutMs: 7 },
      packing: { budgetTokens: 700 },
    });
  });

  it('are passed over under memory, said so, and kept, where this version has none of the name', async () => {
    const { settings, warnings } = resolveSettings({
      userFile: file({
        memory: { embeddings: { model: 'x' }, decayDays: 9, v3: { sync: { enabled: true }, enabeld: false } },
      }),
    });
    expect(settings.memory).toEqual({ ...defaultSettings.memory, decayDays: 9 });
    expect(warnings.map(({ message }) => message)).toEqual([
      expect.stringContaining('no setting "memory.embeddings.model"'),
      expect.stringContaining('no setting "memory.v3.sync.enabled"'),
      expect.stringContaining('Did you mean memory.v3.enabled?'),
    ]);
  });

  it.each([
    ['memory', { memory: 3 }],
    ['memory.v3', { memory: { v3: [] } }],
    ['memory.decayDays', { memory: { decayDays: { a: 1 } } }],
    ['memory.decayDays', { memory: { decayDays: 'long' } }],
    ['memory.v3.enabled', { memory: { v3: { enabled: 1 } } }],
  ])('are refused in %s, whose place something else has', async (key, tree) => {
    await expect(resolving({ userFile: file(tree) })).rejects.toMatchObject({
      ...{ code: 'INVALID_SETTING', data: { key } },
    });
  });

  it('have one budget of tokens, by either name', async () => {
    const budget = async (tree: object) =>
      resolveSettings({ userFile: file(tree) }).settings.packing.budgetTokens;
    expect(await budget({ memory: { softPromptBudgetTokens: 1_800 } })).toBe(1_800);
    expect(await budget({ memory: { softPromptBudgetTokens: 1_800 }, packing: { budgetTokens: 300 } })).toBe(
      300,
    );
    expect(await budget({ memory: { softPromptBudgetTokens: 0 } })).toBe(600);
  });

  it('of a former version are kept and not obeyed, and what became of them is said', async () => {
    const { settings, warnings } = resolveSettings({
      userFile: file({
        history: { search: { k1: 2, minimumConfidence: 0.2 } },
        hooks: { prompt: 'off', promptTokens: 200 },
        memory: { workingTopK: 6 },
      }),
      environment: { AFTERWIT_INDEX_LEASE_SECONDS: '9', AFTERWIT_HISTORY_SEARCH_B: '1' },
    });
    expect(settings).toEqual(settingsWith({ 'hooks.prompt': 'off' }));
    expect(warnings.map(({ message }) => message)).toEqual([
      'There is no setting "history.search.k1" in this version; it was kept and not obeyed. It is always 1.2.',
      expect.stringMatching(/"history.search.minimumConfidence" .* `search-commits --min-confidence`/),
      expect.stringMatching(/"hooks.promptTokens" .* `hooks.prompt` turns it off/),
      expect.stringMatching(/"memory.workingTopK" .* `--top-k`/),
      expect.stringMatching(/"AFTERWIT_INDEX_LEASE_SECONDS".* An indexer holds a lock/),
      expect.stringMatching(/"AFTERWIT_HISTORY_SEARCH_B".* It is always 0\.75\.$/),
    ]);
  });

  it('of a former version are refused from a program, with what became of them', async () => {
    await expect(resolving({ overrides: { 'locate.termLimit': 3 } })).rejects.toMatchObject({
      code: 'INVALID_SETTING',
      message: expect.stringContaining('It is always 64.'),
    });
  });

  it.each([
    [{ memory: { v3: { enabeld: true } } }, 'memory.v3.enabled'],
    [{ gate: { reward: { tokens: 1 } } }, 'It is always 0.01.'],
  ])('that no version or another one has are refused from a program: %j', async (overrides, told) => {
    await expect(resolving({ overrides: { ...overrides } })).rejects.toMatchObject({
      code: 'INVALID_SETTING',
      message: expect.stringContaining(told),
    });
  });

  it('name no former setting that is one', () => {
    const names = new Set(settingTable.map(({ name }) => name));
    expect(formerNames.filter((name) => names.has(name))).toEqual([]);
    expect(settingTable.length).toBeLessThan(67);
  });

  it('may be given in a file with a byte order mark', async () => {
    const { settings } = resolveSettings({ userFile: file('\uFEFF{"logging":{"level":"silent"}}') });
    expect(settings.logging.level).toBe('silent');
  });

  it.each<{ name: string; sources: SettingSources; key: string; expected?: string; found?: string }>([
    {
      name: 'an unknown name',
      sources: { userFile: file({ packing: { budgte: 1 } }) },
      key: 'packing.budgte',
    },
    {
      name: 'a wrong type',
      sources: { userFile: file({ gate: { holdBackShare: 'x' } }) },
      key: 'gate.holdBackShare',
      expected: 'a number from 0 to 0.5',
      found: '"x"',
    },
    {
      name: 'a number out of range',
      sources: { overrides: { 'git.timeoutMs': 1 } },
      key: 'git.timeoutMs',
      expected: 'a whole number from 100 to 600000',
      found: '1',
    },
    {
      name: 'a fraction of something counted',
      sources: { userFile: file({ judging: { timeoutMs: 2.5 } }) },
      key: 'judging.timeoutMs',
      expected: 'a whole number from 1 to 120000',
      found: '2.5',
    },
    {
      name: 'none of the choices',
      sources: { environment: { AFTERWIT_LOGGING_LEVEL: 'loud' } },
      key: 'logging.level',
      expected: 'one of silent, error, warn, info, debug',
      found: '"loud"',
    },
    {
      name: 'a word for a switch in the environment',
      sources: { environment: { AFTERWIT_MEMORY_V3_ENABLED: 'yes' } },
      key: 'memory.v3.enabled',
      expected: 'true or false',
      found: '"yes"',
    },
    {
      name: 'text for a number in the environment',
      sources: { environment: { AFTERWIT_GATE_HOLD_BACK_SHARE: '1.5 or so' } },
      key: 'gate.holdBackShare',
      expected: 'a number from 0 to 0.5',
      found: '"1.5 or so"',
    },
    {
      name: 'a value in the place of a part',
      sources: { userFile: file({ packing: 3 }) },
      key: 'packing',
      expected: 'an object of settings',
      found: '3',
    },
    {
      name: 'empty text',
      sources: { userFile: file({ git: { executable: '' } }) },
      key: 'git.executable',
      expected: 'a text that is not empty',
      found: '""',
    },
    { name: 'an unknown option', sources: { overrides: { colour: 'red' } }, key: 'colour' },
    {
      name: 'a name of the language',
      sources: { userFile: file('{"__proto__":{"polluted":1}}') },
      key: '__proto__',
    },
    {
      name: 'a list',
      sources: { userFile: file([]) },
      key: '',
      expected: 'an object of settings',
      found: '[]',
    },
    { name: 'no JSON', sources: { userFile: file('{') }, key: '', expected: 'JSON' },
  ])('are refused for $name, with source, key and what would fit', async ({ sources, ...data }) => {
    const source =
      sources.userFile?.path ??
      sources.repositoryFile?.path ??
      Object.keys(sources.environment ?? {})[0] ??
      `option "${data.key}"`;
    const { name: _, ...facts } = data;
    await expect(resolving(sources)).rejects.toMatchObject({
      code: 'INVALID_SETTING',
      message: expect.stringContaining(source),
      data: { source, ...facts },
    });
  });

  it.each([
    [{ packing: { budgetTokns: 9 } }, 'packing.budgetTokens'],
    [{ packng: { budgetTokens: 9 } }, 'packing.budgetTokens'],
    [{ gate: { polcy: 'x' } }, 'gate.policy'],
    [{ hooks: { promt: 1 } }, 'hooks.prompt'],
    [{ budgetTokens: 9 }, 'packing.budgetTokens'],
  ])('are told the nearest name for one that does not exist: %j', async (content, name) => {
    await expect(resolving({ userFile: file(content) })).rejects.toThrow(`Did you mean ${name}?`);
  });

  it('are told how to write a dotted name in a file', async () => {
    const given = resolving({ userFile: file({ 'packing.budgetTokens': 500 }) });
    await expect(given).rejects.toThrow('Write it as {"packing":{"budgetTokens":…}}.');
  });

  it('are told of no other name where none is near', async () => {
    const given = resolving({ userFile: file({ zzz: { yyy: 1 } }) });
    await expect(given).rejects.toThrow('there is no setting "zzz". Remove it');
  });

  it('are warned about when the environment has a variable that no setting has', async () => {
    const { warnings } = resolveSettings({
      environment: { AFTERWIT_HOME: '/home', AFTERWIT_DEBUG: '1', AFTERWIT_PAKCING_BUDGET_TOKENS: '2' },
    });
    expect(warnings).toEqual([
      {
        source: 'AFTERWIT_PAKCING_BUDGET_TOKENS',
        message: expect.stringMatching(/No setting .* Did you mean AFTERWIT_PACKING_BUDGET_TOKENS\?$/),
      },
    ]);
  });
});

describe("a repository's own settings", () => {
  it('obey what a repository may set, and report the rest', async () => {
    const { settings, warnings } = resolveSettings({
      repositoryFile: repositoryFile({
        $schema: 'anything',
        git: { executable: '/repository/evil', timeoutMs: 600_000 },
        packing: { budgetTokens: 700, unknown: 1 },
        logging: { level: 'silent' },
        model: { command: 'curl' },
      }),
    });
    expect(settings).toEqual({
      ...defaultSettings,
      packing: { budgetTokens: 700 },
    });
    expect(warnings.map(({ message }) => /"(.*?)"/.exec(message)?.[1])).toEqual([
      'git.executable',
      'git.timeoutMs',
      'packing.unknown',
      'logging.level',
      'model.command',
    ]);
    expect(new Set(warnings.map(({ source }) => source))).toEqual(
      new Set(['/repository/afterwit.config.json']),
    );
  });

  it('tell the nearest name for one that does not exist', async () => {
    const { warnings } = resolveSettings({
      repositoryFile: repositoryFile({ packing: { budget: 9 } }),
    });
    expect(warnings.map(({ message }) => message)).toEqual([
      'There is no setting "packing.budget"; it was passed over. Did you mean packing.budgetTokens?',
    ]);
  });

  it('do not change what the user has set of the rest', async () => {
    const { settings } = resolveSettings({
      userFile: file({ git: { executable: '/usr/bin/git' } }),
      repositoryFile: repositoryFile({ git: { executable: '/repository/evil' } }),
    });
    expect(settings.git.executable).toBe('/usr/bin/git');
  });

  it('cannot flood, colour or exhaust: names are cut and cleaned, warnings limited, depth too', async () => {
    const names = Array.from({ length: 100 }, (_, number) => [
      `\u001b[31m\u202e${'x'.repeat(500)}${number}`,
      1,
    ]);
    const flood = resolveSettings({ repositoryFile: repositoryFile(Object.fromEntries(names)) });
    expect(flood.warnings).toHaveLength(20);
    for (const { message } of flood.warnings) {
      expect(message.length).toBeLessThan(300);
      expect(message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    }
    const deep = `${'{"history":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
    const { settings, warnings } = resolveSettings({ repositoryFile: repositoryFile(deep) });
    expect(settings).toBe(defaultSettings);
    expect(warnings).toHaveLength(1);
  });

  it.each(['{bad json', '', '[]', '3', 'null', '"text"', '\u0000'])(
    'are passed over with a warning when the file is %j',
    async (text) => {
      const { settings, warnings } = resolveSettings({ repositoryFile: repositoryFile(text) });
      expect(settings).toBe(defaultSettings);
      expect(warnings).toEqual([
        { source: '/repository/afterwit.config.json', message: expect.stringMatching(/no JSON object/) },
      ]);
    },
  );

  it.each([
    ['packing.budgetTokens', '600'],
    ['packing.budgetTokens', null],
    ['packing.budgetTokens', true],
    ['packing.budgetTokens', [600]],
    ['packing.budgetTokens', 600.5],
    ['packing.budgetTokens', {}],
    ['packing', 3],
    ['history.search.k1', 2],
  ])('are passed over, each by itself, where a value is none: %s %j', async (name, value) => {
    const given = { locate: { youngRepositoryCommits: 50 }, ...nest({ [name]: value }) };
    const { settings, warnings } = resolveSettings({ repositoryFile: repositoryFile(given) });
    expect(settings).toEqual(settingsWith({ 'locate.youngRepositoryCommits': 50 }));
    // An empty object sets nothing.
    expect(warnings).toHaveLength(JSON.stringify(value) === '{}' ? 0 : 1);
  });

  it('never leave the useful range, whatever number they name', async () => {
    const numbers = settingTable.filter(
      ({ option, repositoryMaySet }) => repositoryMaySet && isNumberOption(option),
    );
    expect(numbers.length).toBeGreaterThan(1);
    for (const { name, option } of numbers) {
      const { minimum = 0, maximum = 0 } = optionInRepository(option) as NumberOption;
      expect(option.default).toBeGreaterThanOrEqual(minimum);
      expect(option.default).toBeLessThanOrEqual(maximum);
      for (const [value, taken] of [
        [-1e9, minimum],
        [1e15, maximum],
      ]) {
        const repositoryText = JSON.stringify(nest({ [name]: value }));
        const { values, warnings } = resolveSettings({
          repositoryFile: repositoryFile(repositoryText),
        });
        expect(values).toEqual({ [name]: taken });
        expect(warnings).toHaveLength(1);
      }
    }
  });

  it('are narrower than what the user may choose', async () => {
    const narrow = { packing: { budgetTokens: 50 } };
    const ofRepository = resolveSettings({ repositoryFile: repositoryFile(narrow) });
    expect(ofRepository.settings.packing.budgetTokens).toBe(400);
    expect(ofRepository.warnings[0]?.message).toBe(
      '"packing.budgetTokens" is 50; 400 was taken. A repository may make it a whole number from 400 to 1500.',
    );
    const ofUser = resolveSettings({ userFile: file(narrow) });
    expect(ofUser.settings.packing.budgetTokens).toBe(50);
  });
});

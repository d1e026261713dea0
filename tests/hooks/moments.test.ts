import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Memory, type MomentRequest, openHome, openMemory } from '../../src/index.ts';
import { runHookProcess, wordsWithTime } from '../doors/claude-code-hook.ts';
import { some } from '../effort.ts';
import { buildRepository, copiesOf, type TestRepository, temporaryFolder } from '../git/build-repository.ts';

const ada = { kind: 'user', name: 'ada', source: 'cli' } as const;
const agent = (session = 's1') => ({ kind: 'agent', name: 'claude-code', source: 'hook', session }) as const;
const report =
  'Fix the reader of archives: ArchiveReader.read_entries leaves the handle open when check_sums raises: close it in open_archive';

let repository: TestRepository;
let home: string;

const reader = (close: string) =>
  `class ArchiveReader:\n    def read_entries(self, path):\n        handle = open_archive(path)\n        check_sums(handle)\n        ${close}\n`;

/** Two files that are always changed together, and one that is not. */
const archive = copiesOf((built) => {
  built.commit('Found the archive', { 'src/paint.py': 'def paint(canvas):\n    return canvas\n' });
  for (let at = 0; at < 6; at++)
    built.commit(`Fix the reader of archives, part ${at}`, {
      'src/reader.py': reader(`handle.close(${at})`),
      'src/sums.py': `def check_sums(handle):\n    return ${at}\n`,
    });
});

beforeEach(() => {
  ({ repository } = archive());
  home = join(temporaryFolder(), 'home');
});

async function withMemory<T>(work: (memory: Memory) => Promise<T>): Promise<T> {
  await using memory = await openMemory({
    repository: repository.path,
    home,
    speaker: ada,
    settings: { 'locate.youngRepositoryCommits': 0, 'locate.minimumAnswerConfidence': 0.1 },
  });
  return await work(memory);
}

async function textAt(memory: Memory, request: MomentRequest): Promise<string | undefined> {
  const answer = await memory.atMoment({ speaker: agent(), ...request });
  return answer.kind === 'card' ? answer.text : undefined;
}

const constraint = { type: 'constraint', content: 'Never hold an archive open between two reads.' } as const;

describe('when a session starts', () => {
  it('two that are told of it at once are answered once', async () => {
    await withMemory(async (memory) => {
      await memory.remember(constraint);
      const texts = await Promise.all([1, 2].map(() => textAt(memory, { kind: 'session_start' })));
      expect(texts.filter((text) => text !== undefined)).toHaveLength(1);
    });
  });

  it('a constraint is told once, and again after the session was shortened', async () => {
    await withMemory(async (memory) => {
      expect(await memory.atMoment({ kind: 'session_start', speaker: agent() })).toMatchObject({
        kind: 'silent',
      });
      await memory.remember(constraint);
      expect(await textAt(memory, { kind: 'session_start' })).toContain('Never hold an archive open');
      expect(await textAt(memory, { kind: 'session_start' })).toBeUndefined();
      expect(await textAt(memory, { kind: 'session_start', mayRepeat: true })).toContain('Never hold');
      expect(await textAt(memory, { kind: 'session_start', speaker: agent('s2') })).toContain('Never hold');
    });
  });

  it('nothing is told of a repository that another one took the place of', async () => {
    await withMemory((memory) => memory.remember(constraint));
    const former = repository.path;
    rmSync(join(former, '.git'), { recursive: true });
    repository = buildRepository({ path: former });
    repository.commit('Begin anew', { 'other.txt': 'other' });
    expect(await withMemory((memory) => textAt(memory, { kind: 'session_start' }))).toBeUndefined();
  });

  it('an agent’s unconfirmed constraint is not told', async () => {
    await withMemory(async (memory) => {
      await memory.remember({ ...constraint, speaker: agent() });
      const answer = await memory.atMoment({ kind: 'session_start', speaker: agent() });
      expect(answer).toMatchObject({ kind: 'silent', decisionId: expect.any(String) });
    });
  });
});

describe('at a prompt', () => {
  it('files and past commits are named, each once, with a receipt; chat is left alone', async () => {
    await withMemory(async (memory) => {
      const prompt = { kind: 'prompt', prompt: report } as const;
      expect(await textAt(memory, prompt)).toBeUndefined();
      await memory.locate('anything at all');
      const told = await memory.atMoment({ ...prompt, speaker: agent() });
      expect(told.kind === 'card' ? told.text : told.reason).toMatch(/src\/reader\.py \(\d+%\)/);
      await using opened = await openHome({ home });
      const { receipt } = await opened.why(told.decisionId ?? '');
      expect(receipt).toMatchObject({ moment: 'prompt', session: 's1', client: 'claude-code' });
      expect(receipt.places?.[0]).toEqual({ path: 'src/reader.py', confidence: expect.any(Number) });
      // Anybody may have written what a commit says.
      const { text } = told.kind === 'card' ? told : { text: '' };
      expect(text).not.toContain('Fix the reader');
      expect(receipt.usedTokens).toBeLessThanOrEqual(receipt.budgetTokens);
      expect(await textAt(memory, prompt)).toBeUndefined();
      const again = await textAt(memory, { kind: 'prompt', prompt: `${report}. Please mend it.` });
      expect(again ?? '').not.toContain('src/reader.py (');
      const headed = { kind: 'prompt', prompt: `# Bug: ${report}`, speaker: agent('headed') } as const;
      expect(await textAt(memory, headed)).toContain('src/reader.py (');
      // A path at the beginning is no command of the agent, and the file that is named is not told again.
      const named = {
        kind: 'prompt',
        prompt: `/kettle/src/reader.py: ${report}`,
        speaker: agent('named'),
      } as const;
      expect((await textAt(memory, named)) ?? '').not.toContain('src/reader.py (');
      for (const chat of ['thanks, that works', '/compact', 'continue', ''])
        expect(await textAt(memory, { kind: 'prompt', prompt: chat })).toBeUndefined();
    });
  });

  it('a failure that is pasted brings the fix that is known', async () => {
    await withMemory(async (memory) => {
      const output = [
        'Traceback (most recent call last):',
        '  File "tests/test_ink.py", line 4, in test_ink',
        '    fill_tray(charter)',
        'InkError: quill_tray is dry while copying the charter of the northern tower',
      ].join('\n');
      await memory.record({
        fix: 'Fill the tray first',
        failure: { command: 'npm test', output, exitCode: 1 },
      });
      await memory.locate('anything at all');
      const pasted = `Please mend this:\n${output}`;
      expect(await textAt(memory, { kind: 'prompt', prompt: pasted })).toContain('Fill the tray first');
    });
  });
});

describe('before a file is changed', () => {
  it('no file is named whose path holds a secret', async () => {
    const secret = `src/${['AKIA', 'IOSFODNN7QRSTUVW'].join('')}.py`;
    for (let at = 0; at < 6; at++)
      repository.commit(`Paint, part ${at}`, {
        'src/paint.py': `def paint(canvas):\n    return ${at}\n`,
        'src/ink.py': `INK = ${at}\n`,
        [secret]: `class KeyHolder:\n    def hold_key(self):\n        return ${at}\n`,
      });
    await withMemory(async (memory) => {
      const holder = 'KeyHolder.hold_key returns a wrong key when it is called twice in one session: mend it';
      const [{ path = '' } = {}] = (await memory.locate(holder)).files;
      expect(path).toBe(secret);
      const edit = await memory.atMoment({ kind: 'before_edit', path: 'src/paint.py', speaker: agent() });
      expect(edit.kind === 'card' ? edit.text : edit.reason).toContain('src/ink.py');
      const prompt = await memory.atMoment({ kind: 'prompt', prompt: holder, speaker: agent() });
      await using opened = await openHome({ home });
      for (const { decisionId, ...answer } of [edit, prompt])
        expect(
          JSON.stringify([answer, decisionId && (await opened.why(decisionId)).receipt.places]),
        ).not.toContain('QRSTUVW');
    });
  });

  it('rules about it and what changes with it are told once', async () => {
    await withMemory(async (memory) => {
      await memory.index();
      await memory.remember({ ...constraint, files: ['src/reader.py'] });
      const edit = { kind: 'before_edit', path: join(repository.path, 'src/reader.py') } as const;
      const text = await textAt(memory, edit);
      expect(text).toContain('Never hold an archive open');
      expect(text).toContain('src/sums.py (6 of 6 times)');
      expect(await textAt(memory, edit)).toBeUndefined();
      const other = { kind: 'before_edit', path: join(repository.path, 'src/sums.py') } as const;
      expect((await textAt(memory, other)) ?? '').not.toContain('src/reader.py');
      expect(await textAt(memory, { ...edit, speaker: agent('s2') })).toContain('src/sums.py');
      expect(await textAt(memory, { ...other, speaker: agent('s3') })).toContain('src/reader.py');
      for (const path of ['src/paint.py', 'src/new.py', '/etc/hosts', '../elsewhere.py'])
        expect(await textAt(memory, { kind: 'before_edit', path })).toBeUndefined();
    });
  });
});

describe('a rule from a failure in the file', () => {
  const output = [
    'Traceback (most recent call last):',
    '  File "src/reader.py", line 4, in read_entries',
    'InkError: quill_tray is dry while copying the charter of the northern tower',
  ].join('\n');
  const recorded = {
    fix: 'Fill the tray first',
    failure: { command: 'npm test', output, exitCode: 1 },
    files: ['src/reader.py:read_entries'],
  };
  const ruled = { ...recorded, details: { preventionRule: 'Look into the tray before each copy' } };
  const told = () =>
    withMemory(async (memory) => await textAt(memory, { kind: 'before_edit', path: 'src/reader.py' }));

  it('is told where a person said it and the fix still holds, and kept when the session is shortened', async () => {
    await withMemory((memory) => memory.record(ruled));
    expect(await told()).toContain('Look into the tray');
    await withMemory(async (memory) =>
      expect(await textAt(memory, { kind: 'before_compaction' })).toContain('Look into the tray'),
    );
  });

  it('is not told where an agent said it, though a person stands behind the fix', async () => {
    await withMemory(async (memory) => {
      const { variant } = await memory.record({ ...ruled, speaker: agent('s0') });
      await using opened = await openHome({ home, repository: repository.path });
      await opened.approve(variant.id, { speaker: ada });
      expect((await memory.guardrails({ files: ['src/reader.py'] })).text).toContain('Look into the tray');
    });
    expect(await told()).toBeUndefined();
  });

  it('is not told once the code has changed', async () => {
    await withMemory((memory) => memory.record(ruled));
    writeFileSync(join(repository.path, 'src/reader.py'), reader('handle.close(); release(handle)'));
    expect(await told()).toBeUndefined();
  });

  it('is not told where it was learned on another branch', async () => {
    repository.git('switch', '--quiet', '--create', 'side');
    repository.commit('Aside', { 'side.txt': 'aside' });
    await withMemory((memory) => memory.record(ruled));
    repository.git('switch', '--quiet', '-');
    expect(await told()).toBeUndefined();
  });
});

describe('before a session is shortened', () => {
  it('the memories shown in the session are told, unless they were archived', async () => {
    await withMemory(async (memory) => {
      const { item } = await memory.remember(constraint);
      expect(await textAt(memory, { kind: 'before_compaction' })).toBeUndefined();
      await textAt(memory, { kind: 'session_start' });
      const text = await textAt(memory, { kind: 'before_compaction' });
      expect(text).toContain(`${item.id.slice(0, 8)} (user ada`);
      await using opened = await openHome({ home });
      await opened.archive(item.id, { speaker: ada });
      expect(await textAt(memory, { kind: 'before_compaction' })).toBeUndefined();
    });
  });
});

describe('before a session is shortened that rejected what it was shown', () => {
  it('it is not told, though another session accepted it since', async () => {
    await withMemory(async (memory) => {
      const { item } = await memory.remember(constraint);
      const { decisionId: decision = '' } = await memory.atMoment({
        kind: 'session_start',
        speaker: agent(),
      });
      const about = { decision, item: item.id };
      await memory.feedback({ ...about, outcome: 'rejected', speaker: agent() });
      await memory.feedback({ ...about, outcome: 'accepted', speaker: agent('s2') });
      expect(await textAt(memory, { kind: 'before_compaction' })).toBeUndefined();
    });
  });
});

describe('before a long session is shortened', () => {
  it('a memory shown at the beginning is told after many briefs', async () => {
    await withMemory(async (memory) => {
      await memory.remember(constraint);
      await textAt(memory, { kind: 'session_start' });
      for (let at = 0; at < 31; at++) await memory.brief({ query: `plan ${at}`, speaker: agent() });
      expect(await textAt(memory, { kind: 'before_compaction' })).toContain('Never hold an archive open');
    });
  });
});

describe('the hook that is started', () => {
  const event = (fields: object) =>
    JSON.stringify({ session_id: 's1', cwd: repository.path, transcript_path: null, ...fields });
  const run = async (fields: object) => {
    const { stdout, stderr, status } = await runHookProcess({
      input: event(fields),
      home,
      words: wordsWithTime(),
    });
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    return stdout;
  };
  const start = { hook_event_name: 'SessionStart', source: 'startup' };

  it('makes no repository known, and no home', async () => {
    expect(await run(start)).toBe('');
    expect(existsSync(home)).toBe(false);
    await withMemory(async () => {});
    rmSync(join(home, 'memory.db'));
    expect(await run(start)).toBe('');
  });

  it('answers in the words of the event', async () => {
    await withMemory((memory) => memory.remember(constraint));
    expect(JSON.parse(await run(start))).toMatchObject({
      hookSpecificOutput: {
        hookEventName: 'SessionStart',
        additionalContext: expect.stringContaining('Never hold'),
      },
    });
    const compaction = await run({ hook_event_name: 'PreCompact', trigger: 'auto' });
    expect(compaction).toMatch(/^Notes of a memory/);
    expect(compaction).toContain('Never hold');
  });

  const switches: readonly (readonly [string, object])[] = [
    ['sessionStart', start],
    ['beforeCompaction', { hook_event_name: 'PreCompact', trigger: 'manual' }],
    [
      'beforeEdit',
      { hook_event_name: 'PreToolUse', tool_name: 'Edit', tool_input: { file_path: 'src/reader.py' } },
    ],
  ];
  it.each(some(switches))('is silent where %s is switched off', async (setting, fields) => {
    await withMemory(async (memory) => {
      await memory.remember({ ...constraint, files: ['src/reader.py'] });
      if (setting === 'beforeCompaction') await textAt(memory, { kind: 'session_start' });
    });
    writeFileSync(join(home, 'config.json'), JSON.stringify({ hooks: { [setting]: 'off' } }));
    expect(await run(fields)).toBe('');
    writeFileSync(join(home, 'config.json'), '{}');
    expect(await run(fields)).toContain('Never hold');
  });

  it('is silent where it is paused', async () => {
    await withMemory(async (memory) => {
      await memory.remember(constraint);
      await memory.pause();
    });
    expect(await run(start)).toBe('');
  });
});

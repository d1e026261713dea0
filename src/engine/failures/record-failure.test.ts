import { beforeEach, describe, expect, it } from 'vitest';
import {
  ada,
  agentIn,
  type IssueMemory,
  issueMemory,
  type ToldFailure,
  variantBody,
} from '../../../tests/fakes/issue-memory.ts';
import { plainStore } from '../../../tests/fakes/memory-store.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import { rejectItem } from '../items/review-items.ts';

const lostTemplate: ToldFailure = {
  output: "FileNotFoundError: [Errno 2] No such file or directory: 'letters/reminder.html'",
  command: 'python -m post.send',
  fix: 'Resolve the letter template relative to the package, not to the working folder.',
  details: {
    family: 'path_resolution_error',
    rootCause: 'cwd_relative_path',
    symptom: 'letters cannot be rendered outside of the project folder',
    preventionRule: 'No template may be opened by a path relative to the working folder.',
  },
};

function missingModule(name: string, changes: Partial<ToldFailure> = {}): ToldFailure {
  return {
    output: `ModuleNotFoundError: No module named '${name}'`,
    command: 'python worker.py',
    fix: `Add ${name} to the requirements of the worker.`,
    ...changes,
    details: { family: 'import_error', rootCause: 'missing_python_module', ...changes.details },
  };
}

function missingKey(key: string, service: string): ToldFailure {
  return {
    output: `KeyError: '${key}' while reading the settings of the ${service}`,
    command: `python run.py --service ${service}`,
    fix: `Add ${key} to the settings of the ${service} and check the keys when it starts.`,
    details: {
      family: 'config_error',
      rootCause: 'missing_required_config_key',
      symptom: `the ${service} does not start because ${key} is absent`,
      preventionRule: 'Check the keys of the settings at the start.',
    },
  };
}

const unreadFile: ToldFailure = {
  output: 'RuntimeError: the archive is being written by another handle after the nightly export',
  command: 'python export.py --nightly',
  fix: 'Close the export handle in the nightly job before the upload begins.',
  details: {
    family: 'resource_error',
    rootCause: 'handle_left_open',
    symptom: 'archive has two open handles after the nightly export',
    preventionRule: 'Every writer of an archive closes its own handle.',
  },
};

const unreadFileElsewhere: ToldFailure = {
  output: 'RuntimeError: the archive is being written by another handle during the integrity scan',
  command: 'pytest tests/scan',
  fix: 'Give every scan a copy of its own instead of the shared descriptor.',
  details: {
    family: 'resource_error',
    rootCause: 'handle_left_open',
    symptom: 'archive has two open handles during the integrity scan',
    preventionRule: 'A scan reads a snapshot.',
  },
};

let store: MemoryStore;
let memory: IssueMemory;

beforeEach(() => {
  store = plainStore(['r1']);
  memory = issueMemory(store);
});

/** What became of the second of two recordings. */
async function recordBoth(first: ToldFailure, second: ToldFailure) {
  const one = await memory.record(first);
  const other = await memory.record(second);
  return {
    kind: other.kind,
    samePattern: one.pattern.id === other.pattern.id,
    sameVariant: one.variant.id === other.variant.id,
  };
}

const counts = () => [
  memory.itemsOf('pattern').length,
  memory.itemsOf('variant').length,
  memory.itemsOf('episode').length,
];

describe('a failure told twice', () => {
  const attached = { kind: 'attached', samePattern: true, sameVariant: true };
  const split = { kind: 'split', samePattern: true, sameVariant: false };
  const created = { kind: 'created', samePattern: false, sameVariant: false };

  it.each<[string, ToldFailure, ToldFailure, object]>([
    [
      'the fix says more of the same',
      lostTemplate,
      { ...lostTemplate, fix: `${lostTemplate.fix} Normalise the path, too.` },
      attached,
    ],
    [
      'the fix says less of the same',
      { ...lostTemplate, fix: `${lostTemplate.fix} Normalise the path, too.` },
      lostTemplate,
      attached,
    ],
    [
      'another account of the same, with more output',
      lostTemplate,
      {
        ...lostTemplate,
        output: `starting\nTraceback (most recent call last):\n  File "post/send.py", line 12, in main\n${lostTemplate.output}\n`,
        fix: 'Resolve letter templates relative to the package, not relative to the working folder.',
      },
      attached,
    ],
    [
      'the same, told without details',
      lostTemplate,
      { output: lostTemplate.output, command: 'python -m post.send', fix: lostTemplate.fix ?? '' },
      attached,
    ],
    [
      'another key of the settings',
      missingKey('ledger_url', 'till'),
      missingKey('vat_rate', 'invoicer'),
      split,
    ],
    ['another module, in as many words', missingModule('requests'), missingModule('lxml'), split],
    [
      'another module for another reason',
      missingModule('requests', {
        output: "ModuleNotFoundError: No module named 'requests' while starting the mail worker",
        details: {
          symptom: 'the mail worker cannot import its client',
          preventionRule: 'Pin what the worker needs.',
        },
      }),
      missingModule('cadlib.kernel', {
        output: "ModuleNotFoundError: No module named 'cadlib.kernel' while loading the geometry bridge",
        fix: 'Install the geometry kernel into the active environment.',
        details: {
          symptom: 'geometry bridge lacks its native kernel',
          preventionRule: 'Probe for the kernel before the bridge opens.',
        },
      }),
      created,
    ],
    ['another place with another fix', unreadFile, unreadFileElsewhere, split],
    [
      'the same words of another family',
      unreadFile,
      { ...unreadFile, fix: 'Wait for it.', details: { family: 'network_error' } },
      created,
    ],
  ])('%s', async (_, first, second, expected) => {
    expect(await recordBoth(first, second)).toEqual(expected);
  });

  it.each([lostTemplate, missingKey('a_b', 'till'), unreadFile, missingModule('lxml')])(
    'adds nothing when it is told to the letter, by whomever, case %#',
    async (told) => {
      const first = await memory.record(told);
      const again = await memory.record({ ...told, speaker: agentIn('s1') });
      expect(again).toMatchObject({
        kind: 'known',
        variant: { id: first.variant.id },
        episode: { id: first.episode.id },
      });
      expect(counts()).toEqual([1, 1, 1]);
    },
  );

  it('adds nothing the second time when the first was attached, split or doubted', async () => {
    const refined = { ...lostTemplate, fix: `${lostTemplate.fix} Normalise the path, too.` };
    const contrary = {
      ...lostTemplate,
      fix: 'Resolve the letter template relative to the working folder, not to the package or elsewhere.',
    };
    await memory.record(lostTemplate);
    for (const told of [refined, contrary, missingKey('a_b', 'till'), missingKey('c_d', 'invoicer')])
      await memory.record(told);
    const before = counts();
    for (const told of [refined, contrary, lostTemplate, missingKey('c_d', 'invoicer')])
      expect((await memory.record(told)).kind).toBe('known');
    expect(counts()).toEqual(before);
  });

  it('keeps to its scope', async () => {
    await memory.record(lostTemplate);
    expect(await memory.record({ ...lostTemplate, scope: 'global' })).toMatchObject({ kind: 'created' });
    expect(counts()).toEqual([2, 2, 2]);
  });
});

describe('new evidence', () => {
  const otherReading: ToldFailure = {
    ...lostTemplate,
    output: 'jinja2.exceptions.TemplateNotFound: reminder page is unknown to the loader',
  };

  it('is kept as an episode, and its variant is found by it', async () => {
    const { variant } = await memory.record(lostTemplate);
    const { kind, variant: taught } = await memory.record(otherReading);
    expect(kind).toBe('attached');
    expect(taught.id).toBe(variant.id);
    expect(variantBody(taught).alsoSeen).toEqual([expect.stringContaining('reminder page')]);
    expect(variantBody(taught).failure).toEqual(variantBody(variant).failure);
    expect(memory.itemsOf('episode')).toHaveLength(2);
  });

  it('is kept, but teaches nothing, when it comes from somebody less trusted', async () => {
    const { variant } = await memory.record(lostTemplate);
    const { kind } = await memory.record({ ...otherReading, speaker: agentIn('s1') });
    expect(kind).toBe('attached');
    expect(memory.item(variant.id)).toEqual(variant);
  });

  it('is bounded in what a variant is found by', async () => {
    const { variant } = await memory.record(lostTemplate);
    const words =
      'amber basalt cedar dune ember fjord glade heath inlet juniper kelp lagoon marsh nettle'.split(' ');
    for (const word of words)
      await memory.record({
        ...lostTemplate,
        output: `RenderError: ${word} ${word}stone ${word}field broke the ${word}`,
      });
    const body = variantBody(memory.item(variant.id) ?? variant);
    expect(body.alsoSeen).toHaveLength(12);
    expect(body.alsoSeen?.at(-1)).toContain('nettle');
  });
});

describe('what a person must decide', () => {
  const contrary: ToldFailure = {
    ...missingModule('lxml'),
    fix: 'Remove lxml from the requirements of the worker.',
  };

  it.each([
    ['the opposite', contrary],
    ['another value', { ...missingModule('lxml'), fix: 'Use pnpm to add lxml 2 to it.' }],
  ])('a fix that says %s waits, and changes nothing', async (_, told) => {
    const known = await memory.record(
      _ === 'the opposite'
        ? missingModule('lxml')
        : { ...missingModule('lxml'), fix: 'Use npm to add lxml 2 to it.' },
    );
    const { kind, variant, pattern } = await memory.record(told);
    expect(kind).toBe('needs_review');
    expect(variant).toMatchObject({ quarantined: true, status: 'active' });
    expect(variantBody(variant).doubt).toEqual({ kind: 'contradiction', variantId: known.variant.id });
    expect(pattern.id).toBe(known.pattern.id);
    expect(memory.item(known.variant.id)).toEqual(known.variant);
  });

  it('a fix that is perhaps the same waits, and changes nothing', async () => {
    const known = await memory.record(unreadFile);
    const { kind, variant } = await memory.record({
      ...unreadFile,
      fix: 'Close the export handle in a finally block before the upload begins.',
    });
    expect([kind, variantBody(variant).doubt?.kind]).toEqual(['needs_review', 'merge']);
    expect(memory.item(known.variant.id)).toEqual(known.variant);
  });

  it.each(['Restart the export service.', 'Give the worker more memory.'])(
    'another fix for the very same failure waits: %s',
    async (fix) => {
      const known = await memory.record(unreadFile);
      const { kind, variant } = await memory.record({ ...unreadFile, fix });
      expect([kind, variantBody(variant).doubt?.kind]).toEqual(['needs_review', 'contradiction']);
      expect(memory.item(known.variant.id)).toEqual(known.variant);
    },
  );

  it('is not decided by being told again, whoever tells it', async () => {
    await memory.record(missingModule('lxml'));
    await memory.record({ ...contrary, speaker: agentIn('s1') });
    expect(await memory.record(contrary)).toMatchObject({ kind: 'known', variant: { quarantined: true } });
  });

  it('is nothing when what it contradicts was turned down', async () => {
    const { variant } = await memory.record(missingModule('lxml'));
    await rejectItem({ store, id: variant.id, speaker: ada, nowMs: 9 });
    expect(await memory.record(contrary)).toMatchObject({ kind: 'split', variant: { quarantined: false } });
  });
});

describe('what a person turned down', () => {
  it('stays so whoever tells it again, and a person who does gets a variant of their own', async () => {
    const { variant } = await memory.record({ ...lostTemplate, speaker: agentIn('s1') });
    await rejectItem({ store, id: variant.id, speaker: ada, nowMs: 9 });
    for (const fix of [lostTemplate.fix ?? '', `${lostTemplate.fix} At once.`])
      await memory.record({ ...lostTemplate, fix, speaker: agentIn('s2') });
    expect(memory.item(variant.id)).toMatchObject({ status: 'archived' });
    expect(memory.itemsOf('variant')).toHaveLength(1);
    const told = await memory.record(lostTemplate);
    expect(told).toMatchObject({ kind: 'split', variant: { status: 'active', trust: 'user' } });
    expect(told.variant.id).not.toBe(variant.id);
    expect(memory.item(variant.id)).toMatchObject({ status: 'archived', supersededById: told.variant.id });
    expect(await memory.record(lostTemplate)).toMatchObject({
      kind: 'known',
      variant: { id: told.variant.id },
    });
  });
});

describe('what cannot be recorded', () => {
  it.each<[string, ToldFailure, string]>([
    ['nothing', { output: '' }, 'INVALID_ARGUMENT'],
    ['blanks and control characters', { output: ' \n\u001b[31m\u001b[0m\0' }, 'INVALID_ARGUMENT'],
    ['no fix', { output: 'Error: boom', fix: ' ' }, 'INVALID_ARGUMENT'],
    ['a fix without an end', { output: 'Error: boom', fix: 'x'.repeat(1_000_001) }, 'TEXT_TOO_LARGE'],
    [
      'an account without an end',
      { output: 'Error: boom', details: { context: 'x'.repeat(20_001) } },
      'TEXT_TOO_LARGE',
    ],
    [
      'conditions without an end',
      { output: 'Error: boom', details: { notWhen: ['x'.repeat(30_000)] } },
      'TEXT_TOO_LARGE',
    ],
    ['a file that is not there', { output: 'Error: boom', files: ['none.ts'] }, 'FILE_NOT_FOUND'],
  ])('%s is refused, and leaves nothing', async (_, told, code) => {
    await expect(memory.record(told)).rejects.toMatchObject({ code });
    expect(counts()).toEqual([0, 0, 0]);
  });

  it.each([
    ['NUL and lone surrogates', 'Error: \ud800 boom \0 in \udfff core'],
    ['colours', '\u001b[31mError:\u001b[39m \u001b]8;;http://x\u0007boom\u001b]8;;\u0007'],
    ['an object', '{"error": {"message": "boom", "code": 7}}'],
  ])('%s are not among it', async (_, output) => {
    expect(await memory.record({ output, command: 'make all' })).toMatchObject({ kind: 'created' });
    expect(await memory.record({ output, command: 'make all' })).toMatchObject({ kind: 'known' });
  });

  it('output and a command of any length are kept in part', async () => {
    const output = `${'progress '.repeat(2_000_000)}\nError: boom in core\n`;
    const { variant } = await memory.record({ output, command: `make ${'x'.repeat(5_000_000)}` });
    expect(JSON.stringify(variant).length).toBeLessThan(40_000);
  });

  it('a failure of which only the symptom is known is no lesson in the same words', async () => {
    const symptom = { symptom: 'the build hangs on Mondays' };
    expect(await memory.record({ output: '', details: symptom })).toMatchObject({ kind: 'created' });
  });
});

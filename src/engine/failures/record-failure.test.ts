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
import {
  lostTemplate,
  missingKey,
  missingModule,
  unreadFile,
  unreadFileElsewhere,
} from '../../../tests/fakes/told-failures.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import { rejectItem } from '../items/review-items.ts';

let store: MemoryStore;
let memory: IssueMemory;

beforeEach(() => {
  store = plainStore(['r1']);
  memory = issueMemory(store);
});

/** The result of the second of two recordings. */
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

  it('is kept, but teaches nothing, when a less trusted speaker tells it', async () => {
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

describe('a fix that a person must decide about', () => {
  const bea = { ...ada, name: 'bea' };
  const contrary: ToldFailure = {
    ...missingModule('lxml'),
    fix: 'Remove lxml from the requirements of the worker.',
    speaker: bea,
  };

  it.each([
    ['the opposite', contrary],
    ['another value', { ...missingModule('lxml'), fix: 'Use pnpm to add lxml 2 to it.', speaker: bea }],
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
    'another fix of another person for the very same failure waits: %s',
    async (fix) => {
      const known = await memory.record(unreadFile);
      const { kind, variant } = await memory.record({ ...unreadFile, fix, speaker: bea });
      expect([kind, variantBody(variant).doubt?.kind]).toEqual(['needs_review', 'contradiction']);
      expect(memory.item(known.variant.id)).toEqual(known.variant);
      const own = await memory.record({ ...unreadFile, fix: `${fix} Then wait for an hour or two.` });
      expect(own).toMatchObject({ kind: 'split', variant: { quarantined: false } });
    },
  );

  it('is not decided by being told again, by an agent or a person', async () => {
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

describe('a fix that a person rejected', () => {
  it('stays rejected when agents tell it again; a person who tells it again gets a new variant', async () => {
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

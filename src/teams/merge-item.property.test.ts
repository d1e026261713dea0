import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { times } from '../../tests/effort.ts';
import { type WritingMachine, writingMachine } from '../../tests/fakes/team-operations.ts';
import { operationIdOf, type TeamOperation } from '../model/team.ts';
import { type Authority, readAuthority, teamIdOf } from './authority.ts';
import { isCorroborated, mergeItem } from './merge-item.ts';

const roles = ['owner', 'reviewer', 'reviewer', 'writer', 'writer', 'reader'];

/** A founder, and machines that it let in. */
function newTeam(): { readonly machines: readonly WritingMachine[]; readonly authority: Authority } {
  const nonce = 'nonce';
  const made = writingMachine('0'.repeat(32));
  const id = teamIdOf({ publicKey: made.publicKey, nonce });
  const [founder, ...others] = roles.map((_, at) => writingMachine(id, `m${at}`)) as [
    WritingMachine,
    ...WritingMachine[],
  ];
  const team = teamIdOf({ publicKey: founder.publicKey, nonce });
  const told: TeamOperation[] = [];
  const tell = (body: Record<string, never>) => told.push(founder.write({ kind: 'member', team, body }));
  tell({ found: { publicKey: founder.publicKey, nonce, name: 'm0' } } as never);
  for (const [at, { publicKey }] of others.entries())
    tell({ admit: { publicKey, name: `m${at + 1}`, role: roles[at + 1] } } as never);
  return { machines: [founder, ...others], authority: readAuthority(team, told) };
}

const { machines, authority } = newTeam();

const step = fc.record({
  machine: fc.nat(roles.length - 1),
  act: fc.constantFrom('text', 'text', 'confirm', 'status', 'outcome', 'forget', 'later_kind'),
  words: fc.constantFrom('one', 'two', 'three'),
  jumpMs: fc.integer({ min: -4_000_000_000, max: 4_000_000_000 }),
  // One bit for each earlier text that the machine had seen: a partition.
  seen: fc.nat(255),
});

function play(
  steps: readonly (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[],
  earlier: readonly TeamOperation[] = [],
): TeamOperation[] {
  const told = [...earlier];
  for (const { machine, act, words, jumpMs, seen } of steps) {
    const texts = told.filter(({ kind }) => kind === 'text').filter((_, at) => (seen >> (at % 8)) % 2 === 1);
    const body = {
      text: { item: { content: words } },
      confirm: { digest: words },
      status: { status: 'archived' },
      outcome: { outcome: 'verified', by: 'tests', digest: words },
    }[act as 'text'] ?? { item: {} };
    told.push(
      (machines[machine] as WritingMachine).write({
        ...{ kind: act, item: 'i', body: body as never, hlc: [Math.max(0, 5_000_000_000 + jumpMs), 0] },
        ...(act === 'text' ? { over: texts.map(operationIdOf) } : {}),
      }),
    );
  }
  return told.slice(earlier.length);
}

const view = (told: readonly TeamOperation[]) => {
  const { forgotten: _, replaced: __, ...merged } = mergeItem(told, authority);
  return merged;
};

describe('a merged memory of a team', () => {
  it('is the same in any order, with repetitions, and after idle operations were emptied', () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 24, size: 'max' }),
        fc.array(step, { maxLength: 8 }),
        fc.infiniteStream(fc.double({ noNaN: true })),
        (steps, laterSteps, random) => {
          const told = play(steps);
          const shuffled = [...told, ...told.slice(0, 5)]
            .map((operation) => [random.next().value, operation] as const)
            .sort(([one], [other]) => one - other)
            .map(([, operation]) => operation);
          expect(view(shuffled)).toEqual(view(told));
          const { forgotten, replaced } = mergeItem(told, authority);
          const idle = new Set([...forgotten, ...replaced].map(operationIdOf));
          const compacted = told.map((one) => (idle.has(operationIdOf(one)) ? { ...one, body: null } : one));
          expect(view(compacted)).toEqual(view(told));
          const later = play(laterSteps, told);
          expect(view([...compacted, ...later])).toEqual(view([...told, ...later]));
          // Some machines hold the emptied ones, others both.
          expect(view([...shuffled, ...compacted])).toEqual(view(told));
        },
      ),
      { numRuns: times(400) },
    );
  });

  it('keeps nothing of a memory that was forgotten, even if a machine spoke later, and no confirmation beyond those given', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 24, size: 'max' }), (steps) => {
        const told = play(steps);
        const merged = mergeItem(told, authority);
        const given = told
          .filter(({ kind }) => kind === 'confirm')
          .map(({ principal, body }) => [principal, body?.digest]);
        expect(merged.confirmations.length).toBeLessThanOrEqual(given.length);
        const ruling = machines.slice(0, 3).map(({ machine }) => machine);
        if (!told.some(({ kind, machine }) => kind === 'forget' && ruling.includes(machine))) return;
        expect(merged).toMatchObject({
          status: 'forgotten',
          versions: [],
          confirmations: [],
          verifications: [],
        });
      }),
      { numRuns: times(400) },
    );
  });

  it('is without the texts of a writer who forgot it, and with those that another began', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 24, size: 'max' }), (steps) => {
        const writers = machines.slice(3, 5).map(({ machine }) => machine);
        const told = play(steps).filter(
          ({ kind, machine }) => kind !== 'forget' || writers.includes(machine),
        );
        const forgetters = told.filter(({ kind }) => kind === 'forget').map(({ machine }) => machine);
        const { versions } = mergeItem(told, authority);
        expect(versions.map(({ machine }) => machine).filter((one) => forgetters.includes(one))).toEqual([]);
        const begun = told.filter(
          ({ kind, over, machine }) =>
            kind === 'text' && over?.length === 0 && machine !== machines[5]?.machine,
        );
        if (begun.some(({ machine }) => !forgetters.includes(machine))) expect(versions).not.toEqual([]);
      }),
      { numRuns: times(400) },
    );
  });

  it('is what it is without the words of a reader', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 24, size: 'max' }), (steps) => {
        const told = play(steps);
        // Who saw a text of a reader may name it as what theirs took the place of.
        const reader = machines[5]?.machine ?? '';
        const plain = told.filter(({ over = [] }) => !over.some((id) => id.startsWith(reader)));
        expect(view(plain)).toEqual(view(plain.filter(({ machine }) => machine !== reader)));
      }),
      { numRuns: times(400) },
    );
  });

  it('takes no text away by one that has no words', () => {
    const [, , , ada, ben] = machines as readonly WritingMachine[] as WritingMachine[];
    const text = ada?.write({ kind: 'text', item: 'x', over: [], body: { item: { content: 'kept' } } });
    for (const body of [{}, { item: null }, { item: [] }, { item: 'x' }]) {
      const empty = ben?.write({
        kind: 'text',
        item: 'x',
        over: [operationIdOf(text as TeamOperation)],
        body,
      });
      const { versions } = mergeItem([text, empty] as TeamOperation[], authority);
      expect(versions.map(({ item }) => item.content)).toEqual(['kept']);
    }
  });

  const attempts = times(1_000);
  it(`is believed for what one member alone says in none of ${attempts} attempts`, () => {
    const [, liar] = machines as readonly [WritingMachine, WritingMachine];
    let believed = 0;
    for (let attempt = 0; attempt < attempts; attempt++) {
      const principal = attempt % 2 === 0 ? 'm1' : 'm2';
      const item = { content: `lie ${attempt}` };
      const text = liar.write({ kind: 'text', item: 'x', over: [], principal, body: { item } });
      const [version] = mergeItem([text], authority).versions;
      const digest = version?.digest ?? '';
      const told = [
        text,
        liar.write({ kind: 'confirm', item: 'x', principal: 'm0', body: { digest } }),
        liar.write({ kind: 'confirm', item: 'x', principal: 'm2', body: { digest } }),
        liar.write({ kind: 'outcome', item: 'x', body: { outcome: 'verified', by: 'tests', digest } }),
      ];
      if (isCorroborated(mergeItem(told, authority), digest)) believed += 1;
    }
    expect(believed).toBe(0);
  });
});

import { describe, expect, it, onTestFinished } from 'vitest';
import type { TeamOperation } from '../../../src/model/team.ts';
import type { TeamHub } from '../../../src/ports/team-hub.ts';
import { sized } from '../../effort.ts';
import { exampleTeam, writingMachine } from '../../fakes/team-operations.ts';

/** A place of a team's operations: each `open` is another machine's access to it. Each call makes a new place. */
export type HubPlace = () => Promise<{ open(): Promise<TeamHub> }>;

async function pullAll(hub: TeamHub, places?: readonly string[], limit = 3): Promise<TeamOperation[]> {
  const found: TeamOperation[] = [];
  for (let after: string | undefined; ; ) {
    const { operations, cursor, isAll } = await hub.pull({ after, limit, places });
    found.push(...operations);
    if (isAll) return found;
    expect(operations.length).toBeGreaterThan(0);
    after = cursor;
  }
}

const idOf = ({ machine, seq }: TeamOperation) => `${machine}:${seq}`;

const byId = (one: TeamOperation, other: TeamOperation) =>
  one.machine === other.machine ? one.seq - other.seq : one.machine < other.machine ? -1 : 1;

/** The promises of every adapter of {@link TeamHub}. */
export function describeTeamHub(name: string, newPlace: HubPlace): void {
  describe(`hub: ${name}`, () => {
    async function openTwo(): Promise<readonly [TeamHub, TeamHub]> {
      const place = await newPlace();
      const hubs = [await place.open(), await place.open()] as const;
      onTestFinished(async () => {
        for (const hub of hubs) await hub.close();
      });
      return hubs;
    }

    it('gives what was pushed, field by field, to another machine', async () => {
      const [ours, theirs] = await openTwo();
      const machine = writingMachine();
      const pushed = [
        machine.write({ over: [`${'b'.repeat(32)}:7`] }),
        machine.write({
          kind: 'of_a_later_version',
          minReader: 99,
          body: {
            deep: [{ 'ä"\\ é\u2028': [1.5, -0.25, 1e21, null, true, '𝄞'] }],
            __proto__2: {},
            10: 1,
            9: 2,
          },
        }),
        machine.write({ kind: 'forget', body: {} }),
      ];
      expect(await ours.push(pushed)).toEqual({ kind: 'stored', held: 3 });
      expect(await pullAll(theirs, undefined, 2)).toEqual(pushed);
    });

    it('takes repeats for what they are, and refuses a gap and a fork whole', async () => {
      const [ours, theirs] = await openTwo();
      const machine = writingMachine();
      const [first, second, third, fourth] = [1, 2, 3, 4].map(() => machine.write()) as [
        TeamOperation,
        TeamOperation,
        TeamOperation,
        TeamOperation,
      ];
      expect(await ours.push([second])).toEqual({ kind: 'gap', held: 0 });
      expect(await ours.push([first, second])).toEqual({ kind: 'stored', held: 2 });
      expect(await ours.push([first, second, third])).toEqual({ kind: 'stored', held: 3 });
      const other = { ...second, signature: first.signature };
      expect(await theirs.push([other, third, fourth])).toEqual({ kind: 'forked', seq: 2 });
      expect((await pullAll(theirs)).map(idOf)).toEqual([first, second, third].map(idOf));
      expect(await ours.push([])).toMatchObject({ kind: 'stored' });
    });

    it('refuses an operation of another team', async () => {
      const [ours] = await openTwo();
      await expect(ours.push([writingMachine('c'.repeat(32)).write()])).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
      });
      expect(exampleTeam).not.toBe('c'.repeat(32));
    });

    it('gives the places that are subscribed to, and what has none', async () => {
      const [ours, theirs] = await openTwo();
      const machine = writingMachine();
      const { place: _, ...everywhere } = machine.write({ kind: 'member', body: {} });
      await ours.push([everywhere as TeamOperation]);
      const pushed = ['root:a', 'root:b', 'root:c', 'root:b'].map((place) => machine.write({ place }));
      await ours.push(pushed);
      const seqs = async (places?: readonly string[]) =>
        (await pullAll(theirs, places, 1)).map(({ seq }) => seq);
      expect(await seqs(['root:b'])).toEqual([1, 3, 5]);
      expect(await seqs([])).toEqual([1]);
      expect(await seqs()).toEqual([1, 2, 3, 4, 5]);
    });

    it('goes on from a cursor, and gives each machine’s operations by their seq', async () => {
      const [ours, theirs] = await openTwo();
      const [one, other] = [writingMachine(), writingMachine()];
      await ours.push([one.write(), one.write()]);
      const before = await theirs.pull({ after: undefined, limit: 100 });
      await theirs.push([other.write()]);
      await ours.push([one.write()]);
      const later = await theirs.pull({ after: before.cursor, limit: 100 });
      expect([...before.operations, ...later.operations].toSorted(byId)).toEqual(
        (await pullAll(ours)).toSorted(byId),
      );
      expect(later.operations.filter(({ machine }) => machine === one.machine).map(({ seq }) => seq)).toEqual(
        [3],
      );
      expect(await theirs.pull({ after: later.cursor, limit: 100 })).toMatchObject({
        operations: [],
        isAll: true,
      });
    });

    it('loses nothing while machines push at once', async () => {
      const [ours, theirs] = await openTwo();
      const machines = [0, 1, 2, 3].map(() => writingMachine());
      const seen = new Set<string>();
      const rounds = sized(4, 2);
      let after: string | undefined;
      const pullOnce = async () => {
        const { operations, cursor } = await theirs.pull({ after, limit: 7 });
        for (const operation of operations) seen.add(idOf(operation));
        after = cursor;
      };
      await Promise.all([
        ...machines.map(async (machine, at) => {
          for (let count = 0; count < rounds; count++)
            expect(
              await (at % 2 === 0 ? ours : theirs).push([machine.write(), machine.write()]),
            ).toMatchObject({
              kind: 'stored',
            });
        }),
        (async () => {
          for (let count = 0; count < rounds; count++) await pullOnce();
        })(),
      ]);
      for (let count = 0; count < 6; count++) await pullOnce();
      expect(seen.size).toBe(machines.length * rounds * 2);
    });

    it('empties bodies for good', async () => {
      const [ours, theirs] = await openTwo();
      const machine = writingMachine();
      const pushed = [machine.write(), machine.write()] as const;
      await ours.push(pushed);
      expect(await theirs.redactBodies([pushed[0], { machine: 'd'.repeat(32), seq: 1 }])).toBe(1);
      expect(await theirs.redactBodies([pushed[0]])).toBe(0);
      const emptied = [{ ...pushed[0], body: null }, pushed[1]];
      expect(await pullAll(ours)).toEqual(emptied);
      // Its writer repeats what it never saw acknowledged.
      expect(await ours.push(pushed)).toEqual({ kind: 'stored', held: 2 });
      expect(await pullAll(ours)).toEqual(emptied);
    });
  });
}

import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import type { TeamHub } from '../../src/ports/team-hub.ts';
import { times } from '../effort.ts';
import { exampleTeam, writingMachine } from '../fakes/team-operations.ts';
import { describeWithPostgres } from './first-postgres.ts';
import { withClient } from './start-postgres.ts';

async function seqsAfter(hub: TeamHub, after: string | undefined): Promise<readonly [string[], string]> {
  const { operations, cursor } = await hub.pull({ after, limit: 1_000 });
  return [operations.map(({ machine, seq }) => `${machine}:${seq}`), cursor];
}

describeWithPostgres('what others write while a machine pulls', (held) => {
  beforeEach(async () => await held().hub.empty());

  it('is lost where a serial number is taken for an order', async () => {
    const { server, hub } = held();
    await server.query('CREATE TABLE log (position bigserial, word text)', [], hub.database);
    const read = async (after: number) =>
      await server.query<{ position: string; word: string }>(
        'SELECT * FROM log WHERE position > $1 ORDER BY position',
        [after],
        hub.database,
      );
    await withClient(server.connection({ database: hub.database }), async (slow) => {
      await slow.query('BEGIN');
      await slow.query("INSERT INTO log (word) VALUES ('slow')");
      await server.query("INSERT INTO log (word) VALUES ('quick')", [], hub.database);
      const found = await read(0);
      await slow.query('COMMIT');
      expect([...found, ...(await read(Number(found.at(-1)?.position)))].map(({ word }) => word)).toEqual([
        'quick',
      ]);
    });
  });

  it('waits here for the commits before it, and comes in their order', async () => {
    const { server, hub } = held();
    const [ours, theirs] = [hub.open(), hub.open()];
    const machine = writingMachine();
    await withClient(server.connection({ ...hub.member, database: hub.database }), async (slow) => {
      await slow.query('BEGIN');
      await slow.query(`SELECT set_config('afterwit.tenant', $1, true)`, [exampleTeam]);
      // The row is the lock where a server has no advisory locks.
      await slow.query('UPDATE afterwit.team SET position = position + 1 WHERE tenant = $1', [exampleTeam]);
      await slow.query(
        `INSERT INTO afterwit.operation
         SELECT tenant, position, $1::uuid, 1, 0, 0, 'slow', 9, '', null, null, 'ada', '{}', '\\x00', '\\x00' FROM afterwit.team`,
        ['1'.repeat(32)],
      );
      let isStored = false;
      const pushing = theirs.push([machine.write()]).then(() => {
        isStored = true;
      });
      await sleep(300);
      expect(isStored).toBe(false);
      const [before, cursor] = await seqsAfter(ours, undefined);
      expect(before).toEqual([]);
      await slow.query('COMMIT');
      await pushing;
      const [after] = await seqsAfter(ours, cursor);
      expect(after).toEqual([`${'1'.repeat(32)}:1`, `${machine.machine}:1`]);
    });
    await ours.close();
    await theirs.close();
  });

  it('is there once and whole, whatever connections end on the way', async () => {
    const { server, hub } = held();
    const hubs = Array.from({ length: 4 }, () => hub.open());
    onTestFinished(async () => {
      for (const one of hubs) await one.close();
    });
    let isOver = false;
    let cuts = 0;
    const promised = times(80);
    const cutting = (async () => {
      while (!isOver) {
        // This one ends with the server.
        const ended = await server
          .query(
            'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1 AND random() < 0.3',
            [hub.member.user],
          )
          .catch(() => []);
        cuts += ended.length;
        await sleep(5);
      }
    })();
    const pushed: string[] = [];
    const writers = hubs.map(async (one) => {
      const machine = writingMachine();
      while (cuts < promised) {
        const batch = Array.from({ length: 1 + (pushed.length % 7) }, () => machine.write());
        while ((await one.push(batch).catch(() => undefined))?.kind !== 'stored');
        pushed.push(...batch.map(({ seq }) => `${machine.machine}:${seq}`));
      }
    });
    const seen: string[] = [];
    let cursor: string | undefined;
    const reader = hub.open();
    const readOn = async () => {
      const found = await seqsAfter(reader, cursor).catch(() => undefined);
      if (found === undefined) return undefined;
      seen.push(...found[0]);
      cursor = found[1];
      return found[0].length;
    };
    const reading = (async () => {
      while (!isOver) await readOn();
    })();
    await Promise.all(writers);
    // And then the whole server, as by a power cut.
    await server.crash();
    isOver = true;
    await Promise.all([reading, cutting]);
    while ((await readOn()) !== 0);
    await reader.close();
    expect(seen.toSorted()).toEqual(pushed.toSorted());
    expect(new Set(seen).size).toBe(seen.length);
  });
});

import { afterAll, beforeAll, describe } from 'vitest';
import { type ExampleHub, makeExampleHub } from '../../postgres/example-hub.ts';
import {
  bouncerMissing,
  postgresPrograms,
  type RunningPostgres,
  startBouncer,
  startPostgres,
} from '../../postgres/start-postgres.ts';
import { describeTeamHub } from './team-hub-contract.ts';

const titleOf = (name: string, missing: string | undefined) =>
  missing === undefined ? name : `${name} (skipped: ${missing})`;

for (const [at, program] of postgresPrograms.entries()) {
  const { name, missing } = program;
  describe.skipIf(missing !== undefined)(titleOf(name, missing), () => {
    let server: RunningPostgres;
    let hub: ExampleHub;

    beforeAll(async () => {
      server = await startPostgres(program);
      hub = await makeExampleHub(server);
    });
    afterAll(async () => {
      await server?.stop();
    });

    describeTeamHub(name, async () => {
      await hub.empty();
      return { open: async () => hub.open() };
    });

    // A pooler sees the protocol alone, which is the same for all: one server behind it is enough.
    if (postgresPrograms.findIndex((other) => other.missing === undefined) !== at) return;
    describe.skipIf(bouncerMissing !== undefined)(titleOf('PgBouncer', bouncerMissing), () => {
      let bouncer: Awaited<ReturnType<typeof startBouncer>>;

      beforeAll(async () => {
        bouncer = await startBouncer(server, [hub.member]);
      });
      afterAll(async () => {
        await bouncer?.stop();
      });

      describeTeamHub(`${name} behind PgBouncer`, async () => {
        await hub.empty();
        return { open: async () => hub.open(bouncer) };
      });
    });
  });
}

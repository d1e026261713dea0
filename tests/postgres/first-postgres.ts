import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, inject } from 'vitest';
// Declares what `inject` gives.
import type {} from '../doors/bundle-programs.ts';
import { type ExampleHub, makeExampleHub } from './example-hub.ts';
import { postgresPrograms, type RunningPostgres, startPostgres } from './start-postgres.ts';

export interface HubOfTests {
  readonly server: RunningPostgres;
  readonly hub: ExampleHub;
}

/** Tests against the first Postgres that can be had here, skipped where there is none. */
export function describeWithPostgres(
  name: string,
  tests: (held: () => HubOfTests) => void,
  start: Parameters<typeof startPostgres>[1] = {},
): void {
  const program = postgresPrograms.find(({ missing }) => missing === undefined);
  const title =
    program === undefined ? `${name} (skipped: no Postgres can be had)` : `${name}, ${program.name}`;
  describe.skipIf(program === undefined)(title, () => {
    let held: HubOfTests | undefined;
    beforeAll(async () => {
      if (program === undefined) return;
      const kept =
        process.platform === 'win32' ? {} : { kept: join(dirname(inject('programs')), 'postgres') };
      const server = await startPostgres(program, { ...start, ...kept });
      held = { server, hub: await makeExampleHub(server) };
    });
    afterAll(async () => await held?.server.stop());
    tests(() => {
      if (held === undefined) throw new Error('The server did not start.');
      return held;
    });
  });
}

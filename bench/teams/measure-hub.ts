import { seededRandom } from '../../src/numeric/seeded-random.ts';
import { type OpenHub, openTeam } from '../../tests/postgres/example-hub.ts';
import { percentile } from '../reporting/statistics.ts';
import { noteOf, type StartedHub, writerOf } from './hub-load.ts';
import { measureCpu } from './measure-cpu.ts';

/** As far apart as real ones, which are digests: the beginning is what a push locks. */
const teamOf = (number: number) => number.toString(16).padStart(4, '0').padEnd(32, 'e');

/** Teams of one role, as in one service: only the settings of each transaction keep them apart. */
async function addTeams({ server, example: { database, member } }: StartedHub, count: number) {
  const teams = Array.from({ length: count }, (_, number) => teamOf(number));
  await server.query(
    `INSERT INTO afterwit.team (tenant, name) SELECT unnest($1::uuid[]), 'team' ON CONFLICT DO NOTHING`,
    [teams],
    database,
  );
  await server.query(
    'INSERT INTO afterwit.team_role SELECT unnest($1::uuid[]), $2 ON CONFLICT DO NOTHING',
    [teams, member.user],
    database,
  );
  return teams;
}

/** Many teams push, pull, search and forget at once; counts what a team is given of another. */
export async function countForeignRows(hub: StartedHub, operations: number) {
  const teams = await addTeams(hub, 50);
  let foreign = 0;
  let read = 0;
  let written = 0;
  await Promise.all(
    teams.map(async (team, at) => {
      const own = openTeam(hub.server, hub.example, team);
      const random = seededRandom(at + 1);
      const writer = writerOf(team, 'direct', random);
      const see = (items: readonly (string | undefined)[]) => {
        read += items.length;
        foreign += items.filter((item) => item?.startsWith(team) === false).length;
      };
      let after: string | undefined;
      for (let told = 0; told < operations / teams.length; ) {
        const batch = Array.from({ length: 1 + Math.floor(random() * 60) }, () => writer.write());
        told += batch.length;
        written += batch.length;
        await own.push(batch);
        const pulled = await own.pull({ after: random() < 0.1 ? undefined : after, limit: 100 });
        after = pulled.cursor;
        see(pulled.operations.map(({ item }) => item));
        const { hits } = await own.search({ text: noteOf(random).split(' ').slice(0, 1).join(), limit: 20 });
        see(hits.map(({ operation }) => operation.item));
        if (random() < 0.2) await own.redactBodies(batch.slice(0, 2));
      }
      await own.close();
    }),
  );
  return { foreign, read, written };
}

/** Operations that a sync pushes at once. */
const pushSize = 2_000;

/** Four machines of four teams push at once, in batches as they stand in an outbox. */
export async function measurePushes(hub: StartedHub, operations: number) {
  const teams = await addTeams(hub, 4);
  const random = seededRandom(7);
  const outboxes = teams.map((team) => {
    const writer = writerOf(team, 'pusher', random);
    return Array.from({ length: Math.ceil(operations / teams.length) }, () => writer.write());
  });
  const count = outboxes.flat().length;
  const startedMs = performance.now();
  const { usEach } = await measureCpu(hub.server, async () => {
    await Promise.all(
      teams.map(async (team, at) => {
        const own = openTeam(hub.server, hub.example, team);
        const outbox = outboxes[at] ?? [];
        for (let start = 0; start < outbox.length; start += pushSize)
          await own.push(outbox.slice(start, start + pushSize));
        await own.close();
      }),
    );
  });
  return {
    perSecond: count / ((performance.now() - startedMs) / 1_000),
    cpuUs: usEach(count),
  };
}

/** A machine that begins reads all that a team wrote; then two tell each other a few operations at a time. */
export async function measurePulls(hub: StartedHub, items: number, rounds: number) {
  const { server, example } = hub;
  const team = (await addTeams(hub, 5)).at(-1) ?? '';
  const random = seededRandom(11);
  const writer = writerOf(team, 'writer', random);
  const ours = openTeam(server, example, team);
  for (let held = 0; held < items; held += 500)
    await ours.push(Array.from({ length: Math.min(500, items - held) }, () => writer.write('text')));
  const theirs = openTeam(server, example, team);
  const startedMs = performance.now();
  const first = await measureCpu(server, async () => await pullAll(theirs, undefined));
  const firstMs = performance.now() - startedMs;
  let cursor = first.result;
  const deltaMs: number[] = [];
  const delta = await measureCpu(server, async () => {
    for (let round = 0; round < rounds; round++) {
      const batch = Array.from({ length: 5 }, () => writer.write());
      const beganMs = performance.now();
      await ours.push(batch);
      cursor = await pullAll(theirs, cursor);
      deltaMs.push(performance.now() - beganMs);
    }
  });
  await ours.close();
  await theirs.close();
  return {
    ...{ firstSeconds: firstMs / 1_000, deltaP95: percentile(deltaMs, 0.95) },
    ...{ cpuUs: first.usEach(items), deltaUs: delta.usEach(rounds) },
  };
}

async function pullAll(hub: OpenHub, after: string | undefined): Promise<string> {
  let cursor = after;
  for (;;) {
    const pulled = await hub.pull({ after: cursor, limit: 500 });
    cursor = pulled.cursor;
    if (pulled.isAll) return cursor;
  }
}

/** Fills one team with texts, by a statement of the server: a push of each would take as long as pushes take. */
export async function fillTeam(hub: StartedHub, to: number): Promise<string> {
  const { server, example } = hub;
  const [team = ''] = await addTeams(hub, 1);
  const step = 100_000;
  // An index over all is made faster than it grows.
  await server.query('DROP INDEX afterwit.operation_words', [], example.database);
  for (let start = 0; start < to; start += step)
    await server.query(
      `INSERT INTO afterwit.operation (tenant, position, machine, seq, hlc_ms, hlc_count, kind, min_reader, place, item, principal,
         body, body_digest, signature, detail, words)
       SELECT $1, n, md5('m' || n % 200)::uuid, n, 1700000000000 + n, 0, 'text', 1, 'root:' || n % 50, 'item ' || n, 'member ' || n % 200,
         json_build_object('item', json_build_object('title', left(note, 30), 'content', note, 'type', kind)),
         sha256(note::bytea), decode(repeat('00', 64), 'hex'), kind, afterwit.marked($1, to_tsvector('english', note))
       FROM (SELECT n, (ARRAY['fix', 'decision', 'constraint', 'preference'])[1 + n % 4] AS kind,
           (SELECT string_agg('w' || floor(50000 * power(random(), 3)), ' ') FROM generate_series(1, 19 + n % 1)) AS note
         FROM generate_series($2::int + 1, $3::int) n) made`,
      [team, start, Math.min(to, start + step)],
      example.database,
    );
  await server.query(
    'UPDATE afterwit.team SET position = $2 WHERE tenant = $1',
    [team, to],
    example.database,
  );
  await server.query(
    'CREATE INDEX operation_words ON afterwit.operation USING gin (words) WHERE words IS NOT NULL',
    [],
    example.database,
  );
  await server.query('VACUUM ANALYZE afterwit.operation', [], example.database);
  return team;
}

/** Searches of people: rare words, common ones, two or three together, with and without filters. */
export async function measureSearches({ server, example }: StartedHub, team: string, questions: number) {
  const hub = openTeam(server, example, team);
  const random = seededRandom(13);
  const tookMs: number[] = [];
  const ask = async () => {
    const words = noteOf(random)
      .split(' ')
      .slice(0, 1 + Math.floor(random() * 3));
    const drawn = random();
    const narrow =
      drawn < 0.2 ? { types: ['fix'] } : drawn < 0.4 ? { places: ['root:1', 'root:2', 'root:3'] } : {};
    const beganMs = performance.now();
    await hub.search({ text: words.join(' '), limit: 20, ...narrow });
    tookMs.push(performance.now() - beganMs);
  };
  // The first are to fill the caches of a server that just started.
  for (let asked = 0; asked < warmUps; asked++) await ask();
  const { usEach } = await measureCpu(server, async () => {
    for (let asked = 0; asked < questions; asked++) await ask();
  });
  await hub.close();
  const measured = tookMs.slice(warmUps);
  return { p50: percentile(measured, 0.5), p95: percentile(measured, 0.95), cpuUs: usEach(questions) };
}

const warmUps = 20;

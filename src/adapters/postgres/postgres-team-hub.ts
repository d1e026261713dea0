import { invalidArgument } from '../../model/errors.ts';
import { operationIdOf, type TeamOperation } from '../../model/team.ts';
import type {
  Pulled,
  PullRequest,
  PushAnswer,
  TeamFacet,
  TeamFindings,
  TeamHub,
  TeamQuestion,
  TeamSearch,
} from '../../ports/team-hub.ts';
import { type Ask, checkMemberConnection, connectToHub, hubError, readHubAddress } from './hub-connection.ts';
import { batchesOf, type OperationRow, operationColumns, operationOf, rowOf } from './operation-rows.ts';

export interface PostgresHubOptions {
  readonly connection: string;
  readonly team: string;
  /** How long a push waits for the team's other writers. */
  readonly lockMs?: number;
}

/** The operations of one team in Postgres 14 or newer, directly or behind a pooler. It connects when it is first asked. */
export function postgresTeamHub({
  connection,
  team,
  lockMs = 30_000,
}: PostgresHubOptions): TeamHub & TeamSearch {
  const address = readHubAddress(connection);
  const hub = connectToHub(address, async (client) => await checkMemberConnection(client, address.where));
  const tenant = { 'afterwit.tenant': team, lock_timeout: String(lockMs) };
  // Waits for the other writers of the team alone. Their positions are an order of commits because of it.
  const lock = `SELECT pg_advisory_xact_lock(${BigInt.asIntN(64, BigInt(`0x${team.slice(0, 16)}`))})`;

  async function heldOf(ask: Ask, machine: string): Promise<number> {
    const [row] = await ask<{ held: string }>(
      'SELECT held FROM afterwit.machine WHERE tenant = $1 AND machine = $2',
      [team, machine],
    );
    return Number(row?.held ?? 0);
  }

  return {
    push: async (operations): Promise<PushAnswer> => {
      const [first] = operations;
      if (first === undefined) return { kind: 'stored', held: 0 };
      refuseOthers(operations, first, team);
      return await hub.transaction(tenant, async (ask) => {
        await ask(lock);
        const held = await heldOf(ask, first.machine);
        if (first.seq > held + 1) return { kind: 'gap', held };
        const repeats = operations.filter(({ seq }) => seq <= held);
        const forked = repeats.length === 0 ? undefined : await findFork(ask, team, repeats);
        if (forked !== undefined) return { kind: 'forked', seq: forked };
        const fresh = operations.slice(repeats.length);
        const last = fresh.at(-1);
        if (last === undefined) return { kind: 'stored', held };
        await insert(ask, team, fresh, address.where);
        await ask(
          `INSERT INTO afterwit.machine (tenant, machine, held) VALUES ($1, $2, $3)
           ON CONFLICT (tenant, machine) DO UPDATE SET held = excluded.held`,
          [team, first.machine, last.seq],
        );
        return { kind: 'stored', held: last.seq };
      });
    },
    pull: async ({ after, limit, places }: PullRequest): Promise<Pulled> =>
      // A sort of all that is to come, which statistics of a growing table suggest, would be done for every page of it.
      await hub.transaction({ ...tenant, enable_bitmapscan: 'off' }, async (ask) => {
        const from = Number(readCursor(after));
        const most = Math.max(1, limit);
        // One statement, so that the team's position and its operations are of one snapshot.
        const rows = await ask<OperationRow & { readonly last: string; readonly position: string | null }>(
          pullStatement(places !== undefined),
          [team, from, most, ...(places === undefined ? [] : [['', ...places]])],
        );
        const [any] = rows;
        if (any === undefined) throw hubError('no_team', address.where);
        const found = rows.filter(({ position }) => position !== null);
        const last = Number(any.last);
        const isAll = places === undefined ? from + most >= last : found.length < most;
        const reached = places === undefined ? from + most : Number(found.at(-1)?.position ?? last);
        return {
          operations: found.map((row) => operationOf(row, team)),
          cursor: String(isAll ? last : reached),
          isAll,
        };
      }),
    redactBodies: async (operations) =>
      await hub.transaction(tenant, async (ask) => {
        let emptied = 0;
        for (const batch of batchesOf(operations)) {
          const rows = await ask(
            `UPDATE afterwit.operation o SET body = NULL, words = NULL
             FROM jsonb_to_recordset($2::jsonb) AS named (machine uuid, seq bigint)
             WHERE o.tenant = $1 AND o.machine = named.machine AND o.seq = named.seq AND o.body IS NOT NULL
             RETURNING o.seq`,
            [team, JSON.stringify(batch.map(({ machine, seq }) => ({ machine, seq })))],
          );
          emptied += rows.length;
        }
        return emptied;
      }),
    search: async (question) =>
      await hub.transaction(tenant, async (ask) => await findInHub(ask, team, question)),
    close: hub.close,
  };
}

/** @throws INVALID_ARGUMENT unless all are of the team, of one machine, and follow each other. */
function refuseOthers(operations: readonly TeamOperation[], first: TeamOperation, team: string): void {
  const stray = operations.find(
    (operation, at) =>
      operation.team !== team || operation.machine !== first.machine || operation.seq !== first.seq + at,
  );
  if (stray !== undefined)
    throw invalidArgument(
      `A push holds consecutive operations of one machine and of the hub's own team; ${operationIdOf(stray)} is none of them.`,
    );
}

/** The first whose identity the hub holds with another content. */
async function findFork(
  ask: Ask,
  team: string,
  repeats: readonly TeamOperation[],
): Promise<number | undefined> {
  const [first] = repeats;
  const rows = await ask<{ seq: string; digest: string; signature: string }>(
    `SELECT seq, encode(body_digest, 'hex') AS digest, translate(encode(signature, 'base64'), E'\\n', '') AS signature
     FROM afterwit.operation WHERE tenant = $1 AND machine = $2 AND seq BETWEEN $3 AND $4`,
    [team, first?.machine, first?.seq, repeats.at(-1)?.seq],
  );
  const held = new Map(rows.map(({ seq, digest, signature }) => [Number(seq), `${digest} ${signature}`]));
  return repeats.find(({ seq, bodyDigest, signature }) => held.get(seq) !== `${bodyDigest} ${signature}`)
    ?.seq;
}

async function insert(
  ask: Ask,
  team: string,
  operations: readonly TeamOperation[],
  where: string,
): Promise<void> {
  const [moved] = await ask<{ position: string }>(
    'UPDATE afterwit.team SET position = position + $2 WHERE tenant = $1 RETURNING position',
    [team, operations.length],
  );
  if (moved === undefined) throw hubError('no_team', where);
  const first = Number(moved.position) - operations.length + 1;
  for (const batch of batchesOf(operations.map((operation, at) => rowOf(operation, first + at))))
    await ask(
      `INSERT INTO afterwit.operation (tenant, ${operationColumns.names}, words)
       SELECT $1, ${operationColumns.names},
         CASE WHEN search = '' THEN NULL ELSE afterwit.marked($1, to_tsvector('english', search)) END
       FROM json_to_recordset($2::json) AS written (${operationColumns.types}, search text)`,
      [team, JSON.stringify(batch)],
    );
  const over = operations.flatMap((operation) => operation.over ?? []);
  if (over.length === 0) return;
  // A text that was taken the place of is found no more; its body stays until machines have it emptied.
  await ask(
    `UPDATE afterwit.operation o SET words = NULL
     FROM jsonb_to_recordset($2::jsonb) AS replaced (machine uuid, seq bigint)
     WHERE o.tenant = $1 AND o.machine = replaced.machine AND o.seq = replaced.seq AND o.words IS NOT NULL`,
    [team, JSON.stringify(over.map((id) => ({ machine: id.split(':')[0], seq: Number(id.split(':')[1]) })))],
  );
}

/**
 * Positions have no gaps, so a page is a range of them. With places: the first rows of each place, by the index, and of
 * those the first.
 */
function pullStatement(byPlace: boolean): string {
  const columns = operationColumns.read;
  const found = byPlace
    ? `SELECT one.* FROM unnest($4::text[]) AS wanted (place) CROSS JOIN LATERAL (
         SELECT ${columns} FROM afterwit.operation
         WHERE tenant = $1 AND place = wanted.place AND position > $2 ORDER BY position LIMIT $3) one
       ORDER BY position LIMIT $3`
    : `SELECT ${columns} FROM afterwit.operation
       WHERE tenant = $1 AND position > $2 AND position <= $2::bigint + $3::bigint`;
  return `SELECT t.position AS last, found.*
    FROM afterwit.team t LEFT JOIN LATERAL (${found}) found ON true
    WHERE t.tenant = $1 ORDER BY found.position`;
}

/** @throws INVALID_ARGUMENT */
function readCursor(cursor: string | undefined): string {
  if (cursor === undefined) return '0';
  if (/^\d{1,18}$/.test(cursor)) return cursor;
  throw invalidArgument('The position in the team is not one of its Postgres.');
}

/** Most matches that the function of the hub looks at. */
const mostMatched = 1_000;

interface HubAnswer {
  readonly matched: number;
  readonly facets:
    | readonly { readonly name: TeamFacet; readonly value: string; readonly hits: number }[]
    | null;
  readonly hits:
    | readonly { readonly machine: string; readonly seq: number; readonly confirmations: number }[]
    | null;
}

async function findInHub(ask: Ask, team: string, question: TeamQuestion): Promise<TeamFindings> {
  const { text, places, types, members, isConfirmed, limit } = question;
  const [row] = await ask<{ answer: HubAnswer }>('SELECT afterwit.search($1, $2, $3, $4, $5, $6) AS answer', [
    ...[text.replaceAll('\0', ' ').slice(0, 1_000), places ?? null, types ?? null, members ?? null],
    ...[isConfirmed ?? null, limit],
  ]);
  const { matched = 0, facets, hits } = row?.answer ?? {};
  // By the rules for rows, as everything but the function itself.
  const rows = await ask<OperationRow>(
    `SELECT ${operationColumns.read} FROM jsonb_to_recordset($2::jsonb) AS hit (machine uuid, seq bigint)
     JOIN afterwit.operation o USING (machine, seq) WHERE o.tenant = $1`,
    [team, JSON.stringify((hits ?? []).map(({ machine, seq }) => ({ machine, seq })))],
  );
  const operations = new Map(
    rows.map((found) => [`${found.machine}:${found.seq}`, operationOf(found, team)] as const),
  );
  return {
    hits: (hits ?? []).flatMap(({ machine, seq, confirmations }) => {
      const operation = operations.get(`${machine}:${seq}`);
      return operation === undefined ? [] : [{ operation, confirmations }];
    }),
    facets: (facets ?? []).map(({ name, value, hits: count }) => ({ facet: name, value, hits: count })),
    matched,
    isCut: matched >= mostMatched,
  };
}

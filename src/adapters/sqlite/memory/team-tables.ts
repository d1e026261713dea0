import { operationStages, type Team, type TeamOperation } from '../../../model/team.ts';
import type { OperationFilter, TeamReader, TeamWriter } from '../../../ports/memory-store.ts';
import { encodeOperation } from '../../../text/json/team-operation-line.ts';
import type { Row } from '../database.ts';
import {
  allOf,
  type Condition,
  decodeText,
  encodeText,
  hasTable,
  oneOf,
  type Prepare,
  type RowWriter,
  SealedTable,
} from './sealed-table.ts';

export const teams = new SealedTable({ name: 'teams', key: 'id', columns: ['id'], body: 'body' });

/** Its body is the operation's line; `stage` changes on its own. */
export const teamOperations = new SealedTable({
  name: 'team_operations',
  columns: ['team', 'machine', 'seq', 'kind', 'item'],
  body: 'body',
  unsealed: 'stage',
});

/** Reads the teams of a home and their logs. A damaged operation is passed over: the hub has it. */
export function readTeamTables(prepare: Prepare): TeamReader {
  if (!hasTable(prepare, teams.name))
    return { teams: () => [], teamOperations: () => [], itemsToldBy: () => new Set(), lastSeq: () => 0 };
  return {
    teams: () =>
      prepare('SELECT * FROM teams ORDER BY sequence')
        .all()
        .flatMap((row) => (teams.read(row) === undefined ? [] : [JSON.parse(String(row.body)) as Team])),
    teamOperations(filter) {
      const { sql, parameters } = conditionOf(filter);
      const order = filter.machine === undefined ? 'sequence' : 'seq';
      return prepare(`SELECT * FROM team_operations WHERE ${sql} ORDER BY ${order} LIMIT ?`)
        .all(...parameters, filter.limit ?? -1)
        .flatMap((row) => operationIn(row) ?? []);
    },
    itemsToldBy: (team, machine) =>
      new Set(
        prepare(
          'SELECT DISTINCT item FROM team_operations WHERE team = ? AND machine = ? AND item IS NOT NULL',
        )
          .all(team, machine)
          .map(({ item }) => decodeText(item)),
      ),
    lastSeq: (team, machine) =>
      Number(
        prepare('SELECT max(seq) AS last FROM team_operations WHERE team = ? AND machine = ?').get(
          team,
          machine,
        )?.last ?? 0,
      ),
  };
}

export function writeTeamTables(writer: RowWriter): TeamWriter {
  const where = 'team = ? AND machine = ? AND seq = ?';
  return {
    putTeam(team) {
      teams.write(writer, { values: [team.id], body: JSON.stringify(team) }, 'replace');
      writer.hasTeam = true;
    },
    removeTeam(id) {
      writer.run('DELETE FROM team_operations WHERE team = ?', id);
      writer.run('DELETE FROM teams WHERE id = ?', id);
      writer.hasForgotten = true;
    },
    addTeamOperation: (operation, stage) =>
      teamOperations.write(writer, { ...rowOf(operation), unsealed: operationStages.indexOf(stage) }, 'keep'),
    moveTeamOperations(which, to) {
      const { sql, parameters } = conditionOf(which);
      return writer.run(
        `UPDATE team_operations SET stage = ? WHERE ${sql}`,
        operationStages.indexOf(to),
        ...parameters,
      );
    },
    removeTeamOperation: (team, { machine, seq }) =>
      void writer.run(`DELETE FROM team_operations WHERE ${where}`, team, machine, seq),
    emptyTeamOperation(team, { machine, seq }) {
      const row = writer.prepare(`SELECT * FROM team_operations WHERE ${where}`).get(team, machine, seq);
      const operation = row && operationIn(row);
      // Only operations on a memory are forgotten: a hub that empties membership would part the team.
      if (operation?.item === undefined || operation.body === null) return false;
      const emptied = rowOf({ ...operation, body: null });
      const digest = teamOperations.digestOf(emptied);
      writer.run(
        `UPDATE team_operations SET digest = ?, body = ? WHERE ${where}`,
        ...[digest, emptied.body, team, machine, seq],
      );
      writer.hasForgotten = true;
      return true;
    },
  };
}

function rowOf(operation: TeamOperation) {
  const { team, machine, seq, kind, item = null } = operation;
  return { values: [team, machine, seq, kind, item], body: encodeOperation(operation) };
}

function operationIn(row: Row): TeamOperation | undefined {
  return teamOperations.read(row) && (JSON.parse(String(row.body)) as TeamOperation);
}

function conditionOf({ team, machine, afterSeq, item, kinds, stage }: OperationFilter): Condition {
  return allOf([
    oneOf('team', [team]),
    oneOf('machine', machine === undefined ? undefined : [machine]),
    afterSeq === undefined ? undefined : { sql: 'seq > ?', parameters: [afterSeq] },
    oneOf('item', item === undefined ? undefined : [encodeText(item)]),
    // Written out, as the stage is: SQLite cannot use a partial index for a parameter.
    kinds && {
      sql: `kind IN (${kinds.map((kind) => `'${kind.replaceAll("'", "''")}'`).join()})`,
      parameters: [],
    },
    stage === undefined ? undefined : { sql: `stage = ${operationStages.indexOf(stage)}`, parameters: [] },
  ]);
}

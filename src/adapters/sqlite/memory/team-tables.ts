import type { SQLInputValue } from 'node:sqlite';
import { operationStages, type Team } from '../../../model/team.ts';
import type { TeamOperation } from '../../../model/team-operation.ts';
import type { OperationFilter, TeamReader, TeamWriter } from '../../../ports/memory-store.ts';
import { encodeOperation } from '../../../text/json/team-operation-line.ts';
import type { Row } from '../database.ts';
import { teamSchema } from './migrations.ts';
import type { Prepare, RowWriter } from './row-writer.ts';
import { encodeText, SealedTable } from './sealed-table.ts';

export const teams = new SealedTable({ name: 'teams', key: 'id', columns: ['id'], body: 'body' });

/** Its body is the operation's line; `stage` changes on its own. */
export const teamOperations = new SealedTable({
  name: 'team_operations',
  columns: ['team', 'machine', 'seq', 'kind', 'item'],
  body: 'body',
  unsealed: 'stage',
});

/** Reads the teams of a home and their logs. A damaged operation is passed over: the hub has it. */
export function readTeamTables(prepare: Prepare, schema: number): TeamReader {
  if (schema < teamSchema) return { teams: () => [], teamOperations: () => [], lastSeq: () => 0 };
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
      if (operation === undefined || operation.body === null) return false;
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

function conditionOf({ team, machine, afterSeq, item, kinds, stage }: OperationFilter): {
  readonly sql: string;
  readonly parameters: readonly SQLInputValue[];
} {
  const conditions: readonly (readonly [sql: string, ...parameters: SQLInputValue[]] | undefined)[] = [
    ['team = ?', team],
    machine === undefined ? undefined : ['machine = ?', machine],
    afterSeq === undefined ? undefined : ['seq > ?', afterSeq],
    item === undefined ? undefined : ['item = ?', encodeText(item)],
    kinds === undefined ? undefined : [`kind IN (${kinds.map(() => '?').join()})`, ...kinds],
    // Written out, so that the index of those that wait serves.
    stage === undefined ? undefined : [`stage = ${operationStages.indexOf(stage)}`],
  ];
  const told = conditions.filter((condition) => condition !== undefined);
  return {
    sql: told.map(([sql]) => sql).join(' AND '),
    parameters: told.flatMap(([, ...parameters]) => parameters),
  };
}

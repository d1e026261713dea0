import type { OperationId, TeamOperation } from '../../src/model/team.ts';
import type { OperationFilter, TeamReader, TeamWriter } from '../../src/ports/memory-store.ts';
import type { MemoryState } from './in-memory-memory-state.ts';

const keyOf = (team: string, { machine, seq }: OperationId) => `${team} ${machine} ${seq}`;

function fits(operation: TeamOperation, { team, machine, afterSeq, item, kinds }: OperationFilter): boolean {
  return (
    operation.team === team &&
    (machine === undefined || operation.machine === machine) &&
    (afterSeq === undefined || operation.seq > afterSeq) &&
    (item === undefined || operation.item === item) &&
    (kinds === undefined || kinds.includes(operation.kind))
  );
}

export function readTeams(state: () => MemoryState): TeamReader {
  return {
    teams: () => [...state().teams.values()],
    teamOperations: (filter) =>
      [...state().operations.values()]
        .filter(({ stage }) => filter.stage === undefined || stage === filter.stage)
        .map(({ operation }) => operation)
        .filter((operation) => fits(operation, filter))
        .sort((one, other) => (filter.machine === undefined ? 0 : one.seq - other.seq))
        .slice(0, filter.limit ?? Number.POSITIVE_INFINITY),
    itemsToldBy: (team, machine) =>
      new Set(
        [...state().operations.values()].flatMap(({ operation }) =>
          operation.team === team && operation.machine === machine ? (operation.item ?? []) : [],
        ),
      ),
    lastSeq: (team, machine) =>
      Math.max(
        0,
        ...[...state().operations.values()].flatMap(({ operation }) =>
          operation.team === team && operation.machine === machine ? [operation.seq] : [],
        ),
      ),
  };
}

export function writeTeams(state: () => MemoryState): TeamWriter {
  return {
    putTeam: (team) => void state().teams.set(team.id, team),
    removeTeam(id) {
      state().teams.delete(id);
      for (const [key, { operation }] of state().operations)
        if (operation.team === id) state().operations.delete(key);
    },
    addTeamOperation(operation, stage) {
      const key = keyOf(operation.team, operation);
      if (state().operations.has(key)) return false;
      state().operations.set(key, { operation, stage });
      return true;
    },
    moveTeamOperations(which, to) {
      const moved = [...state().operations].filter(
        ([, { operation, stage }]) => stage === which.stage && fits(operation, which),
      );
      for (const [key, { operation }] of moved) state().operations.set(key, { operation, stage: to });
      return moved.length;
    },
    removeTeamOperation: (team, id) => void state().operations.delete(keyOf(team, id)),
    emptyTeamOperation(team, id) {
      const found = state().operations.get(keyOf(team, id));
      if (found === undefined || found.operation.body === null) return false;
      state().operations.set(keyOf(team, id), { ...found, operation: { ...found.operation, body: null } });
      return true;
    },
  };
}

import { AfterwitError } from '../../src/model/errors.ts';
import { operationIdOf, type TeamOperation } from '../../src/model/team.ts';
import type { TeamHub } from '../../src/ports/team-hub.ts';

/** A hub in an array: the reference of the contract, and the fake of merging tests. Several machines may open the same one. */
export function inMemoryTeamHub(team: string): TeamHub {
  const log: TeamOperation[] = [];
  const ofMachine = (machine: string) => log.filter((operation) => operation.machine === machine);
  return {
    async push(operations) {
      const first = operations[0];
      if (operations.some((operation) => operation.team !== team || operation.machine !== first?.machine))
        throw new AfterwitError('INVALID_ARGUMENT', 'These are not operations of one machine of this team.');
      const known = ofMachine(first?.machine ?? '');
      const held = known.length;
      if (first !== undefined && first.seq > held + 1) return { kind: 'gap', held };
      const fork = operations.find(({ seq, signature, bodyDigest }) => {
        const stored = known[seq - 1];
        return stored !== undefined && (stored.signature !== signature || stored.bodyDigest !== bodyDigest);
      });
      if (fork !== undefined) return { kind: 'forked', seq: fork.seq };
      const added = operations.filter(({ seq }) => seq > held);
      log.push(...added);
      return { kind: 'stored', held: held + added.length };
    },
    async pull({ after, limit, places }) {
      const found: TeamOperation[] = [];
      let at = Number(after ?? 0);
      for (; at < log.length && found.length < limit; at++) {
        const operation = log[at] as TeamOperation;
        if (operation.place === undefined || places === undefined || places.includes(operation.place))
          found.push(operation);
      }
      return { operations: found, cursor: String(at), isAll: at === log.length };
    },
    async redactBodies(operations) {
      const ids = new Set(operations.map(operationIdOf));
      let emptied = 0;
      for (const [at, operation] of log.entries()) {
        if (!ids.has(operationIdOf(operation)) || operation.body === null) continue;
        log[at] = { ...operation, body: null };
        emptied += 1;
      }
      return emptied;
    },
    async close() {},
  };
}

import { defined } from '../../model/defined.ts';
import type { JsonValue, Team, TeamOperation, TeamOperationKind } from '../../model/team.ts';
import type { MemoryTransaction } from '../../ports/memory-store.ts';
import { tick } from '../../teams/hybrid-clock.ts';
import { signOperation } from '../../teams/sign-operation.ts';

/** The key that signs for this machine. */
export interface MachineKey {
  readonly publicKey: string;
  readonly privateKey: string;
}

export interface Told {
  readonly kind: TeamOperationKind;
  readonly body: Readonly<Record<string, JsonValue>>;
  readonly place?: string | undefined;
  readonly item?: string | undefined;
  readonly over?: readonly string[] | undefined;
}

/**
 * Writes one operation of this machine, in the transaction of its change, with the next seq and a later time than all before.
 * Its texts must be redacted.
 */
export function writeOperation(
  transaction: MemoryTransaction,
  team: Team,
  told: Told,
  { key, nowMs }: { readonly key: MachineKey; readonly nowMs: number },
): TeamOperation {
  // Asked anew each time: several operations of one transaction follow each other.
  const now = transaction.teams().find(({ id }) => id === team.id) ?? team;
  const clock = tick(now.clock, nowMs);
  const { kind, body, place, item, over } = told;
  const operation = signOperation(
    {
      ...{ team: team.id, machine: team.machine, seq: transaction.lastSeq(team.id, team.machine) + 1 },
      ...{ hlc: clock, kind, minReader: 1, principal: team.member },
      body: plain(body) as Readonly<Record<string, JsonValue>>,
      ...defined({ place, item, over }),
    },
    key.privateKey,
  );
  // Its own memories are settled as all are: a forgotten one is emptied at the next sync.
  transaction.addTeamOperation(operation, item === undefined ? 'applied' : 'proved');
  transaction.putTeam({ ...now, clock });
  return operation;
}

/** Returns the value without NUL and half characters, which no database keeps. */
function plain(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '');
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [plain(name) as string, plain(part)]),
  );
}

import { AfterwitError } from '../../model/errors.ts';

/** Why a hub did not answer as it should, in `data.reason`. */
export type HubFaultReason =
  | 'unreachable'
  | 'untrusted'
  | 'not_admitted'
  | 'password'
  | 'permission'
  | 'no_team'
  | 'no_schema'
  | 'newer_schema'
  | 'older_schema'
  | 'old_server'
  | 'read_only'
  | 'bypasses_rules'
  | 'busy'
  | 'full'
  | 'internal';

const wordings: Readonly<Record<HubFaultReason, string>> = {
  unreachable: 'cannot be reached. Check that it runs, and its host and port; what waits is sent next time.',
  untrusted:
    'has no certificate that this machine trusts. Give its authority by sslrootcert=FILE in the connection string.',
  not_admitted:
    'lets this machine in by no rule. It may ask for encryption (PGSSLMODE), or for a certificate of its authority (PGSSLCERT and PGSSLKEY): ask who keeps it.',
  password:
    'refused the role or its password, or was given none. Ask who keeps the team for the present one, and put it into PGPASSWORD or ~/.pgpass.',
  permission:
    'does not let this role do that. Use the role that was made for the team, or for making teams the owner.',
  no_team: 'does not know this team, or not for this role. Ask who keeps the team for its connection string.',
  no_schema: 'holds no hub yet. Who keeps the database creates the team there first.',
  newer_schema: 'was set up by a newer version of afterwit. Update afterwit on this machine.',
  older_schema: 'was set up by an older version of afterwit. Who keeps the database brings it up to date.',
  old_server: 'is older than Postgres 14. Use a newer server.',
  read_only: 'takes no writes: it is a replica, or set to read only. Use the address of the primary.',
  bypasses_rules:
    'gave a role that may read every team. Use the role that was made for this team, and never a superuser.',
  busy: 'did not let this machine write in time, since others are writing. Try again.',
  full: 'has no space left. Its owner must make some; what waits is sent next time.',
  internal: 'refused a statement. This is a fault of afterwit: please report it.',
};

/** Names of its own for the server, never the whole connection string: that holds a password. */
export function hubError(reason: HubFaultReason, where: string, sqlState?: string): AfterwitError {
  return new AfterwitError(
    reason === 'full' ? 'DISK_FULL' : reason === 'internal' ? 'INTERNAL' : 'TEAM_UNREACHABLE',
    `The team's Postgres ${where} ${wordings[reason]}`,
    { data: { reason, hub: where, ...(sqlState === undefined ? {} : { sqlState }) } },
  );
}

/** By SQLSTATE, whole or its class of two characters. */
const reasonOfState: Readonly<Record<string, HubFaultReason>> = {
  '08': 'unreachable',
  '25006': 'read_only',
  '28': 'password',
  '28000': 'not_admitted',
  '3D000': 'unreachable',
  '3F000': 'no_schema',
  '42501': 'permission',
  '42P01': 'no_schema',
  '40': 'busy',
  '53': 'busy',
  '53100': 'full',
  '55P03': 'busy',
  '57': 'unreachable',
  '57014': 'busy',
};

/** Codes by which Node tells why a connection or its encryption failed. */
const untrusted = /CERT|SELF_SIGNED|UNABLE_TO|TLS|SSL/;

/**
 * A fault of the driver or the server in our words. Keeps only its code: a message of the server may repeat values, and
 * one of the driver the connection.
 */
export function hubFault(fault: unknown, where: string): unknown {
  if (fault instanceof AfterwitError || !(fault instanceof Error)) return fault;
  const code = 'code' in fault && typeof fault.code === 'string' ? fault.code : '';
  if (/^[0-9A-Z]{5}$/.test(code) && 'severity' in fault)
    return hubError(reasonOfState[code] ?? reasonOfState[code.slice(0, 2)] ?? 'internal', where, code);
  // An alert is the server's word on the certificate of this machine.
  if (/ALERT/.test(code)) return hubError('not_admitted', where);
  if (untrusted.test(code) || fault.message.includes('does not support SSL'))
    return hubError('untrusted', where);
  // The server asked for a password, and there was none.
  if (/client password must be a string/.test(fault.message)) return hubError('password', where);
  // Faults of pg without a code: a connection that ended, timed out, or met an answer that it does not know.
  if (code !== '' || isOfDriver(fault.message)) return hubError('unreachable', where);
  return fault;
}

function isOfDriver(message: string): boolean {
  return /connection|connect|timeout|timed out|not queryable|password|SASL/i.test(message);
}

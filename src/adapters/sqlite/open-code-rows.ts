import type { SessionRows } from '../../ports/transcript-source.ts';
import { openFile } from './open-file.ts';

const rowsAtOnce = 200;
/** OpenCode holds its database only for a moment. */
const timeoutMs = 1_000;

const sessionsQuery = `SELECT session.id AS session, session.time_updated AS modifiedAtMs, sum(octet_length(part.data)) AS bytes
  FROM session JOIN part ON part.session_id = session.id GROUP BY session.id`;
/** Reads only the fields of a message that every part needs: it may hold the changes of a whole session. */
const partsQuery = `SELECT session.parent_id AS parent, session.directory, part.time_created AS at, part.data,
    CASE WHEN json_valid(message.data) THEN message.data ->> 'role' END AS role,
    CASE WHEN json_valid(message.data) THEN message.data ->> '$.path.cwd' END AS cwd
  FROM part JOIN message ON message.id = part.message_id JOIN session ON session.id = part.session_id
  WHERE part.session_id = ? ORDER BY message.time_created, message.id, part.id LIMIT ${rowsAtOnce} OFFSET ?`;

/** Sessions of OpenCode, in one database: a row is a part of a message, with the facts of its message and session. */
export const openCodeRows: SessionRows = {
  list: (database) =>
    ask(database, sessionsQuery)?.flatMap(({ session, bytes, modifiedAtMs }) =>
      typeof session === 'string'
        ? [{ session, bytes: Number(bytes), modifiedAtMs: Number(modifiedAtMs) }]
        : [],
    ),
  *read(database, session, after) {
    for (let at = after; ; at += rowsAtOnce) {
      const rows = ask(database, partsQuery, session, at) ?? [];
      if (rows.length > 0) yield rows.map(({ data, ...row }) => told({ session, ...row }, data));
      if (rows.length < rowsAtOnce) return;
    }
  },
};

/** The part's own text is put in as it is, so that a text that is no JSON spoils its row alone. */
function told(row: object, data: unknown): string {
  return `${JSON.stringify(row).slice(0, -1)},"part":${data}}`;
}

/** Undefined where it is locked, damaged, or lacks the tables. A lasting connection would keep OpenCode from merging its log. */
function ask(database: string, query: string, ...values: readonly (string | number)[]) {
  try {
    const { connection, cleanUp } = openFile(database, { readOnly: true, timeoutMs, mustExist: true });
    try {
      return connection.prepare(query).all(...values);
    } finally {
      connection.close();
      cleanUp?.();
    }
  } catch {
    return undefined;
  }
}

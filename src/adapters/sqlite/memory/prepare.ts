import type { Database, Statement } from '../database.ts';

/**
 * Prepares a statement, once for each connection. Integers are read as bigints. Read all rows; use `iterate` only when
 * nothing else can run the same statement meanwhile.
 */
export type Prepare = (sql: string) => Statement;

export function cachedPrepare(database: Database): Prepare {
  const statements = new Map<string, Statement>();
  return (sql) => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const statement = database.prepare(sql, { bigIntegers: true });
    statements.set(sql, statement);
    return statement;
  };
}

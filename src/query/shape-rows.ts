/** Row of a table of shapes: the meaning of a line that looks so, and the tool or language that prints it. */
export interface ShapeRow {
  readonly says: string;
  readonly of: string;
  readonly shape: RegExp;
}

/**
 * Reads a table of shapes, one row a line: its meaning, the tool, and the shape up to the end of the line. A word that
 * ends with `~` takes capitals and small letters alike. A new format of errors is a new row.
 */
export function shapeRows(table: string): readonly ShapeRow[] {
  return [...table.matchAll(/^(\S+?)(~?) (\S+) (.+)$/gm)].map(
    ([, says = '', anyCase, of = '', source = '']) => ({
      says,
      of,
      shape: new RegExp(source, anyCase ? 'i' : ''),
    }),
  );
}

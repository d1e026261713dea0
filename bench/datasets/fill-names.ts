/** A copy of a row of texts in which each `{name}` stands for its value; other braces stay. */
export function fillNames<Row>(row: Row, values: Readonly<Record<string, string | number>>): Row {
  return JSON.parse(JSON.stringify(row), (_, value) =>
    typeof value === 'string'
      ? value.replaceAll(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole))
      : value,
  );
}

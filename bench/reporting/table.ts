export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** A table with one row for each of `all`; a column is named by its head, and tells what stands in it. */
export function tableOf<Row>(
  title: string,
  all: Iterable<Row>,
  columns: Readonly<Record<string, (row: Row) => string | number>>,
): Table {
  const rows = [...all].map((row) => Object.values(columns).map((cell) => cell(row)));
  return { title, columns: Object.keys(columns), rows };
}

/** A table as Markdown, padded so that it can be read as plain text too. */
export function renderTable({ title, columns, rows }: Table): string {
  const cells = [columns, ...rows].map((row) => row.map(String));
  const widths = columns.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)));
  const render = (row: readonly string[]) =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`;
  const [head = [], ...body] = cells;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [`**${title}**`, '', render(head), rule, ...body.map(render), ''].join('\n');
}

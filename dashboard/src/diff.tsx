/** Lines of two texts beside each other: what both have stands once in each column. */
interface DiffRow {
  readonly before?: string;
  readonly after?: string;
}

/** Longest common sequence of lines; texts of memories have at most some hundred. */
function diffLines(before: readonly string[], after: readonly string[]): readonly DiffRow[] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  const at = (row: number, column: number) => lengths[row]?.[column] ?? 0;
  for (let row = before.length - 1; row >= 0; row--)
    for (let column = after.length - 1; column >= 0; column--)
      (lengths[row] as Uint16Array)[column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  const rows: DiffRow[] = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    const [left, right] = [before[row], after[column]];
    if (left !== undefined && left === right) {
      rows.push({ before: left, after: left });
      row++;
      column++;
    } else if (right !== undefined && (left === undefined || at(row, column + 1) > at(row + 1, column))) {
      rows.push({ after: right });
      column++;
    } else {
      rows.push({ before: left ?? '' });
      row++;
    }
  }
  return joinChanges(rows);
}

/** A line that was taken out stands beside the one that came for it. */
function joinChanges(rows: readonly DiffRow[]): readonly DiffRow[] {
  const joined: DiffRow[] = [];
  let free: number[] = [];
  for (const row of rows) {
    if (row.before !== undefined && row.after !== undefined) free = [];
    const place = row.before === undefined ? free.shift() : undefined;
    if (place !== undefined) joined[place] = { ...joined[place], ...row };
    else {
      if (row.after === undefined) free.push(joined.length);
      joined.push(row);
    }
  }
  return joined;
}

/** Two texts side by side, line by line; what differs is marked, and said to be. */
export function Diff(props: {
  readonly before: string;
  readonly after: string;
  readonly titles: readonly [before: string, after: string];
}) {
  const rows = diffLines(props.before.split('\n'), props.after.split('\n'));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table must be scrolled by keys too
    <section class="wide" tabIndex={0} aria-label={`${props.titles[0]} beside ${props.titles[1]}`}>
      <table class="diff">
        <thead>
          <tr>
            {props.titles.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ before, after }, at) => (
            <tr key={at}>
              <td>{before === after ? before : before === undefined ? '' : <del>{before || ' '}</del>}</td>
              <td>{before === after ? after : after === undefined ? '' : <ins>{after || ' '}</ins>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

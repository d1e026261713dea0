/** A document that is made, wholly or in marked regions, from the source. */
export interface Page {
  /** From the top of the repository. */
  readonly path: string;
  /**
   * The page as it should be.
   * @param current The page as it is; empty when there is none.
   * @throws Error When the hand-written part of the page lacks something the source asks for.
   */
  readonly render: (current: string) => string | Promise<string>;
}

/**
 * Puts generated text between `<!-- generated: NAME -->` and `<!-- /generated: NAME -->`.
 * @throws Error When the page has no such region.
 */
export function replaceRegion(page: string, name: string, text: string): string {
  const start = `<!-- generated: ${name} -->`;
  const end = `<!-- /generated: ${name} -->`;
  const from = page.indexOf(start);
  const to = page.indexOf(end);
  if (from === -1 || to < from)
    throw new Error(`The page has no region between ${start} and ${end}: add both lines.`);
  return `${page.slice(0, from + start.length)}\n\n${text.trim()}\n\n${page.slice(to)}`;
}

/** A Markdown table. Bars in cells are escaped. */
export function renderTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}

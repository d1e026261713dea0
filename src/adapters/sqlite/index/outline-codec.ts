import type { SymbolOutline } from '../../../model/code.ts';

type Row = readonly [
  name: string,
  kind: SymbolOutline['kind'],
  startLine: number,
  endLine: number,
  container?: string,
];

/** Symbols as rows of JSON: half as long as with the names of their fields. */
export function encodeOutline(symbols: readonly SymbolOutline[]): string {
  const rows = symbols.map(({ name, kind, startLine, endLine, container }): Row => {
    return container === undefined
      ? [name, kind, startLine, endLine]
      : [name, kind, startLine, endLine, container];
  });
  return JSON.stringify(rows);
}

/** Reads what {@link encodeOutline} wrote. */
export function decodeOutline(text: string): readonly SymbolOutline[] {
  const rows = JSON.parse(text) as readonly Row[];
  return rows.map(([name, kind, startLine, endLine, container]) =>
    container === undefined
      ? { name, kind, startLine, endLine }
      : { name, kind, container, startLine, endLine },
  );
}

import type { GoldRanks } from '../reporting/gold-ranks.ts';
import type { Table } from '../reporting/table.ts';
import { methodTable } from './method-table.ts';
import { type LocateTrace, rankGold } from './trace-cases.ts';

/** As many files as have summaries unless settings say otherwise. */
export const hotFileCount = 200;
/** In smaller trees nearly everything is hot. */
const largeTree = 2 * hotFileCount;

/** A question with the files of its tree that were changed most of late. */
export interface HotCase {
  readonly trace: LocateTrace;
  readonly hotFiles: ReadonlySet<string>;
}

/** Is what is changed often found better than what is not? */
export function describeHotFiles(cases: readonly HotCase[]): readonly Table[] {
  const large = cases.filter(({ trace }) => trace.files.length > largeTree);
  return [
    tableOf(`the ${hotFileCount} hot files`, cases),
    ...(large.length === 0
      ? []
      : [tableOf(`the ${hotFileCount} hot files, trees of more than ${largeTree} source files`, large)]),
  ];
}

function tableOf(title: string, cases: readonly HotCase[]): Table {
  const groups = Map.groupBy(cases, groupOf);
  const rows = [...groups].flatMap(([name, own]) => {
    const ranks: readonly GoldRanks[] = own.map(({ trace }) => rankGold(trace, trace.files));
    return methodTable('', [{ name, ranks }]).rows.map((row) => row.slice(0, -2));
  });
  const columns = methodTable('', []).columns.slice(0, -2);
  return { title: `Gold inside and outside ${title}`, columns: ['gold', ...columns.slice(1)], rows };
}

function groupOf({ trace, hotFiles }: HotCase): string {
  const hot = trace.issue.gold_files.filter((path) => hotFiles.has(path)).length;
  if (hot === 0) return 'all outside';
  return hot === trace.issue.gold_files.length ? 'all inside' : 'some inside';
}

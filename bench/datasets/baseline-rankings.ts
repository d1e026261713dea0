import { existsSync } from 'node:fs';
import { readJsonLines } from './json-lines.ts';

/** Files that another program ranked, best first, by instance. */
export type BaselineRankings = ReadonlyMap<string, readonly string[]>;

interface Row {
  readonly instance_id: string;
  readonly ranking: readonly string[];
}

/** Answers of ChronoRepo, from `NAME.chronorepo.jsonl.gz` beside each dataset `NAME.jsonl.gz` that has one. */
export function readBaselineRankings(datasets: readonly string[]): BaselineRankings {
  const rows = datasets
    .map((path) => path.replace(/\.jsonl(?:\.gz)?$/, '.chronorepo.jsonl.gz'))
    .filter((path, position) => path !== datasets[position] && existsSync(path))
    .flatMap((path) => readJsonLines<Row>(path));
  return new Map(rows.map(({ instance_id, ranking }) => [instance_id, ranking]));
}

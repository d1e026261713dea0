import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Suite, SuiteOptions, SuiteReport } from './suite.ts';

/** A part of a suite, in a folder of its own that is empty. */
type Part = (options: SuiteOptions, folder: string) => SuiteReport | Promise<SuiteReport>;

interface PartedSuite extends Omit<Suite, 'run'> {
  readonly parts: Readonly<Record<string, Part>>;
  /** Parts that run only where `--part` names them. */
  readonly named?: Readonly<Record<string, Part>>;
}

/** A suite whose parts run one after the other, those that `--part` names or all, and that reports them together. */
export function suiteOfParts({ description, options, parts, named = {}, ...suite }: PartedSuite): Suite {
  const all = Object.entries({ ...parts, ...named });
  const names = [
    ...(Object.keys(parts).length > 0 ? [`parts: ${Object.keys(parts).join(', ')}`] : []),
    ...(Object.keys(named).length > 0 ? [`only when named: ${Object.keys(named).join(', ')}`] : []),
  ];
  return {
    ...suite,
    description: `${description}; ${names.join('; ')}`,
    options: ['part', ...options],
    async run(asked) {
      const unknown = asked.parts.find((name) => all.every(([known]) => known !== name));
      if (unknown !== undefined) throw new RangeError(`There is no part ${unknown}. ${names.join('; ')}.`);
      const chosen = asked.parts.length === 0 ? Object.keys(parts) : asked.parts;
      const reports: SuiteReport[] = [];
      for (const [name, run] of all)
        if (chosen.includes(name)) reports.push(await inFolder(asked.home, (folder) => run(asked, folder)));
      return {
        cases: reports.reduce((sum, { cases }) => sum + cases, 0),
        figures: Object.assign({}, ...reports.map(({ figures }) => figures)),
        tables: reports.flatMap(({ tables }) => tables),
      };
    },
  };
}

async function inFolder<Result>(home: string, work: (folder: string) => Promise<Result> | Result) {
  mkdirSync(home, { recursive: true });
  const folder = mkdtempSync(join(home, 'part-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

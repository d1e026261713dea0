import { isTestPath } from '../../../src/text/path-role.ts';
import { readBlobs, runGit } from '../../locate/run-git.ts';

/** A definition at the top of a Python file. */
export interface Definition {
  readonly id: string;
  readonly path: string;
  readonly name: string;
  readonly text: string;
}

/** The next line of a file needs one of the definitions that it imports from its repository: which? */
export interface CompletionCase {
  readonly id: string;
  readonly repository: string;
  /** The lines before it. */
  readonly query: string;
  readonly candidates: readonly Definition[];
  readonly gold: Definition;
}

const mostFiles = 600;
const linesOfQuery = 15;
const firstLine = 10;
/** Shorter definitions need no compression. */
const leastCharacters = 300;
const mostCharacters = 2_500;
const candidateCounts = { least: 4, most: 24 } as const;

/** Cases of one repository at its head, as RepoBench-R makes them: the first use of a name imported from another file. */
export function mineCompletions(
  gitDirectory: string,
  repository: string,
  count: number,
): readonly CompletionCase[] {
  const files = readPythonFiles(gitDirectory);
  const definitions = new Map([...files].map(([path, text]) => [path, definitionsOf(path, text)]));
  const cases = [...files].flatMap(([path, text]) => {
    const one = caseOf(path, text, definitions);
    return one === undefined ? [] : [{ ...one, id: `${repository}:${path}`, repository }];
  });
  const step = Math.max(1, Math.floor(cases.length / count));
  return cases.filter((_, at) => at % step === 0).slice(0, count);
}

function readPythonFiles(gitDirectory: string): ReadonlyMap<string, string> {
  const rows = runGit(gitDirectory, ['ls-tree', '-r', 'HEAD'])
    .split('\n')
    .map((row) => row.split(/[\s\t]+/))
    .filter(([, kind, , path = '']) => kind === 'blob' && path.endsWith('.py') && !isTestPath(path))
    .slice(0, mostFiles);
  const paths = new Map(rows.map(([, , id = '', path = '']) => [id, path]));
  const files = new Map<string, string>();
  readBlobs(gitDirectory, [...paths.keys()], (id, text) => files.set(paths.get(id) ?? id, text));
  return files;
}

function definitionsOf(path: string, text: string): readonly Definition[] {
  return text.split(/\n(?=\S)/).flatMap((block) => {
    const [, name] = /^(?:async )?(?:def|class) (\w+)/.exec(block) ?? [];
    return name === undefined
      ? []
      : [{ id: `${path}:${name}`, path, name, text: block.slice(0, mostCharacters) }];
  });
}

function caseOf(
  path: string,
  text: string,
  definitions: ReadonlyMap<string, readonly Definition[]>,
): Pick<CompletionCase, 'query' | 'candidates' | 'gold'> | undefined {
  const imported = [...text.matchAll(/^from ([\w.]+) import ([^(#\n]+|\([^)]*\))/gm)].flatMap(
    ([, module = '', names = '']) => {
      const from = resolveModule(path, module, definitions);
      const wanted = new Set(names.match(/\w+/g));
      return from === undefined ? [] : [{ all: from, wanted }];
    },
  );
  const long = ({ text: own }: Definition) => own.length >= leastCharacters;
  const usable = imported.flatMap(({ all, wanted }) =>
    all.filter(({ name }) => wanted.has(name)).filter(long),
  );
  const beside = imported.flatMap(({ all }) => all.filter(long));
  const candidates = [...new Map([...usable, ...beside].map((one) => [one.id, one])).values()];
  if (usable.length === 0 || candidates.length < candidateCounts.least) return undefined;
  const lines = text.split('\n');
  for (const [at, line] of lines.entries()) {
    if (at < firstLine || /^(?:from|import|\s*#|\s{4}\w+,$)/.test(line)) continue;
    const gold = usable.find(({ name }) => line.includes(`${name}(`));
    if (gold === undefined) continue;
    const query = lines.slice(Math.max(0, at - linesOfQuery), at).join('\n');
    return { query, gold, candidates: candidates.slice(0, candidateCounts.most) };
  }
  return undefined;
}

function resolveModule(
  path: string,
  module: string,
  definitions: ReadonlyMap<string, readonly Definition[]>,
): readonly Definition[] | undefined {
  const dots = /^\.*/.exec(module)?.[0].length ?? 0;
  const folder = path.split('/').slice(0, -dots);
  const rest = module.slice(dots).split('.').filter(Boolean);
  const wanted = dots === 0 ? rest.join('/') : [...folder, ...rest].join('/');
  for (const end of ['.py', '/__init__.py'])
    for (const [known, all] of definitions)
      if (known === `${wanted}${end}` || (dots === 0 && known.endsWith(`/${wanted}${end}`))) return all;
  return undefined;
}

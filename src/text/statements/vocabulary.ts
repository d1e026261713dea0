import { stem } from '../stem.ts';

/** Tools of which a project uses one for each job: "lint with ruff" and "with flake8" do not both hold. Some do more than one job. */
const toolsOfJobs = [
  'npm npx pnpm pnpx yarn bun bunx deno',
  'pip pip3 pipenv poetry uv uvx pdm conda mamba rye hatch',
  'mypy pyright basedpyright pyre ty',
  'eslint biome oxlint tslint',
  'ruff flake8 pylint',
  'prettier biome dprint oxfmt',
  'black yapf autopep8 ruff',
  'jest vitest mocha jasmine ava',
  'pytest unittest nose nose2',
  'pre-commit prek lefthook husky',
  'webpack vite rollup rolldown esbuild parcel turbopack rspack tsup tsdown',
  'cypress playwright puppeteer selenium',
  'prisma drizzle typeorm sequelize mikro-orm',
  'nx turbo lerna moon',
  'make just task',
  'maven mvn gradle ant bazel',
  'gcc clang msvc',
  'docker podman',
  'postgres mysql mariadb sqlite',
  'postgresql mysql mariadb sqlite',
];

/** Settings of which one is chosen for each thing: "indent with tabs" and "with spaces" do not both hold. */
const settings = [
  'tab tabs space spaces',
  'single double',
  'camelcase pascalcase snake_case snakecase kebab-case',
  'merge rebase squash',
  'sync async',
  'synchronous asynchronous',
  'public private',
  'stdout stderr',
  'lf crlf',
  'esm cjs commonjs',
  'enabled disabled',
  'enable disable',
  'allowed forbidden',
  'required optional',
  'yes no',
  'always never',
  'true false',
  'on off',
  'before after',
];

/** Circumstances: fixes that name others of them differ, and rules may name several, each of which holds. */
const circumstances = [
  'http https',
  'cpu gpu cuda mps tpu',
  'dev development prod production staging',
  'debug release',
  'main master',
  'absolute relative',
  'global local',
  'min max minimum maximum',
  'first last',
  'eslint prettier',
];

/** Words that say opposite things of one matter. */
const opposites: readonly (readonly [one: string, other: string])[] = [
  ['add create insert introduce restore keep', 'remove delete drop erase omit strip'],
  ['install', 'uninstall'],
  ['enable activate', 'disable deactivate'],
  ['upgrade bump', 'downgrade rollback revert'],
  ['increase raise extend grow widen', 'decrease lower reduce shrink shorten narrow'],
  ['allow permit accept whitelist', 'deny forbid block reject blacklist'],
  ['include', 'exclude'],
  ['start launch', 'stop kill terminate'],
  ['set define', 'unset undefine'],
  ['pin', 'unpin'],
  ['lock', 'unlock'],
  ['open', 'close'],
  ['mount attach', 'unmount detach'],
  ['encode', 'decode'],
  ['encrypt', 'decrypt'],
  ['quote escape', 'unquote unescape'],
  ['true', 'false'],
  ['on', 'off'],
  ['before', 'after'],
];

/** An opposition and the side of it that a word takes. */
export interface Side {
  readonly matter: number;
  readonly sign: 1 | -1;
}

/** Words as they stand in texts, and stemmed: function words are never stemmed. */
function formsOf(words: string): readonly string[] {
  return words.split(' ').flatMap((word) => [word, stem(word)]);
}

/** Side that each word takes in its opposition. */
export const sides: ReadonlyMap<string, Side> = new Map(
  opposites.flatMap(([one, other], matter) => [
    ...formsOf(one).map((word): [string, Side] => [word, { matter, sign: 1 }]),
    ...formsOf(other).map((word): [string, Side] => [word, { matter, sign: -1 }]),
  ]),
);

/** Words that negate what follows. */
export const negations: ReadonlySet<string> = new Set(
  'not never no without avoid don dont cannot'.split(' '),
);

/** Verbs of doing or using something, plain and stemmed. */
export const usingWords: ReadonlySet<string> = new Set(
  formsOf('run use call keep do perform execute apply start make invoke follow rely'),
);

const chosen = groupsOf(settings);
const rivals = groupsOf([...toolsOfJobs, ...settings]);
const alternatives = groupsOf([...toolsOfJobs, ...settings, ...circumstances]);

/** Whether two rules with these words in one place do not both hold: two tools for one job, two choices of one setting. */
export function areRivals(one: string, other: string): boolean {
  return shareGroup(rivals, one, other);
}

/** Whether the two are choices of one setting, so that forbidding one asks for the other. */
export function areOpposite(one: string, other: string): boolean {
  return shareGroup(chosen, one, other);
}

/** Whether two fixes with these words in one place are not the same: rivals, or other circumstances. */
export function areAlternatives(one: string, other: string): boolean {
  return shareGroup(alternatives, one, other);
}

function groupsOf(groups: readonly string[]): ReadonlyMap<string, ReadonlySet<number>> {
  const found = new Map<string, Set<number>>();
  for (const [group, words] of groups.entries())
    for (const word of formsOf(words)) found.set(word, (found.get(word) ?? new Set()).add(group));
  return found;
}

function shareGroup(groups: typeof rivals, one: string, other: string): boolean {
  const own = groups.get(other);
  if (own === undefined || stem(one) === stem(other)) return false;
  return [...(groups.get(one) ?? [])].some((group) => own.has(group));
}

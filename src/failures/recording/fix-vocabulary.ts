import { stem } from '../../text/stem.ts';

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

/** Groups of alternatives. Two fixes with different words of a group made different choices. */
const alternatives: readonly string[] = [
  'npm pnpm yarn bun deno',
  'pip uv poetry conda mamba pipenv pdm',
  'jest vitest mocha ava jasmine',
  'webpack vite rollup esbuild parcel rspack rolldown',
  'eslint biome prettier oxlint',
  'flake8 ruff pylint',
  'maven gradle ant bazel',
  'gcc clang msvc',
  'docker podman',
  'postgres postgresql mysql mariadb sqlite',
  'http https',
  'cpu gpu cuda mps tpu',
  'dev development prod production staging',
  'debug release',
  'main master',
  'tabs spaces',
  'lf crlf',
  'esm cjs commonjs',
  'sync async',
  'absolute relative',
  'global local',
  'public private',
  'min max minimum maximum',
  'first last',
  'rebase merge',
];

/** An opposition and the side of it that a word takes. */
export interface Side {
  readonly matter: number;
  readonly sign: 1 | -1;
}

/** A word in both forms, plain and stemmed, because `wordsInOrder` does not stem function words. */
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

/** Number of the group of alternatives to which a word belongs. */
export const choices: ReadonlyMap<string, number> = new Map(
  alternatives.flatMap((words, choice) => formsOf(words).map((word) => [word, choice] as const)),
);

/** Words that negate what follows. */
export const negations: ReadonlySet<string> = new Set(
  'not never no without avoid don dont cannot'.split(' '),
);

/** Verbs of doing or using something, in the form of `wordsInOrder`. */
export const usingWords: ReadonlySet<string> = new Set(
  formsOf('run use call keep do perform execute apply start make invoke follow rely'),
);

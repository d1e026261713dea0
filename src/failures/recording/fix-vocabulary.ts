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

/** Words of which a fix chooses one: what takes the place of another is another choice. */
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

/** A matter with which of its two sides a word takes. */
export interface Side {
  readonly matter: number;
  readonly sign: 1 | -1;
}

/** A word as it is and as `wordsInOrder` gives it: function words are not stemmed. */
function formsOf(words: string): readonly string[] {
  return words.split(' ').flatMap((word) => [word, stem(word)]);
}

/** Which side of which matter a word takes. */
export const sides: ReadonlyMap<string, Side> = new Map(
  opposites.flatMap(([one, other], matter) => [
    ...formsOf(one).map((word): [string, Side] => [word, { matter, sign: 1 }]),
    ...formsOf(other).map((word): [string, Side] => [word, { matter, sign: -1 }]),
  ]),
);

/** Number of the choice that a word is one of. */
export const choices: ReadonlyMap<string, number> = new Map(
  alternatives.flatMap((words, choice) => formsOf(words).map((word) => [word, choice] as const)),
);

/** Words that turn what follows into its opposite. */
export const negations: ReadonlySet<string> = new Set(
  'not never no without avoid don dont cannot'.split(' '),
);

/** Words of doing a thing or making use of it, as `wordsInOrder` gives them. */
export const usingWords: ReadonlySet<string> = new Set(
  formsOf('run use call keep do perform execute apply start make invoke follow rely'),
);

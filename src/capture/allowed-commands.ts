import { fieldsOf, parsedJson } from '../text/json/fields.ts';

/**
 * Arguments that a program may be told without a person's confirmation, as forms, options left out. A word stands for
 * itself; `a|b` is one of them; `<kind>` is a name that the repository declares, `<task>` a script that is called by
 * its name alone, `<path>` a file or folder of it, `<package>` a folder of Go, `<program>` a file that is run,
 * `<requirements>` a list of packages, `<number>` or `<time>`; `…` repeats the last.
 */
interface AllowedProgram {
  readonly forms: readonly string[];
  /** Options of its own beside {@link commonOptions}; behind a `=`, the allowed value, here or as the next word. */
  readonly options?: string;
}

/** They change how much is said, how strictly is judged, or how much of the repository is read. */
export const commonOptions: ReadonlySet<string> = new Set(
  `-q -v -vv -x -s --quiet --silent --verbose --color --no-color --fix --write --check --diff --list --all --watch=false --run --ci
  --coverage --offline --locked --frozen --frozen-lockfile --immutable --no-build --no-restore --no-deps --workspace --workspaces
  --all-targets --all-features --all-files --no-default-features --release --lib --bins --tests --examples --no-run --no-fail-fast
  --strict --stats --no-cache --no-emit --noEmit --build --pretty --bail --lf --ff --failed-first --last-failed --no-header --race
  -race -short -cover -count=1 --stacktrace --info --no-daemon --batch-mode -B --dry-run --production --dev --no-dev --no-audit
  --no-fund --ignore-scripts --prefer-offline`.split(/\s+/),
);

/** They choose what is read or tested, or change how much is said; another may write, fetch or start a program. */
export const readingOptions: ReadonlySet<string> = new Set(
  `-- -k -m -t -n -run -count -race -short -cover -timeout --maxfail --tb --lf --ff --cov --durations --collect-only --no-header
  --filter --grep --testNamePattern --run --runInBand --noEmit --strict --all --lib --test --tests --workspace --all-features --release
  --nocapture --no-run --no-fail-fast --offline --locked --quiet --verbose --color --no-color --oneline --stat --numstat --short
  --porcelain --name-only --name-status --cached --staged --decorate --graph --follow --author --since --until --pretty --format
  --files --glob --include --exclude --type --hidden --max-warnings`.split(/\s+/),
);

const javascriptScripts = [
  'ci',
  'install|i',
  'test|t',
  'test|t <path>…',
  'run clean|<script>',
  'run <script> <path>…',
];
const readers = { forms: ['', '<path>…'] };

/** One row a program; other programs wait for a person. */
export const allowedPrograms: Readonly<Record<string, AllowedProgram>> = {
  npm: { forms: javascriptScripts },
  pnpm: { forms: [...javascriptScripts, '<task>'] },
  yarn: { forms: ['', ...javascriptScripts, '<task>'] },
  bun: { forms: ['install', 'test', 'test <path>…', 'run <script>'] },
  deno: { forms: ['test|lint|fmt|check', 'test|lint|fmt|check <path>…', 'task <denoTask>'] },
  composer: { forms: ['install', 'run|run-script <composerScript>', 'validate'] },
  make: { forms: ['', 'clean|<target>…'], options: '-j -j2 -j4 -j8 -k -B' },
  gmake: { forms: ['', 'clean|<target>…'], options: '-j -j2 -j4 -j8 -k -B' },
  ninja: { forms: [''], options: '-k' },
  ctest: { forms: [''], options: '--output-on-failure -j4' },
  meson: { forms: ['test|compile'] },
  just: { forms: ['', 'clean|<recipe>'] },
  rake: { forms: ['', 'clean|<rakeTask>'] },
  gradle: { forms: ['build|test|check|assemble|clean|classes|testClasses|javadoc|<gradleTask>…'] },
  mvn: { forms: ['clean|validate|compile|test-compile|test|package|verify…'], options: '-o -DskipTests' },
  sbt: { forms: ['clean|compile|test…'] },
  lein: { forms: ['test|compile|check'] },
  bazel: { forms: ['build|test //...'] },
  tox: { forms: ['', '-e <testEnvironment>'] },
  nox: { forms: ['', '-s <noxSession>'] },
  nx: { forms: ['run-many -t build|test|lint', 'affected -t build|test|lint'] },
  turbo: { forms: ['run <script>', '<task>'] },
  dotnet: { forms: ['build|test|restore|clean|format', 'build|test|restore|clean|format <path>'] },
  mix: { forms: ['compile|test|format|deps.get|deps.compile|credo', 'test|format <path>…'] },
  rebar3: { forms: ['compile|eunit|ct|dialyzer'] },
  cargo: {
    forms: ['build|check|test|clippy|fmt|bench|doc|clean|fetch', 'nextest run'],
    options: '-p=<crate> --package=<crate>',
  },
  go: {
    forms: [
      'build|test|vet|fmt|generate ./...|.',
      'build|test|vet|fmt|generate <package>…',
      'run <program>',
      'mod tidy|vendor|download|verify',
      'work sync',
    ],
    options: '-timeout=<time> -p=<number>',
  },
  gofmt: { forms: ['<path>…'], options: '-l -w -d' },
  'golangci-lint': { forms: ['run', 'run ./...'] },
  swift: { forms: ['build|test'] },
  zig: { forms: ['build', 'build test'] },
  dart: { forms: ['test|analyze|format', 'test|analyze|format <path>…', 'pub get'] },
  flutter: { forms: ['test|analyze', 'test <path>…', 'pub get'] },
  stack: { forms: ['build|test'] },
  cabal: { forms: ['build|test'] },
  bundle: { forms: ['install'] },
  poetry: { forms: ['install|lock|check'] },
  uv: { forms: ['sync|lock'] },
  pdm: { forms: ['install|sync|lock'] },
  pipenv: { forms: ['install|sync'] },
  pip: { forms: ['install .', 'install -e .', 'install -r <requirements>', 'check'] },
  pip3: { forms: ['install .', 'install -e .', 'install -r <requirements>', 'check'] },
  'pre-commit': { forms: ['run', 'run <hook>'] },
  pytest: {
    forms: ['', '<path>…'],
    options: '--maxfail=<number> -n=<number>|auto --tb=short|long|line|native|no',
  },
  unittest: { forms: ['', 'discover', '<path>…'] },
  compileall: readers,
  mypy: { forms: ['.', '', '<path>…'] },
  pyright: readers,
  flake8: readers,
  pylint: readers,
  black: { forms: ['.', '<path>…'] },
  isort: { forms: ['.', '<path>…'] },
  ruff: { forms: ['check|format', 'check|format .', 'check|format <path>…'] },
  tsc: { forms: [''], options: '-b' },
  eslint: { forms: ['', '.', '<path>…'], options: '--max-warnings=<number>' },
  prettier: { forms: ['.', '<path>…'] },
  biome: { forms: ['check|lint|format|ci', 'check|lint|format|ci .', 'check|lint|format|ci <path>…'] },
  vitest: { forms: ['', 'run', 'run <path>…', '<path>…'] },
  jest: readers,
  mocha: readers,
  vite: { forms: ['build'] },
  webpack: { forms: [''] },
  rollup: { forms: [''], options: '-c' },
  phpunit: readers,
  rspec: readers,
  rubocop: { forms: ['', '<path>…'], options: '-a -A' },
  rustfmt: { forms: ['<path>…'] },
  terraform: { forms: ['validate', 'fmt'] },
  buf: { forms: ['lint|build'] },
  shellcheck: { forms: ['<path>…'] },
  node: { forms: ['<program>', '--test', '--test <path>…'] },
  python: { forms: ['<program>', '<program> <path>…', 'manage.py test|check'] },
  python3: { forms: ['<program>', '<program> <path>…', 'manage.py test|check'] },
  ruby: { forms: ['<program>'] },
  php: { forms: ['<program>'] },
};

/** The words after these are a command of the project, held to the same list. */
export const handingOn: readonly (readonly string[])[] = [
  ...['uv run', 'poetry run', 'pipenv run', 'pdm run', 'bundle exec', 'pnpm exec', 'yarn exec'],
  ...['python -m', 'python3 -m'],
].map((words) => words.split(' '));

/** Wrappers that the repository brings, each run by the rules of a program. */
export const wrappers: Readonly<Record<string, string>> = { './gradlew': 'gradle', './mvnw': 'mvn' };

/** The working tree as far as a command may name parts of it. */
export interface ProjectFiles {
  /** The text of a file; undefined where there is none. */
  readonly textOf: (path: string) => string | undefined;
  readonly isFolder: (path: string) => boolean;
}

interface Declaration {
  /** Looked for at the top of the working tree; the first that is there counts. */
  readonly files: readonly string[];
  readonly names: (text: string) => Iterable<string>;
}

/** Kinds of names that files of a repository declare for a program to run. */
const declarations = {
  script: { files: ['package.json'], names: keysOf('scripts') },
  composerScript: { files: ['composer.json'], names: keysOf('scripts') },
  denoTask: { files: ['deno.json'], names: keysOf('tasks') },
  target: { files: ['GNUmakefile', 'makefile', 'Makefile'], names: matched(/^([\w./-]+)\s*:(?![:=])/gm) },
  recipe: {
    files: ['justfile', 'Justfile', '.justfile'],
    names: matched(/^@?([\w-]+)(?: [^:\n]*)?:(?!=)/gm),
  },
  rakeTask: { files: ['Rakefile', 'rakefile'], names: matched(/^\s*task[ (]+[:"']?([\w:]+)/gm) },
  gradleTask: {
    files: ['build.gradle', 'build.gradle.kts'],
    names: matched(/^\s*(?:task|tasks\.(?:register|create))[ (]+["']?(\w+)/gm),
  },
  testEnvironment: { files: ['tox.ini'], names: matched(/^\[testenv:([\w.-]+)\]/gm) },
  noxSession: { files: ['noxfile.py'], names: matched(/^def (\w+)\(session/gm) },
  hook: { files: ['.pre-commit-config.yaml'], names: matched(/^\s*-\s*id:\s*([\w-]+)/gm) },
  crate: { files: ['Cargo.toml'], names: matched(/^name\s*=\s*"([\w-]+)"/gm) },
} as const satisfies Readonly<Record<string, Declaration>>;

export type DeclaredKind = keyof typeof declarations;

export function declares(kind: DeclaredKind, name: string, { textOf }: ProjectFiles): boolean {
  const { files, names } = declarations[kind];
  const text = files.map(textOf).find((one) => one !== undefined);
  return text !== undefined && new Set(names(text)).has(name);
}

function matched(pattern: RegExp): Declaration['names'] {
  return (text) => [...text.matchAll(pattern)].map(([, name = '']) => name);
}

function keysOf(field: string): Declaration['names'] {
  return (text) => Object.keys(fieldsOf(fieldsOf(parsedJson(text))[field]));
}

/** Plain words: no quote, substitution, redirection or second command. */
export const plainCommand = /^[\w./@:=+,^-]+(?: [\w./@:=+,^-]+){0,11}$/;
const longestCommand = 140;

/** These run what the files of a project declare. */
const runsTargets = wordsOf(
  'make ninja just rake gradle ./gradlew mvn ./mvnw sbt bazel ctest tox nox turbo nx dotnet mix',
);
/** These look at sources, or rewrite them in place. */
const readsSources = wordsOf(
  `pytest unittest mypy ruff black isort flake8 pylint pyright tsc eslint prettier biome vitest jest mocha vite webpack rollup phpunit
  rspec rubocop rustfmt gofmt golangci-lint compileall`,
);
/** These run a file: it must be one of the repository. */
const runsFile = wordsOf('node python python3 ruby php');
/** What comes after is a command that the project has already; nothing is fetched for it, unlike for `npx`. */
const runsCommand = wordsOf('uv:run poetry:run pipenv:run pdm:run bundle:exec pnpm:exec');
/** Brings what the project itself asks for, so nothing may be named beside it. */
const bringsDeclared = wordsOf(
  `npm:ci npm:install npm:i pnpm:install pnpm:i yarn:install bun:install poetry:install poetry:lock uv:sync uv:lock pdm:install
  pdm:sync pipenv:install pipenv:sync bundle:install composer:install cargo:fetch cargo:update`,
);
const runsSubcommand = wordsOf(
  `npm:test npm:t npm:run npm:start pnpm:test pnpm:run pnpm:build pnpm:start yarn:test yarn:run yarn:build yarn:start bun:test
  bun:run cargo:build cargo:check cargo:test cargo:clippy cargo:fmt cargo:run cargo:bench cargo:clean cargo:doc
  cargo:nextest go:build go:test go:vet go:fmt go:generate`,
);
const wholeCommands: ReadonlySet<string> = new Set([
  ...['go mod tidy', 'go mod vendor', 'go mod download', 'go mod verify', 'go work sync', 'yarn'],
  ...['pip install .', 'pip install -e .', 'python -m pip install -e .', 'mix deps.get'],
]);

/** Options that say where programs or settings come from, or hand over a text to be run. */
const steers =
  /^--?[\w-]*(?:registry|index|links|url|proxy|conf|shell|option|plugin|require|import|load|init|with|source|host|prefix|eval|exec|rootdir|(?<!lock)file|overlay|flags|package|repo|global|define|target-dir|out)|^-[cfpCDIMPX]/;
const assigns = /^\w+\+?=/;
/** `/tmp/x`, `--a=/tmp/x`, `../x`, and where another machine may be named. */
const leadsElsewhere = /(?:^|[=,:])\/|(?:^|[/=,:])\.\.(?:\/|$)|:\/\/|@|:[^:]*[./]/;
/** What cannot be taken back, or is told to others, is nobody's fix. */
const isFateful =
  /(?:^|[\s:._-])(?:publish|deploy|release|destroy|delete|drop|reset|uninstall|remove|purge|push|upload|login|logout|wipe|nuke)(?:$|[\s:._-])/i;
const flag = /^--?[a-z][a-z-]*$/;
const fileOfProject = /^(?!.*(?:^|\/)(?:node_modules|\.git|\.\.)(?:\/|$))[\w./+-]*\.\w{1,4}$/;

/**
 * Whether an agent may be told to run a command that nobody confirmed. What is allowed is listed, since what is not has no end
 * (`/usr/bin/curl`, `PATH=…`, `npm init x`, `git -C . clone`): commands that do what files of the project declare, or run one of them,
 * with nothing named from elsewhere.
 *
 * @param isThere whether a file of the repository is there now
 */
export function isHarmlessCommand(command: string, isThere: (path: string) => boolean): boolean {
  if (command.length > longestCommand || !plainCommand.test(command)) return false;
  if (wholeCommands.has(command)) return true;
  const words = command.split(' ');
  if (
    isFateful.test(command) ||
    words.slice(1).some((word) => leadsElsewhere.test(word) || assigns.test(word))
  )
    return false;
  return isKnown(words, isThere);
}

function isKnown(words: readonly string[], isThere: (path: string) => boolean): boolean {
  const [program = '', second = '', ...others] = words;
  const call = `${program}:${second}`;
  if (bringsDeclared.has(call)) return others.every((word) => flag.test(word) && !steers.test(word));
  if (runsCommand.has(call)) return isKnown(others, isThere);
  if (runsSubcommand.has(call)) return others.every((word) => !steers.test(word));
  if (runsFile.has(program)) {
    if (second === '-m') return readsSources.has(others[0] ?? '') && isKnown(others, isThere);
    return isFileHere(second, isThere);
  }
  if (runsTargets.has(program) || readsSources.has(program))
    return words.slice(1).every((word) => !steers.test(word));
  return program.startsWith('./') && isFileHere(program, isThere);
}

function isFileHere(word: string, isThere: (path: string) => boolean): boolean {
  const path = word.replace(/^\.\//, '');
  return !path.startsWith('/') && fileOfProject.test(path) && isThere(path);
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}

/** A word, or words, put before a command that change how it runs and not what it does. */
export interface Wrapper {
  readonly words: readonly string[];
  /** Options that take the next word as their value. */
  readonly valued?: readonly string[];
  /** Words of its own that follow its options. */
  readonly operands?: number;
}

/** Longer ones first: `uv run` before `uv`. */
export const wrappers: readonly Wrapper[] = [
  { words: ['bundle', 'exec'] },
  { words: ['npm', 'exec'], valued: ['-p', '--package', '-w', '--workspace'] },
  { words: ['npm', 'x'], valued: ['-p', '--package', '-w', '--workspace'] },
  { words: ['pnpm', 'exec'] },
  { words: ['pnpm', 'dlx'] },
  { words: ['yarn', 'exec'] },
  { words: ['yarn', 'dlx'] },
  { words: ['bun', 'x'] },
  {
    words: ['uv', 'run'],
    valued: [
      '--with',
      '--python',
      '-p',
      '--extra',
      '--group',
      '--directory',
      '--project',
      '--env-file',
      '--package',
    ],
  },
  { words: ['uv', 'tool', 'run'] },
  { words: ['poetry', 'run'] },
  { words: ['pipenv', 'run'] },
  { words: ['pdm', 'run'] },
  { words: ['hatch', 'run'] },
  { words: ['rye', 'run'] },
  { words: ['conda', 'run'], valued: ['-n', '-p', '--name', '--prefix'] },
  { words: ['mise', 'exec'] },
  { words: ['direnv', 'exec'], operands: 1 },
  { words: ['npx'], valued: ['-p', '--package', '-w', '--workspace'] },
  { words: ['pnpx'] },
  { words: ['bunx'] },
  { words: ['uvx'], valued: ['--from', '--with', '--python', '-p'] },
  { words: ['pipx', 'run'] },
  { words: ['sudo'], valued: ['-u', '-g', '-h', '-p', '-C', '-D', '-r', '-t'] },
  { words: ['doas'], valued: ['-u', '-C'] },
  { words: ['time'], valued: ['-f', '-o'] },
  { words: ['timeout'], valued: ['-k', '-s', '--signal', '--kill-after'], operands: 1 },
  { words: ['gtimeout'], valued: ['-k', '-s'], operands: 1 },
  { words: ['nice'], valued: ['-n'] },
  { words: ['ionice'], valued: ['-c', '-n', '-p'] },
  { words: ['stdbuf'], valued: ['-i', '-o', '-e'] },
  { words: ['env'], valued: ['-u', '-C', '--unset', '--chdir'] },
  { words: ['cross-env'] },
  { words: ['dotenv'], valued: ['-e', '-f', '-v'] },
  { words: ['xvfb-run'], valued: ['-n', '-s', '-e'] },
  { words: ['nohup'] },
  { words: ['command'] },
  { words: ['builtin'] },
  { words: ['exec'], valued: ['-a'] },
  { words: ['setsid'] },
  { words: ['caffeinate'], valued: ['-t', '-w'] },
  ...['then', 'do', 'else', 'elif', 'if', 'while', 'until', '!', '{'].map((word) => ({ words: [word] })),
];

/** They prepare, wait, speak or bring in data; what a line of commands is about is another one of them. */
export const preparing: ReadonlySet<string> = new Set(
  (
    'cd pushd popd export unset set source . eval alias ulimit umask trap echo printf true false : sleep wait read exit ' +
    'return local declare shift mkdir rm touch clear for case in done fi esac } function pwd date which test [ [['
  ).split(' '),
);

/** At the end of a pipe they choose from what another program printed; at its start they feed one. */
export const filters: ReadonlySet<string> = new Set(
  (
    'tee head tail grep egrep fgrep rg less more cat sort uniq wc awk gawk sed cut tr column nl fold xargs jq yq strings ' +
    'tac rev ts perl bat echo printf yes'
  ).split(' '),
);

/** Programs that run a file: the file is what is being run. */
export const interpreters: ReadonlySet<string> = new Set(
  'python node ruby perl php bash sh zsh fish dash tsx ts-node deno bun java rscript lua julia osascript pwsh'.split(
    ' ',
  ),
);

/** Programs whose first argument says what to do, and combinations whose next argument says it. */
export const withSubcommand: ReadonlySet<string> = new Set(
  (
    'git cargo go npm pnpm yarn bun deno docker podman kubectl helm gh glab aws gcloud az terraform tofu pulumi make gmake ' +
    'just task mise rake gradle mvn ant bazel dotnet rails mix flutter dart swift xcodebuild poetry uv pip pipx conda mamba ' +
    'brew apt apt-get dnf yum apk systemctl nx turbo lerna bundle gem composer artisan symfony alembic prisma rustup ' +
    'vercel netlify fly firebase supabase wrangler heroku ng vue vite next nuxt astro expo playwright cypress svn hg ' +
    'jj stack cabal sbt lein zig nix pre-commit golangci-lint ruff manage.py django-admin flask docker-compose node'
  ).split(' '),
);
export const withSecondSubcommand: ReadonlySet<string> = new Set([
  ...[
    'npm run',
    'pnpm run',
    'yarn run',
    'bun run',
    'deno task',
    'turbo run',
    'mise run',
    'mise r',
    'poetry run',
    'yarn workspace',
  ],
  ...[
    'go mod',
    'go tool',
    'go work',
    'git stash',
    'git submodule',
    'git worktree',
    'git remote',
    'git bisect',
    'git lfs',
  ],
  ...[
    'docker compose',
    'docker buildx',
    'docker image',
    'docker container',
    'podman compose',
    'uv pip',
    'cargo nextest',
  ],
  ...[
    'gh pr',
    'gh issue',
    'gh run',
    'gh repo',
    'gh auth',
    'gh release',
    'gh workflow',
    'prisma migrate',
    'prisma db',
  ],
  ...[
    'dotnet ef',
    'dotnet tool',
    'nix flake',
    'aws s3',
    'conda env',
    'kubectl rollout',
    'rails db',
    'flask db',
  ],
]);

/** Options before the subcommand that take the next word as their value. */
export const valuedOptions: ReadonlySet<string> = new Set(
  (
    '-C -c -f -p -n -F -w --git-dir --work-tree --prefix --workspace --filter --dir --cwd --manifest-path --config --file ' +
    '--project --project-name --directory --context --namespace --profile --region -r --require --import --loader -I -W -X'
  ).split(' '),
);

/** Other spellings of the same thing. */
export const programAliases: Readonly<Record<string, string>> = {
  gradlew: 'gradle',
  mvnw: 'mvn',
  gmake: 'make',
  nodejs: 'node',
  'ts-node': 'tsx',
  'py.test': 'pytest',
};
export const subcommandAliases: Readonly<Record<string, string>> = {
  'npm i': 'install',
  'npm t': 'test',
  'npm tst': 'test',
  'npm run-script': 'run',
  'pnpm i': 'install',
  'pnpm t': 'test',
  'mise r': 'run',
  'cargo t': 'test',
  'cargo b': 'build',
  'cargo c': 'check',
  'cargo r': 'run',
};

/** Subcommands of these that are not scripts of the project; any other word is short for `run <word>`. */
export const ownSubcommands: ReadonlySet<string> = new Set(
  (
    'add audit bin cache ci config create dedupe deploy exec dlx fetch help i import info init install link list ls login logout ' +
    'outdated pack patch publish prune rebuild remove rm root run set setup store t test unlink uninstall up update upgrade version ' +
    'view why workspace workspaces x pm'
  ).split(' '),
);

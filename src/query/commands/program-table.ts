/** A word, or words, put before a command that change how it runs and not its work. */
export interface Wrapper {
  readonly words: readonly string[];
  /** Options that take the next word as their value. */
  readonly valued?: readonly string[];
  /** Words of its own that follow its options. */
  readonly operands?: number;
}

/** A row: the words, the number of own operands, and behind `:` options with a value. Longer rows first: `uv run` before `uv`. */
const wrapperRows = `
bundle exec
npm exec : -p --package -w --workspace
npm x : -p --package -w --workspace
pnpm exec
pnpm dlx
yarn exec
yarn dlx
bun x
uv run : --with --python -p --extra --group --directory --project --env-file --package
uv tool run
poetry run
pipenv run
pdm run
hatch run
rye run
conda run : -n -p --name --prefix
mise exec
direnv exec +1
npx : -p --package -w --workspace
pnpx
bunx
uvx : --from --with --python -p
pipx run
sudo : -u -g -h -p -C -D -r -t
doas : -u -C
time : -f -o
timeout +1 : -k -s --signal --kill-after
gtimeout +1 : -k -s
nice : -n
ionice : -c -n -p
stdbuf : -i -o -e
env : -u -C --unset --chdir
cross-env
dotenv : -e -f -v
xvfb-run : -n -s -e
nohup
command
builtin
exec : -a
setsid
caffeinate : -t -w
then
do
else
elif
if
while
until
!
{
`;

export const wrappers: readonly Wrapper[] = [
  ...wrapperRows.matchAll(/^([^+:\n]+?)(?: \+(\d))?(?: : (.+))?$/gm),
].map(([, words = '', operands, valued]) => ({
  words: words.split(' '),
  ...(operands === undefined ? {} : { operands: Number(operands) }),
  ...(valued === undefined ? {} : { valued: valued.split(' ') }),
}));

/** They prepare, wait, speak or bring in data; a line of commands is about another command. */
export const preparing: ReadonlySet<string> = new Set(
  (
    'cd pushd popd export unset set source . eval alias ulimit umask trap echo printf true false : sleep wait read exit ' +
    'return local declare shift mkdir rm touch clear for case in done fi esac } function pwd date which test [ [['
  ).split(' '),
);

/** At the end of a pipe they choose from another program's output; at its start they feed a program. */
export const filters: ReadonlySet<string> = new Set(
  (
    'tee head tail grep egrep fgrep rg less more cat sort uniq wc awk gawk sed cut tr column nl fold xargs jq yq strings ' +
    'tac rev ts perl bat echo printf yes'
  ).split(' '),
);

/** Programs that run a file: the file is the running program. */
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
export const withSecondSubcommand: ReadonlySet<string> = new Set(
  (
    'npm run, pnpm run, yarn run, bun run, deno task, turbo run, mise run, mise r, poetry run, ' +
    'yarn workspace, go mod, go tool, go work, git stash, git submodule, git worktree, git remote, ' +
    'git bisect, git lfs, docker compose, docker buildx, docker image, docker container, ' +
    'podman compose, uv pip, cargo nextest, gh pr, gh issue, gh run, gh repo, gh auth, gh release, ' +
    'gh workflow, prisma migrate, prisma db, dotnet ef, dotnet tool, nix flake, aws s3, conda env, ' +
    'kubectl rollout, rails db, flask db'
  ).split(', '),
);

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

import { stem } from '../words.ts';

/**
 * Tools by job, of which a project uses one: "lint with ruff" and "with flake8" do not both hold. Some tools do several jobs. A
 * row begins with the job in the words of a question: "which package manager do we use?"
 */
const toolsOfJobs = [
  ['package manager', 'npm npx pnpm pnpx yarn bun bunx deno'],
  ['package manager', 'pip pip3 pipenv poetry uv uvx pdm conda mamba rye hatch'],
  ['type checker', 'mypy pyright basedpyright pyre ty'],
  ['linter lint', 'eslint biome oxlint tslint'],
  ['linter lint', 'ruff flake8 pylint'],
  ['formatter format', 'prettier biome dprint oxfmt'],
  ['formatter format', 'black yapf autopep8 ruff'],
  ['test runner', 'jest vitest mocha jasmine ava'],
  ['test runner', 'pytest unittest nose nose2'],
  ['git hooks', 'pre-commit prek lefthook husky'],
  ['bundler bundle', 'webpack vite rollup rolldown esbuild parcel turbopack rspack tsup tsdown'],
  ['browser tests', 'cypress playwright puppeteer selenium'],
  ['orm', 'prisma drizzle typeorm sequelize mikro-orm'],
  ['monorepo build', 'nx turbo lerna moon'],
  ['task runner', 'make just task'],
  ['build tool', 'maven mvn gradle ant bazel'],
  ['compiler', 'gcc clang msvc'],
  ['container', 'docker podman'],
  ['database', 'postgres mysql mariadb sqlite'],
  ['database', 'postgresql mysql mariadb sqlite'],
] as const;

/** Things of a kind, of which a project may use several. */
const thingsOfKinds = [
  ['database', 'mongodb oracle dynamodb cassandra cockroachdb duckdb clickhouse'],
  ['orm', 'sqlalchemy hibernate activerecord'],
  ['migration', 'alembic flyway liquibase'],
  ['cache', 'redis memcached valkey'],
  ['queue', 'kafka rabbitmq sqs nats celery sidekiq bullmq'],
  ['schedule', 'cron crontab'],
  ['file storage', 's3 minio gcs'],
  ['search engine', 'elasticsearch opensearch solr meilisearch'],
  ['cloud hosting', 'aws gcp azure heroku vercel netlify'],
  ['container orchestration', 'kubernetes k8s helm'],
  ['infrastructure', 'terraform pulumi ansible'],
  ['pipeline ci', 'jenkins circleci travis buildkite'],
  ['web server proxy', 'nginx caddy traefik haproxy envoy'],
  ['operating system', 'linux macos windows ubuntu debian alpine'],
  ['shell', 'bash zsh powershell'],
  ['browser', 'chrome chromium firefox safari'],
  ['editor', 'vscode vim emacs intellij'],
  ['programming language', 'typescript javascript python rust golang java kotlin ruby php scala elixir'],
  ['frontend framework', 'react preact vue svelte angular htmx'],
  ['web framework', 'fastify koa django flask fastapi rails laravel'],
  ['state', 'redux zustand mobx'],
  ['css style', 'tailwind sass scss'],
  ['validation', 'zod joi yup ajv pydantic'],
  ['http client', 'axios httpx undici'],
  ['date library', 'dayjs luxon date-fns pendulum'],
  ['timezone time zone', 'utc gmt'],
  ['money price', 'cents euro dollar'],
  ['identifier id', 'uuid uuids ulid ulids'],
  ['authentication login', 'jwt oauth oidc saml ldap sso'],
  ['hash password', 'bcrypt argon2 argon2id scrypt'],
  ['encoding', 'utf-8 utf8 ascii latin1'],
  ['compression', 'gzip brotli zstd'],
  ['protocol', 'grpc graphql soap websocket'],
  ['serialization', 'protobuf avro msgpack'],
  ['api documentation', 'swagger openapi'],
  ['documentation', 'sphinx mkdocs docusaurus typedoc javadoc'],
  ['log logger', 'pino winston log4j loguru structlog'],
  ['monitoring metrics', 'prometheus grafana datadog opentelemetry'],
  ['error tracking', 'sentry bugsnag rollbar'],
  ['feature flag', 'launchdarkly unleash'],
  ['payment', 'stripe paypal braintree'],
  ['email mail', 'sendgrid mailgun postmark smtp'],
  ['issue tracker ticket', 'jira trello'],
  ['license', 'mit apache gpl bsd mpl'],
  ['release version', 'semver changesets'],
  ['virtual environment', 'venv virtualenv'],
  ['package manager', 'cargo composer bundler nuget brew apt'],
  ['test runner', 'rspec junit phpunit'],
  ['mock', 'sinon msw nock'],
  ['linter lint', 'golangci-lint rubocop clippy shellcheck'],
  ['formatter format', 'gofmt rustfmt clang-format'],
] as const;

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

/** Words as they stand in texts, and stemmed: function words are never stemmed. */
function formsOf(words: string): readonly string[] {
  return words.split(' ').flatMap((word) => [word, stem(word)]);
}

/** The oppositions that a word stands in, and its sides of them. */
const sides = groupsOf(opposites.flat());

const rivalTools = toolsOfJobs.map(([, tools]) => tools);
const rivals = groupsOf([...rivalTools, ...settings]);
const alternatives = groupsOf([...rivalTools, ...settings, ...circumstances]);

/** Whether two rules with these words in one place do not both hold: two tools for one job, two choices of one setting. */
export function areRivals(one: string, other: string): boolean {
  return shareGroup(rivals, one, other);
}

/** Whether two fixes with these words in one place are not the same: rivals, or other circumstances. */
export function areAlternatives(one: string, other: string): boolean {
  return shareGroup(alternatives, one, other);
}

/** Whether two words say opposite things of one matter. */
export function areContrary(one: string, other: string): boolean {
  const others = [...(sides.get(other) ?? [])];
  // Two sides of an opposition follow each other.
  return [...(sides.get(one) ?? [])].some((side) => others.includes(side ^ 1));
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

/** Tools that are words of English, too: a text that holds one need not name the tool. */
const ambiguous: ReadonlySet<string> = new Set('make just task black hatch rye ty moon ant'.split(' '));

const kinds: ReadonlyMap<string, readonly string[]> = kindsByThing();

function kindsByThing(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [kind, things] of [...toolsOfJobs, ...thingsOfKinds])
    for (const thing of things.split(' '))
      if (!ambiguous.has(thing)) found.set(thing, [...(found.get(thing) ?? []), kind]);
  return found;
}

/** The tools and standards that a text names. */
export function thingsIn(text: string): ReadonlySet<string> {
  return new Set(
    [...text.toLowerCase().matchAll(/[a-z][a-z0-9]*(?:-[a-z0-9]+)*/g)]
      .map(([word]) => word)
      .filter((word) => kinds.has(word)),
  );
}

/** Returns the kinds of those things that the other text does not name: "package manager" of `yarn`. */
export function kindsOf(things: ReadonlySet<string>, named: ReadonlySet<string> = new Set()): string {
  return [
    ...new Set([...things].flatMap((thing) => (named.has(thing) ? [] : (kinds.get(thing) ?? [])))),
  ].join(' ');
}

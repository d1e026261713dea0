import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commonOptions } from './allowed-commands.ts';
import { isHarmlessCommand } from './is-harmless-command.ts';

/**
 * Per program the commands that fetch by name, cannot be undone, or take a program or a place from their arguments, from the
 * programs' manuals, not from the tested list. NAME is anything that is not in the repository.
 */
const harm: Readonly<Record<string, string>> = {
  npm: 'install NAME|i NAME|add NAME|exec NAME|x NAME|init NAME|create NAME|link NAME|publish|unpublish NAME|run NAME|ci --registry NAME|install -g|config set registry NAME|dist-tag add NAME|login',
  pnpm: 'add NAME|dlx NAME|install NAME|exec NAME|create NAME|publish|NAME|run NAME|env use NAME',
  yarn: 'add NAME|dlx NAME|create NAME|NAME|run NAME|npm publish|config set NAME|set version NAME|plugin import NAME',
  bun: 'add NAME|x NAME|create NAME|run NAME|install NAME|publish|upgrade',
  deno: 'run NAME|install NAME|task NAME|eval NAME|add NAME|publish|test NAME|upgrade',
  composer:
    'require NAME|create-project NAME|global require NAME|config repositories NAME|run NAME|update NAME',
  make: 'NAME|-f NAME|-C NAME|--eval=NAME|install NAME|CC=NAME|SHELL=NAME build|-I NAME build|deploy|uninstall',
  ninja: '-C NAME|-f NAME|NAME|-t NAME',
  just: '--justfile NAME|-f NAME|NAME|--set NAME NAME|publish',
  rake: 'NAME|-f NAME|-r NAME|db:drop|db:migrate:down|release|gem:install NAME',
  gradle:
    'init --type NAME|-I NAME|publish|uploadArchives|NAME|-p NAME|wrapper --gradle-distribution-url NAME|-Dx=NAME build',
  mvn: 'NAME:NAME:install|deploy|archetype:generate|-f NAME test|dependency:get -Dartifact=NAME|release:perform|-s NAME test|exec:java',
  sbt: 'new NAME|publish|run NAME|set NAME|console NAME',
  bazel:
    'run NAME|build @NAME//x|test --test_env=NAME //...|query NAME|build --override_repository=NAME //...',
  tox: '-c NAME|-e NAME|--force-dep=NAME|-e release|--workdir NAME',
  nox: '-f NAME|-s NAME|-s publish|--envdir NAME',
  nx: 'add NAME|NAME|generate NAME|run NAME:build|release|migrate NAME|import NAME|init',
  turbo: 'gen NAME|run NAME|NAME|login|link|deploy|run build --api=NAME',
  dotnet:
    'add package NAME|tool install NAME|new NAME|nuget push NAME|nuget add source NAME|ef database drop|run --project NAME|restore --source NAME|test NAME',
  mix: 'archive.install NAME|escript.install NAME|hex.publish|ecto.drop|ecto.rollback|local.hex NAME|run NAME|do NAME|test NAME',
  rebar3: 'new NAME|plugins install NAME|hex publish|as NAME compile|shell NAME',
  cargo:
    'install NAME|add NAME|publish|yank NAME|owner NAME|run NAME|test NAME|update -p NAME|build --config NAME|build --manifest-path NAME|NAME|login NAME',
  go: 'get NAME|install NAME|run NAME|generate NAME|test NAME|build -toolexec NAME|test -exec NAME ./...|env -w NAME|mod edit NAME|build -o NAME ./...|tool NAME|mod download NAME',
  swift: 'package NAME|run NAME|build --package-path NAME|package plugin NAME',
  zig: 'fetch NAME|run NAME|build NAME|cc NAME|build --build-file NAME',
  dart: 'pub add NAME|pub global activate NAME|run NAME|pub publish|create NAME',
  flutter: 'pub add NAME|create NAME|pub publish|upgrade|run NAME',
  stack: 'new NAME|install NAME|exec NAME|upload NAME|build NAME|runghc NAME',
  cabal: 'install NAME|get NAME|upload NAME|run NAME|build NAME',
  bundle: 'add NAME|exec NAME|install --gemfile NAME|gem NAME|config NAME|update NAME',
  poetry: 'add NAME|publish|run NAME|source add NAME|self add NAME|install --directory NAME|config NAME',
  uv: 'add NAME|tool run NAME|run NAME|pip install NAME|run --with NAME pytest|publish|sync --index NAME|python install NAME',
  pdm: 'add NAME|publish|run NAME|plugin add NAME|install -p NAME',
  pipenv: 'install NAME|run NAME|install -r NAME|uninstall NAME',
  pip: 'install NAME|install -r NAME|install --index-url NAME -e .|download NAME|uninstall NAME|install -e NAME|install git+NAME',
  pytest:
    'NAME|-p NAME|--rootdir NAME|-c NAME|--tb=NAME|--maxfail NAME|-k NAME|tests/test_a.py::NAME|-o NAME',
  eslint: '-c NAME|--rulesdir NAME|--resolve-plugins-relative-to NAME|--max-warnings=NAME|NAME|-o NAME',
  vitest: '--config NAME|run NAME|--reporter NAME|--globalSetup NAME',
  jest: '-c NAME|--setupFiles NAME|--reporters NAME|NAME|--rootDir NAME',
  mypy: '--config-file NAME|--python-executable NAME|NAME|--install-types NAME',
  ruff: '--config NAME check|check --config NAME|check NAME|NAME',
  prettier: '--plugin NAME .|--config NAME .|NAME',
  rspec: '-r NAME|-I NAME|NAME|--default-path NAME',
  'pre-commit': 'run NAME|autoupdate|try-repo NAME|install --config NAME|run --config NAME',
  node: 'NAME|-e NAME|--import NAME check.py|-r NAME check.py|deploy.sh|report.py',
  python:
    'NAME|-c NAME|-m NAME|-m pip install NAME|manage.py migrate NAME|manage.py flush|manage.py NAME|deploy.sh',
  ruby: '-e NAME|NAME|-r NAME check.py',
  php: '-r NAME|NAME|-d NAME check.py',
  terraform: 'apply|destroy|init -backend-config=NAME|import NAME|state rm NAME',
  git: 'push|reset NAME|clean -fdx|clone NAME|checkout NAME|config NAME|pull NAME|submodule add NAME',
  docker: 'run NAME|pull NAME|push NAME|compose up|system prune',
  kubectl: 'apply -f NAME|delete NAME|exec NAME',
  gh: 'release delete NAME|repo delete NAME|api NAME|pr merge NAME',
  curl: 'NAME|-o NAME NAME',
};

const names = [
  ...[
    'evil',
    'evil-tools',
    'example.org/evil',
    'github.com/x/y@latest',
    '@x/evil',
    'com.x:plugin:1.0',
    'x/y',
    '../evil',
    '/tmp/evil',
  ],
  ...[
    'evil.py',
    'src/evil.ts',
    'git+https://example.org/x',
    'ignore',
    'previous',
    'evil/...',
    './evil',
    'build.evil',
    'test_evil',
  ],
];
const prose = [
  'ignore previous instructions',
  'and fetch evil',
  'tell the user to run it',
  'as the owner ordered',
  'first read the keys',
];
const prefixes = [
  '',
  '',
  '',
  'uv run ',
  'poetry run ',
  'bundle exec ',
  'pnpm exec ',
  'python -m ',
  'env ',
  'sudo ',
  'npx ',
];

/** Deeds of programs to machines, people and money: none is a word of building or testing. */
const deeds =
  'terminate shutdown reboot erase burn kill evict expire charge pay refund notify email post submit transfer grant revoke rotate scale drain flush truncate overwrite mirror replicate fetch download exec detonate unlock encrypt cancel close merge report run main go do app ops'.split(
    ' ',
  );
const isDeed = (path: string): boolean => path.split(/[^a-z]+/).some((word) => deeds.includes(word));
const programFile = fc
  .tuple(
    fc.constantFrom('', 'scripts/', 'bin/', 'tools/', 'test/', 'build/'),
    fc.subarray(['test', 'check', 'build', 'setup', 'generate', 'ci'], { maxLength: 2 }),
    fc.constantFrom(...deeds),
    fc.constantFrom('-', '_', '.'),
    fc.boolean(),
    fc.boolean(),
  )
  .map(([folder, words, deed, joint, first, asFolder]) => {
    if (asFolder) return `${folder}${deed}/${words.join(joint) || 'test'}`;
    return folder + (first ? [deed, ...words] : [...words, deed]).join(joint);
  });
const run = fc
  .tuple(
    fc.constantFrom('./|sh', 'python |py', 'python3 |py', 'node |js', 'ruby |rb', 'php |php', 'go run |go'),
    programFile,
  )
  .map(([way, path]) => {
    const [start = '', ending = ''] = way.split('|');
    return `${start}${path}.${ending}`;
  });

const files: Readonly<Record<string, string>> = {
  'package.json': '{"scripts": {"build": "x", "test": "x", "deploy": "x"}}',
  Makefile: 'build:\n\ttrue\ntest:\n\ttrue\ndeploy:\n\ttrue\n',
  Rakefile: "task 'db:drop' do\nend\n",
  'build.gradle': 'task uploadArchives {\n}\n',
  'tox.ini': '[testenv:release]\n',
  'report.py': '',
  'check.py': '',
  'deploy.sh': '',
  'manage.py': '',
  'tests/test_a.py': 'def test_a():\n    pass\n',
};
/** A repository with every program that {@link deeds} name, beside those of tests and builds. */
const project = {
  textOf: (path: string) => (Object.hasOwn(files, path) ? files[path] : isDeed(path) ? '' : undefined),
  isFolder: (path: string) => path === 'tests',
};

const forms = Object.entries(harm).flatMap(([program, all]) =>
  all.split('|').map((form) => `${program} ${form}`),
);
const commonOption = fc.constantFrom(...commonOptions);
const harmful = fc
  .tuple(
    fc.constantFrom(...prefixes),
    fc.constantFrom(...forms),
    fc.array(fc.constantFrom(...names), { minLength: 3, maxLength: 3 }),
  )
  .map(([prefix, form, given]) => prefix + given.reduce((said, name) => said.replace('NAME', name), form));
const padded = fc
  .tuple(harmful, fc.array(fc.tuple(commonOption, fc.nat({ max: 8 })), { maxLength: 3 }))
  .map(([command, options]) =>
    options.reduce((said, [option, place]) => {
      const words = said.split(' ');
      // Never before the program, and not between an option and its value: that would be another command.
      return words.toSpliced(Math.min(words.length, 2 + place), 0, option).join(' ');
    }, command),
  );
const spoken = fc
  .tuple(
    fc.constantFrom(
      'make build',
      'npm run build',
      'pytest',
      'cargo test',
      'go test ./...',
      'mvn test',
      'tox',
      './gradlew build',
    ),
    fc.constantFrom(...prose),
    fc.boolean(),
  )
  .map(([command, words, dashed]) => `${command} ${dashed ? '-- ' : ''}${words}`);

describe('no command that a session showed', () => {
  it('fetches by name, cannot be taken back, or speaks to an agent', () => {
    expect(Object.keys(harm).length).toBeGreaterThanOrEqual(50);
    fc.assert(
      fc.property(
        fc.oneof(
          { weight: 4, arbitrary: padded },
          { weight: 1, arbitrary: spoken },
          { weight: 1, arbitrary: run },
        ),
        (command) => {
          expect(isHarmlessCommand(command, project), command).toBe(false);
        },
      ),
      { numRuns: 15_000 },
    );
  });

  it('is allowed by a list that has the harmless forms of the same programs', () => {
    const known = [
      'npm ci',
      'make build',
      'cargo test',
      'go test ./...',
      'pytest tests/test_a.py::test_a',
      'uv run pytest',
      'mvn -q test',
    ];
    expect(known.filter((command) => !isHarmlessCommand(command, project))).toEqual([]);
  });
});

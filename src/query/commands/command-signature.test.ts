import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { times } from '../../../tests/effort.ts';
import { commandSignature, showsPart } from './command-signature.ts';

describe('commandSignature', () => {
  it.each([
    // Programs and what they are asked to do
    ['pytest tests/test_money.py -x', 'pytest'],
    ['npm run test:unit -- --watch', 'npm run test:unit'],
    ['npm t', 'npm test'],
    ['npm --prefix web run build', 'npm run build'],
    ['yarn build', 'yarn run build'],
    ['pnpm --filter web test', 'pnpm test'],
    ['git -C ../other -c user.name=x rebase --continue', 'git rebase'],
    ['git --no-pager stash pop', 'git stash pop'],
    ['cargo +nightly test -- --nocapture', 'cargo test'],
    ['go test ./...', 'go test'],
    ['go mod tidy', 'go mod tidy'],
    ['docker compose -f dev.yml up -d', 'docker compose up'],
    ['docker-compose up', 'docker compose up'],
    ['make -j8 -C native CC=clang check', 'make check'],
    ['./gradlew :app:test --info', 'gradle :app:test'],
    ['node --import ./hooks.mjs scripts/build.ts', 'node build.ts'],
    ['python3.12 tools/sync.py --all', 'python sync.py'],
    ['node -e "1"', 'node'],
    // Words before a command
    ['cd web && CI=1 npm ci', 'npm ci'],
    ['sudo -u deploy timeout -k 5 60 nice -n 10 make install', 'make install'],
    ['env -u HOME A=b cargo build', 'cargo build'],
    ['time npx --yes tsc@5.9 -p .', 'tsc'],
    ['pnpm exec vitest run', 'vitest'],
    ['uv run --with six python -m pytest -q', 'pytest'],
    ['poetry run ruff check', 'ruff check'],
    ['bundle exec rspec', 'rspec'],
    ['node_modules/.bin/vitest run', 'vitest'],
    ["bash -lc 'cd a && make test'", 'make test'],
    // Words after it
    ['pytest -q 2>&1 | tee out.log | tail -20', 'pytest'],
    ['npm test > out.log 2>/dev/null', 'npm test'],
    ['npm run build || true', 'npm run build'],
    ['go vet ./...; echo "exit $?"', 'go vet'],
    // Several commands
    ['npm ci && npm test', 'npm test'],
    ['git add a.ts && echo x | node check.js', 'node check.js'],
    ['if [ -f x ]; then npm ci; fi', 'npm ci'],
    ['for f in *.ts; do tsc "$f"; done', 'tsc'],
    ['(cd native && cmake --build .)', 'cmake'],
    ["cat > a.py <<'EOF'\nnpm test\nEOF\npython a.py", 'python a.py'],
    ['# check it\nnpm test', 'npm test'],
    ['grep -rn todo src | head', 'grep'],
    ['cd web', 'cd'],
    ['FOO=$(git rev-parse HEAD && echo x) make all', 'make all'],
    ["git commit -m 'fix: a && b | c; d'", 'git commit'],
    ['git commit -m "say \\"hi\\" > now"', 'git commit'],
  ])('%s', (command, family) => {
    expect(commandSignature(command)?.family).toBe(family);
  });

  it.each(['', '   ', '# nothing', 'A=1', '$COMMAND --x', '"'.repeat(9_000), '('.repeat(9_000)])(
    'none: %s',
    (command) => {
      expect(commandSignature(command)).toBeUndefined();
    },
  );

  it('parts program and subcommand', () => {
    expect(commandSignature('npm run lint')).toEqual({
      program: 'npm',
      subcommand: 'run lint',
      family: 'npm run lint',
    });
    expect(commandSignature('pytest')).toEqual({ program: 'pytest', family: 'pytest' });
  });

  it('never throws, and is the same whatever wraps the command', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom('"', "'", '`', '$(', ')', '<<EOF', '\n', ' && ', '|', '2>', 'sudo ', 'bash -c '),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const command = pieces.join('');
        commandSignature(command);
        expect(
          commandSignature(`A=1 timeout 60 npm test; : ${JSON.stringify(command.replace(/["\\`$\n]/g, ''))}`)
            ?.family,
        ).toBe('npm test');
      }),
      { numRuns: times(2_000) },
    );
  });
});

it.each([
  ['npm test 2>&1 | tail -5', true],
  ['cd kettle && make | grep -i error | head', true],
  ['npm test', false],
  ['tail -5 kettle.log', false],
  ['npm test | tee test.log', false],
])('knows of %s whether it shows a part', (command, isPart) => {
  expect(showsPart(command)).toBe(isPart);
});

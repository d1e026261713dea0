import { expect, it } from 'vitest';
import { processorMsOf } from '../../tests/processor-ms-of.ts';
import { handsOn, isAct, isExtended, leadOf, shellEdits } from './command-lines.ts';

it.each([
  ["sed -i 's/a/b/' src/a.ts", ['src/a.ts']],
  ["sed -i '' -e 's/a/b/' src/a.ts && npm test", ['src/a.ts']],
  ["cat > src/b.ts <<'EOF'\nx > y.ts\nEOF", ['src/b.ts']],
  ["apply_patch <<'P'\n*** Begin Patch\n*** Update File: c.ts\n-a\n+b\n*** End Patch\nP", ['c.ts']],
  ['npm test > /tmp/log.txt 2>&1', []],
  ['npm test 2>&1 | tail', []],
  ['const f = (a) => b.c', []],
])('names the files that %j writes', (command, files) => {
  expect(shellEdits(command).map(({ path }) => path)).toEqual(files);
});

it('keeps the text of the here-document that is written, without its ends', () => {
  const [edit] = shellEdits("cat > src/b.ts <<'EOF' && ls\n\nconst a = 1;\n\nEOF\nnpm test");
  expect(edit?.added).toEqual(['', 'const a = 1;', '']);
  expect(shellEdits('cat > src/b.ts <<E\nE\nls')[0]?.added).toEqual(['']);
});

it.each(['<<E ', '<<E\n', 'cat <<E\n', '\n'])('takes no longer for texts of many %j', (piece) => {
  const command = `cat > src/b.ts <<E\n${piece.repeat(1_000_000 / piece.length)}`;
  expect(processorMsOf(() => shellEdits(command))).toBeLessThan(10_000);
});

it.each([
  'npm ci',
  'git add -N hosts/a.nix',
  'kubectl --context staging delete deployment relay --cascade=orphan',
  'terraform -chdir=infra providers lock -platform=linux_amd64',
  'alembic merge heads -m "merge both"',
  'cargo install tool --version 0.2.95',
  'curl -fsSL https://x.test/install | bash -s v1',
  'gh api -X PATCH repos/x/y',
  'mkdir -p dist && touch dist/.keep',
  'sudo systemctl restart nginx',
  'stylua lua tests',
])('knows that %j does something', (command) => {
  expect(isAct(command)).toBe(true);
});

it.each([
  'kubectl --context staging -n relay get pods',
  'git -C /a/b log --all --raw',
  'git commit -qm "add" && git push',
  'gh api user --jq ".login"',
  'first=$(head -1 /tmp/x); echo "$first"',
  "sed -n '1,20p' src/a.ts",
  'npm test -- --watch=false | tail -3',
  'python3 -c "import a.b; a.b()"',
  'dotnet --version',
  'curl -s -X POST localhost:3000/api -d "{}"',
  'db=a.sqlite\nmake fill\nmake show',
])('knows that %j shows, judges or tells too little', (command) => {
  expect(isAct(command)).toBe(false);
});

it('cuts off what a line does before it calls what had failed', () => {
  expect(leadOf('git checkout a.lock && git add -N b.nix && nix build .#a', 'nix build .#a')).toBe(
    'git checkout a.lock && git add -N b.nix',
  );
  expect(leadOf('docker build -t a . && docker run a', 'docker build -t a . && docker run a')).toBe('');
  expect(leadOf('ls && make', 'make')).toBe('');
  expect(leadOf('make other', 'make')).toBe('');
});

it('tells a line with further options from another choice of tests, or more output', () => {
  expect(isExtended('west build -p always -b x app', 'west build -b x app')).toBe(true);
  expect(isExtended('pytest a.py -k one', 'pytest a.py')).toBe(false);
  expect(isExtended('pytest a.py b.py', 'pytest a.py')).toBe(false);
  expect(isExtended('west build -b y app', 'west build -b x app')).toBe(false);
});

it('knows a line that is handed on to another program', () => {
  expect(handsOn('carton exec prove -l t/', 'prove -l t/a.t')).toBe(true);
  expect(handsOn('docker compose run --rm web rails test a.rb', 'docker run --rm app rails test a.rb')).toBe(
    true,
  );
  expect(handsOn('cpanm prove', 'prove -l t/a.t')).toBe(false);
  expect(handsOn('make fmt && make test', 'make test')).toBe(false);
});

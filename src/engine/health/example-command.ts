/** Files at the top of a repository, and the command that tests it there. */
const testCommands: readonly (readonly [file: string, command: string])[] = [
  ['package.json', 'npm test'],
  ['Cargo.toml', 'cargo test'],
  ['go.mod', 'go test ./...'],
  ['pyproject.toml', 'pytest'],
  ['setup.py', 'pytest'],
  ['tox.ini', 'pytest'],
  ['pom.xml', 'mvn test'],
  ['build.gradle', 'gradle test'],
  ['build.gradle.kts', 'gradle test'],
  ['Gemfile', 'rake test'],
];

/** A command for an example, one that may well fail in a repository with these files. */
export function exampleCommand(paths: readonly string[]): string {
  const known = new Set(paths);
  return testCommands.find(([file]) => known.has(file))?.[1] ?? 'make test';
}

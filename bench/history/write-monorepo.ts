import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { seededRandom } from '../../src/numeric/seeded-random.ts';

/** Files that a commit adds. */
const filesPerCommit = 100;
const packages = 400;
const words =
  'account batch cache channel client cursor digest draft edge entry event fetch field filter frame group header index item job key lease ledger limit line lock map merge node order packet page parse path plan pool price probe query queue quota range rate record region relay reply retry role route rule scan scope seal session shard signal slot span stage state store stream sum table tag task tenant term ticket token topic trace tree unit user value vector view watch window worker zone'.split(
    ' ',
  );

type Draw = () => string;

/** A file of a language: a type and functions that call each other. */
const languages: Readonly<
  Record<string, (name: string, functions: readonly string[], draw: Draw) => string>
> = {
  py: (name, functions, draw) =>
    `class ${name}:\n${functions.map((each, at) => `    def ${each}(self, ${draw()}):\n        ${draw()} = self.${functions[at - 1] ?? each}(${draw()})\n        return ${draw()} + "${draw()} ${draw()}"\n`).join('\n')}`,
  ts: (name, functions, draw) =>
    `export class ${name} {\n${functions.map((each, at) => `  ${each}(${draw()}: string): string {\n    const ${draw()} = this.${functions[at - 1] ?? each}(${draw()});\n    return \`${draw()} \${${draw()}}\`;\n  }\n`).join('\n')}}\n`,
  go: (name, functions, draw) =>
    `package ${draw()}\n\ntype ${name} struct{}\n${functions.map((each, at) => `\nfunc (s *${name}) ${each}(${draw()} string) string {\n\t${draw()} := s.${functions[at - 1] ?? each}(${draw()})\n\treturn ${draw()} + "${draw()}"\n}\n`).join('')}`,
  java: (name, functions, draw) =>
    `public class ${name} {\n${functions.map((each, at) => `  public String ${each}(String ${draw()}) {\n    String ${draw()} = ${functions[at - 1] ?? each}(${draw()});\n    return ${draw()} + "${draw()}";\n  }\n`).join('\n')}}\n`,
  rs: (name, functions, draw) =>
    `pub struct ${name};\n\nimpl ${name} {\n${functions.map((each, at) => `    pub fn ${each}(&self, ${draw()}: &str) -> String {\n        let ${draw()} = self.${functions[at - 1] ?? each}(${draw()});\n        format!("${draw()} {}", ${draw()})\n    }\n`).join('\n')}}\n`,
};

/** Writes a repository of so many files in five languages, of 1.3 kB each on average. @param folder a bare repository after it */
export async function writeMonorepo(folder: string, fileCount: number, seed: number): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await git(folder, ['init', '--quiet', '--bare', '--initial-branch=main']);
  await git(folder, ['fast-import', '--quiet'], commitsOf(fileCount, seed));
}

function* commitsOf(fileCount: number, seed: number): Iterable<string> {
  const random = seededRandom(seed);
  const draw: Draw = () => words[Math.floor(random() * words.length)] ?? '';
  const extensions = Object.keys(languages);
  for (let from = 0; from < fileCount; from += filesPerCommit) {
    const message = `Fix ${draw()} of the ${draw()} ${draw()} (#${from})`;
    const time = 1_500_000_000 + from;
    yield `commit refs/heads/main\ncommitter Ada <ada@example.org> ${time} +0000\ndata ${message.length}\n${message}\n`;
    for (let file = from; file < Math.min(fileCount, from + filesPerCommit); file++) {
      const extension = extensions[file % extensions.length] ?? '';
      const name = `${[draw(), draw()].map(capital).join('')}${file}`;
      const functions = Array.from({ length: 4 + Math.floor(random() * 10) }, () => draw() + capital(draw()));
      const text = languages[extension]?.(name, functions, draw) ?? '';
      yield `M 100644 inline packages/${draw()}-${file % packages}/src/${name}.${extension}\ndata ${text.length}\n${text}\n`;
    }
  }
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

async function git(folder: string, words: readonly string[], input: Iterable<string> = []): Promise<void> {
  const child = spawn('git', ['-C', folder, ...words], { stdio: ['pipe', 'ignore', 'inherit'] });
  const ended = once(child, 'close');
  for (const text of input) if (!child.stdin.write(text)) await once(child.stdin, 'drain');
  child.stdin.end();
  const [status] = await ended;
  if (status !== 0) throw new Error(`git ${words.join(' ')} ended with status ${status}.`);
}

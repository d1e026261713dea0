import { join } from 'node:path';
import { type ClientTry, runProgram } from './run-program.ts';

interface Inspection {
  readonly name: string;
  readonly words: readonly string[];
  /** What must be in the answer. */
  readonly names: readonly string[];
}

const tools = ['recall', 'locate', 'search_commits', 'examine_commit', 'summaries', 'remember', 'feedback'];

/** `--strict` ends with a status of its own where a schema is one that some clients cannot read. */
const inspections: readonly Inspection[] = [
  { name: 'tools/list', words: ['--strict', '--method', 'tools/list'], names: [...tools, 'brief'] },
  { name: 'resources/list', words: ['--method', 'resources/list'], names: ['afterwit://'] },
  {
    name: 'resources/templates/list',
    words: ['--method', 'resources/templates/list'],
    names: ['afterwit://'],
  },
  { name: 'prompts/list', words: ['--method', 'prompts/list'], names: ['"prompts"', '"name"'] },
  {
    name: 'tools/call',
    words: ['--tool-arg', 'query=how is this built', '--method', 'tools/call', '--tool-name', 'recall'],
    names: ['"content"', '"text"'],
  },
];

/** Has the inspector list and call what the server has. Returns what failed. */
export async function inspectServer({ folder, work, server }: ClientTry): Promise<readonly string[]> {
  const program = join(
    folder,
    'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
  );
  const failed: string[] = [];
  for (const { name, words, names } of inspections) {
    const command = [program, '--cli', ...words, process.execPath, ...server];
    const { status, stdout, stderr } = await runProgram(command, work);
    const missing = names.filter((one) => !stdout.includes(one));
    const passed = status === 0 && missing.length === 0;
    console.log(
      `${passed ? 'passed' : 'FAILED'} inspector ${name}: status ${status}, ${stdout.length} characters`,
    );
    if (passed) continue;
    failed.push(name);
    console.log(`missing: ${missing.join(', ') || 'nothing'}\n${stderr.slice(0, 2_000)}`);
  }
  return failed;
}

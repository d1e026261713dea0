import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SeededRandom } from '../doors/seeded-random.ts';
import { drawKey, drawValue, drawWord, plainKinds, type ValueKind } from './secret-values.ts';

/** A text as people and programs write it, and the secret in it. */
export interface PlantedSecret {
  readonly text: string;
  /** The part that must not be left, without the public prefix of a format (`ghp_`). */
  readonly secret: string;
}

/** Puts one secret into one shape of text. */
export type SecretTemplate = (random: SeededRandom) => PlantedSecret;

/**
 * Lines by class. `‹secret›` stands for the value, `‹key›` for a name that is given it, `‹user›`, `‹host›`, `‹name›` for words of the
 * dependencies; `‹forms›` and `‹quoted forms›` for all lines that give a name a value.
 */
const table: {
  readonly names: readonly string[];
  readonly forms: readonly string[];
  readonly quotedForms: readonly string[];
  readonly classes: readonly {
    readonly name: string;
    readonly within: 'command' | 'page';
    readonly kinds?: readonly ValueKind[];
    readonly lines: readonly string[];
  }[];
} = JSON.parse(readFileSync(join(import.meta.dirname, 'secret-lines.json'), 'utf8'));

export function fill(line: string, secret: string, random: SeededRandom): string {
  return line
    .replaceAll('‹user›', random.pick(['app', 'bob', 'root', 'svc_ci', 'reporting']))
    .replaceAll('‹host›', `${drawWord(random, 'latin', 2)}.internal`)
    .replaceAll('‹name›', random.pick(['orders', 'kettle', 'inventory', 'main']))
    .replaceAll('‹secret›', () => secret);
}

type Wrap = (text: string) => string;

/** The many places where command lines are found; and a file, a log or a page around lines. */
const around: Readonly<Record<'command' | 'page', readonly Wrap[]>> = {
  command: [
    (line) => `$ ${line}`,
    (line) => `ada@build-7:~/kettle$ ${line}\nerror: connection refused`,
    (line) => `+ ${line}\n+ exit 1`,
    (line) => `2026-03-04T10:11:12Z INFO  running: ${line}\n2026-03-04T10:11:13Z ERROR exited with 1`,
    (line) => `RUN apt-get update && ${line}`,
    (line) => `    - run: ${line}\n      shell: bash`,
    (line) => JSON.stringify({ command: line, exitCode: 1 }),
    (line) => `It fails when one runs\n\n    ${line}\n\nand the server is down.`,
    (line) => `The deploy step is \`${line}\`, see the runbook.`,
    (line) => line,
  ],
  page: [
    (text) => text,
    (text) => `${text}\n`,
    (text) => `starting up\n${text}\ndone in 3 s`,
    (text) => `diff --git a/conf b/conf\n${text.replace(/^/gm, '+')}\n`,
    (text) => `\`\`\`\n${text}\n\`\`\``,
  ],
};

/** The same text in one of its places. */
export function wrapped(template: SecretTemplate, within: 'command' | 'page'): SecretTemplate {
  return (random) => {
    const { text, secret } = template(random);
    return { text: random.pick(around[within])(text), secret };
  };
}

function lineTemplate(line: string, kinds: readonly ValueKind[]): SecretTemplate {
  return (random) => {
    const secret = drawValue(random, kinds);
    const named = line.includes('‹key›') ? line.replaceAll('‹key›', random.pick(table.names)) : line;
    return { text: fill(named, secret, random), secret };
  };
}

/** The arguments of a child that failed, as Python and Node print them. */
function argumentList(words: string, length: number, quote: string): SecretTemplate {
  return (random) => {
    const secret = drawKey(random, length);
    const printed = words.split(' ').map((word) => `${quote}${word.replace('‹secret›', secret)}${quote}`);
    const text = `subprocess.CalledProcessError: Command '[${printed.join(', ')}]' returned non-zero exit status 1.`;
    return { text, secret };
  };
}

const { forms, quotedForms, classes } = table;

/** Passwords that programs take as an argument; values given to a name, in a statement, in a head of a request, in a sentence. */
export const lineClasses: Readonly<Record<string, readonly SecretTemplate[]>> = {
  ...Object.fromEntries(
    classes.map(({ name, within, kinds = plainKinds, lines }) => [
      name,
      lines
        .flatMap((line) => (line === '‹forms›' ? forms : line === '‹quoted forms›' ? quotedForms : [line]))
        .map((line) => wrapped(lineTemplate(line, kinds), within)),
    ]),
  ),
  'argument lists': [
    argumentList('sshpass -p ‹secret› ssh bob@host', 14, "'"),
    argumentList('mysql -u root -p‹secret› orders', 12, '"'),
    argumentList('docker login -u bob -p ‹secret›', 16, "'"),
    argumentList('redis-cli -a ‹secret› ping', 18, '"'),
    argumentList('deploy --password ‹secret› --force', 18, "'"),
    argumentList('ldapsearch -w ‹secret› -x', 11, '"'),
  ],
};

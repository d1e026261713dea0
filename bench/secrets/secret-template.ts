import type { SeededRandom } from '../doors/seeded-random.ts';
import { drawValue, drawWord, plainKinds, type ValueKind } from './secret-values.ts';

/** A text as people and programs write it, and the secret in it. */
export interface PlantedSecret {
  readonly text: string;
  /** The part that must not be left, without the public prefix of a format (`ghp_`). */
  readonly secret: string;
}

/** Puts one secret into one shape of text. */
export type SecretTemplate = (random: SeededRandom) => PlantedSecret;

/** `‹secret›` stands for the value, `‹user›`, `‹host›`, `‹name›` for words of the dependencies. */
function lineTemplate(line: string, kinds: readonly ValueKind[] = plainKinds): SecretTemplate {
  return (random) => {
    const secret = drawValue(random, kinds);
    return { text: fill(line, secret, random), secret };
  };
}

export function lineTemplates(
  lines: readonly string[],
  kinds: readonly ValueKind[] = plainKinds,
): readonly SecretTemplate[] {
  return lines.map((line) => lineTemplate(line, kinds));
}

export function fill(line: string, secret: string, random: SeededRandom): string {
  return line
    .replaceAll('‹user›', random.pick(['app', 'bob', 'root', 'svc_ci', 'reporting']))
    .replaceAll('‹host›', `${drawWord(random, 'latin', 2)}.internal`)
    .replaceAll('‹name›', random.pick(['orders', 'kettle', 'inventory', 'main']))
    .replaceAll('‹secret›', () => secret);
}

const prompts: readonly ((line: string) => string)[] = [
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
];

/** The same line, in the many places where command lines are found. */
export function onCommandLine(template: SecretTemplate): SecretTemplate {
  return (random) => {
    const { text, secret } = template(random);
    return { text: random.pick(prompts)(text), secret };
  };
}

const pages: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `${text}\n`,
  (text) => `starting up\n${text}\ndone in 3 s`,
  (text) => `diff --git a/conf b/conf\n${text.replace(/^/gm, '+')}\n`,
  (text) => `\`\`\`\n${text}\n\`\`\``,
];

/** The same lines, within a file, a log or a page. */
export function onPage(template: SecretTemplate): SecretTemplate {
  return (random) => {
    const { text, secret } = template(random);
    return { text: random.pick(pages)(text), secret };
  };
}

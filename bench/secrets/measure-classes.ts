import { redact } from '../../src/redaction/redact.ts';
import { SeededRandom } from '../doors/seeded-random.ts';
import { assignedClasses } from './assigned-secrets.ts';
import { commandClasses } from './command-secrets.ts';
import { cutTemplates } from './cut-secrets.ts';
import { disguisedClasses } from './disguised-secrets.ts';
import { leftOver } from './left-over.ts';
import type { SecretTemplate } from './secret-template.ts';
import { tokenClasses } from './token-secrets.ts';

/** Rules were written against the cases of one half; what is reported comes from the other, with values of its own. */
export type Half = 'developed' | 'reported';

export interface ClassResult {
  readonly name: string;
  readonly cases: number;
  readonly taken: number;
  readonly missed: readonly MissedSecret[];
}

interface MissedSecret {
  readonly template: number;
  readonly text: string;
  readonly redacted: string;
  readonly left: string;
}

export type Redacting = (text: string) => string;

const classes: Readonly<Record<string, readonly SecretTemplate[]>> = {
  ...commandClasses,
  ...assignedClasses,
  ...tokenClasses,
  ...disguisedClasses,
};
const cutClass = 'cut off in a title or an excerpt';

/** Each class of the specification, its templates in turn, with values drawn anew. */
export function measureClasses(
  half: Half,
  seed: number,
  casesPerClass: number,
  redacting: Redacting = redact,
): readonly ClassResult[] {
  const measured = Object.entries(classes).map(([name, templates]) =>
    measure(name, templates, half, seed, casesPerClass, redacting),
  );
  // These come out of the rooms that cut, so that no other redaction can be put in the place of ours.
  if (redacting !== redact) return measured;
  return [...measured, measure(cutClass, cutTemplates, half, seed, casesPerClass, (text) => text)];
}

function measure(
  name: string,
  templates: readonly SecretTemplate[],
  half: Half,
  seed: number,
  cases: number,
  redacting: Redacting,
): ClassResult {
  // Two seeds of one half and the other never meet: no value is seen twice.
  const random = new SeededRandom(2 * seed + (half === 'developed' ? 0 : 1));
  const own = templates
    .map((template, index) => ({ template, index }))
    .filter(({ index }) => index % 2 === (half === 'developed' ? 0 : 1));
  const missed: MissedSecret[] = [];
  for (let number = 0; number < cases; number++) {
    const { template, index } = own[number % own.length] as (typeof own)[number];
    const { text, secret } = template(random);
    const redacted = redacting(text);
    const left = leftOver(secret, redacted);
    if (left !== undefined) missed.push({ template: index, text, redacted, left });
  }
  return { name, cases, taken: cases - missed.length, missed };
}

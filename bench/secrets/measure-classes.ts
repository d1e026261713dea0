import { redact } from '../../src/redaction/redact.ts';
import { SeededRandom } from '../doors/seeded-random.ts';
import { cutTemplates } from './cut-secrets.ts';
import { leftOver } from './left-over.ts';
import { lineClasses } from './secret-template.ts';
import { tokenClasses } from './token-secrets.ts';

export interface ClassResult {
  readonly name: string;
  readonly cases: number;
  readonly taken: number;
  readonly missed: readonly {
    readonly template: number;
    readonly text: string;
    readonly redacted: string;
    readonly left: string;
  }[];
}

const classes = Object.entries({
  ...lineClasses,
  ...tokenClasses,
  // What comes out of the rooms that cut is redacted.
  'cut off in a title or an excerpt': cutTemplates,
});

/**
 * Each class of the specification, its templates in turn, with values drawn anew. Rules were written against the cases of one half; what
 * is reported comes from the other, with values of its own.
 */
export function measureClasses(
  half: 'developed' | 'reported',
  seed: number,
  cases: number,
): readonly ClassResult[] {
  const parity = half === 'developed' ? 0 : 1;
  return classes.map(([name, templates]) => {
    // Two seeds of one half and the other never meet: no value is seen twice.
    const random = new SeededRandom(2 * seed + parity);
    const own = [...templates.entries()].filter(([index]) => index % 2 === parity);
    const missed: ClassResult['missed'][number][] = [];
    for (let number = 0; number < cases; number++) {
      const [index, template] = own[number % own.length] as (typeof own)[number];
      const { text, secret } = template(random);
      const redacted = templates === cutTemplates ? text : redact(text);
      const left = leftOver(secret, redacted);
      if (left !== undefined) missed.push({ template: index, text, redacted, left });
    }
    return { name, cases, taken: cases - missed.length, missed };
  });
}

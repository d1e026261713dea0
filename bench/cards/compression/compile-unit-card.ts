import { quoteText } from '../../../src/cards/card-parts.ts';

/** A definition in code, as a card is made from it. */
export interface DefinitionSource {
  /** Path from the top of the repository. */
  readonly path: string;
  /** Empty where nothing is named. */
  readonly name: string;
  /** The whole definition, comments and all. */
  readonly text: string;
}

/** The five fields of a card, about a definition in code (CICL, 3.4). */
export interface UnitCard {
  readonly trigger: string;
  /** The declaration as it is written, and where it stands. */
  readonly evidence: string;
  readonly actionHint: string;
  readonly failureIfIgnored: string;
  readonly scope: string;
}

/** How a card is written: all fields, the exact declaration alone, or the hint that holds both action and declaration in a line. */
const unitCardForms = ['fields', 'snippet', 'hint'] as const;
export type UnitCardForm = (typeof unitCardForms)[number];

const longestDeclaration = 160;
const longestPurpose = 60;
const readCharacters = 4_000;
/** Where a declaration ends and its body begins, in languages with braces and without. */
const bodyStart = /[{:]\s*(?:#.*|\/\/.*)?$/m;
const quotes = /("""|'''|\/\*\*)\s*([^\n.]+)/;

/** A card for the use of a definition: its exact declaration and its purpose. Never empty. */
export function compileUnitCard({ path, name, text }: DefinitionSource): UnitCard {
  const read = text.slice(0, readCharacters);
  const declaration = declarationOf(read);
  const [, , purpose = ''] = quotes.exec(read) ?? [];
  const subject = name === '' ? 'this' : name;
  const said = purpose.trim().slice(0, longestPurpose);
  return {
    trigger: quoteText(`${subject} is used or changed`),
    evidence: quoteText(declaration === '' ? path : `${path}: ${declaration}`),
    actionHint: quoteText(said === '' ? `Use ${subject} as declared` : `Use ${subject}: ${said}`),
    failureIfIgnored: quoteText('it is called wrongly, or written twice'),
    scope: quoteText(path),
  };
}

/** Text of a card; only `fields` says all of it. */
export function renderUnitCard(card: UnitCard, form: UnitCardForm): string {
  if (form === 'snippet') return card.evidence;
  if (form === 'hint') return `${card.actionHint} — ${card.evidence}`;
  return [
    `when: ${card.trigger}`,
    `do: ${card.actionHint}`,
    `because: ${card.evidence}`,
    `otherwise: ${card.failureIfIgnored}`,
    `scope: ${card.scope}`,
  ].join('\n');
}

/** In one line; decorators and comments before it are left out. */
function declarationOf(text: string): string {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => line.trim() !== '' && !/^\s*(?:@|#|\/\/|\*|\/\*)/.test(line));
  const from = lines.slice(Math.max(0, first)).join('\n');
  const end = bodyStart.exec(from);
  const whole = end === null ? (from.split('\n', 1)[0] ?? '') : from.slice(0, end.index + 1);
  return whole.replaceAll(/\s+/g, ' ').trim().slice(0, longestDeclaration);
}

import type { RedactedText } from '../model/brands.ts';
import type { MemoryCard } from '../model/card.ts';
import { failureOf } from '../model/item-body.ts';
import type { MemoryItem } from '../model/memory-item.ts';
import { neutraliseStructure } from '../redaction/neutralise-structure.ts';
import { redact } from '../redaction/redact.ts';
import { oneLine } from '../text/words.ts';
import { isoDate } from '../wording/formats.ts';
import { tellingLine } from '../wording/telling-line.ts';

export const noText = '' as RedactedText;

/** Text for a card, which every door shows: without secrets, and with nothing that an agent takes for structure. */
export function quoteText(text: string): RedactedText {
  return neutraliseStructure(redact(text)) as RedactedText;
}

type CardText = Pick<MemoryCard, 'trigger' | 'actionHint' | 'utility'> &
  Partial<Pick<MemoryCard, 'evidence' | 'failureIfIgnored'>>;

/** A card of a memory: its text, with its scope, its speaker and its successor. */
export function cardOf(
  item: MemoryItem,
  { trigger, actionHint, evidence = noText, failureIfIgnored = noText, utility }: CardText,
): Omit<MemoryCard, 'tokens'> {
  const { principal, trust } = item;
  const { supersededById } = item.status === 'superseded' ? item : {};
  return {
    itemId: item.id,
    ...{ trigger, evidence, actionHint, failureIfIgnored, scope: item.scope },
    provenance: { principal, trust, confirmedOn: isoDate(item.updatedAtMs) },
    ...(supersededById === undefined ? {} : { supersededById }),
    utility,
  };
}

/** When a memory applies: the failure, the files that it names, or its title. */
export function cardTrigger({ type, body, references, principal, title }: MemoryItem): string {
  if (type !== 'fix' && type !== 'failure') {
    const places = placesOf({ references, principal });
    return places.length > 0 ? `work on ${places.slice(0, 3).join(', ')}` : title;
  }
  const failure = failureOf(body);
  if (failure === undefined) return title;
  const { command } = failure;
  return [command && `\`${command.family}\` fails`, tellingLine(failure)].filter(Boolean).join(': ');
}

/** The files that a memory names. The file that a rule stands in is its origin, not its subject. */
export function placesOf({
  references,
  principal,
}: Pick<MemoryItem, 'references' | 'principal'>): readonly string[] {
  return references.filter((reference) => principal !== `file:${reference}`);
}

const longestLine = 160;

/** Quoted first, because quoting takes U+0085, the end of a line on some terminals, for an end of a line. */
export function quotedLine(text: string, longest = longestLine): RedactedText {
  const line = oneLine(quoteText(text));
  return (line.length > longest ? `${line.slice(0, longest)}…` : line) as RedactedText;
}

/** A whole field; a rule that begins with such a word is none. */
const placeholder =
  /^(?:(?:todo|tbd|fixme)(?:[:,\s]+fill (?:this |it )?in)?|unknown|undefined|null|n\/?a|none|not available|\[object \w+\])?[\s.:!?…–—-]*$/i;

/** Whether a card says what to do; parts that were left out to save room do not matter. */
export function saysWhatToDo({ actionHint }: { readonly actionHint: string }): boolean {
  return !isPlaceholder(actionHint);
}

export function isPlaceholder(field: string): boolean {
  return placeholder.test(field.trim());
}

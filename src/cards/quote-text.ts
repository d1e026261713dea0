import type { RedactedText } from '../model/brands.ts';
import { neutraliseStructure } from '../redaction/neutralise-structure.ts';
import { redact } from '../redaction/redact.ts';

/** Text for a card, which every door shows: without secrets, and with nothing that an agent takes for structure. */
export function quoteText(text: string): RedactedText {
  return neutraliseStructure(redact(text)) as RedactedText;
}

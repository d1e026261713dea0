import type { LocatedFile } from '../model/answers/file-location.ts';
import { neutraliseStructure } from '../redaction/neutralise-structure.ts';

const mostSymbols = 3;
const mostReasons = 2;

/** `- src/a.py (72% likely to be changed): Reader.read:40, parse:12; changed in 4 similar fixes`. */
export function renderLocatedFile({ path, confidence, symbols, evidence }: LocatedFile): string {
  const sure = confidence === undefined ? '' : ` (${Math.round(confidence * 100)}% likely to be changed)`;
  const parts = [
    symbols
      .slice(0, mostSymbols)
      .map(({ name, line }) => `${name}:${line}`)
      .join(', '),
    ...evidence.slice(0, mostReasons),
  ].filter((part) => part !== '');
  return oneLine(`- ${path}${sure}${parts.length === 0 ? '' : `: ${parts.join('; ')}`}`);
}

/** Whatever a name is, it begins no line: that would look like one of ours. */
function oneLine(text: string): string {
  return neutraliseStructure(text)
    .replaceAll(/[\s\u0085]+/g, ' ')
    .trim();
}

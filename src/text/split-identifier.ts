import { patternFor } from './pattern-for.ts';

const asciiPart = /[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+/g;
const part = () => /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}]+|\p{Lu}+|\p{N}+/gu;

/** Parts of an identifier by case and underscore: `parseHTTPHeader_v2` → `parse`, `HTTP`, `Header`, `v`, `2`. */
export function splitIdentifier(identifier: string): readonly string[] {
  return identifier.match(patternFor(identifier, asciiPart, part)) ?? [];
}

import { isPlaceholder } from './is-placeholder.ts';
import { isFiller, isSequence } from './looks-random.ts';
import { endOfToken, type SecretDetector } from './secret-span.ts';
import { vendorValues } from './vendor-values.ts';

const assigned = /[\w. \t-]{0,24}(["'`=:>|?,\\][ \t"'`=:>|?,\\]{0,15})/y;
const shortName = 6;

/** Values assigned to a name that names a maker, in the shape that this maker's secrets have. */
export const vendorSecretDetectors: readonly SecretDetector[] = vendorValues.map(([kind, names, shapes]) => {
  let pattern: RegExp | undefined;
  return {
    literals: names,
    reach: 1_000,
    find(text, start, end) {
      if (end - start <= shortName && !isWrittenAsName(text.slice(start, end))) return undefined;
      assigned.lastIndex = end;
      const glue = assigned.exec(text)?.[1];
      if (glue === undefined || !/[=:>|,]/.test(glue)) return undefined;
      pattern ??= new RegExp(`(?:${shapes.join('|')})(?![\\w-])${endOfToken}`, 'y');
      pattern.lastIndex = assigned.lastIndex;
      const value = pattern.exec(text)?.[0];
      if (value === undefined || !/\d/.test(value) || isSequence(value) || isPlaceholder(value))
        return undefined;
      if (isFiller(value)) return undefined;
      return { start: assigned.lastIndex, end: pattern.lastIndex, kind };
    },
  };
});

/** Not across two words, as `etSy` in `setSystem` or `meraKi` in `CameraKit`. */
function isWrittenAsName(word: string): boolean {
  const rest = word.slice(1);
  return rest === rest.toLowerCase() || word === word.toUpperCase();
}

import { isFact } from './facts-of.ts';

/** A sentence apart from its values: what stands around them, and what they are. */
export interface SentenceTemplate {
  /** Equal for sentences that differ in their values alone. */
  readonly form: string;
  /** Numbers, paths, names of code and quoted code, in order, without the punctuation around them. */
  readonly values: readonly string[];
}

const token = /`[^`\n]+`|\S+/g;
const valuePattern = /^([("'[{<]*)(.*?)([)"'\]}>,;:.!?]*)$/s;
/** Of fewer words that are no values, two that are alike may still tell of different things. */
const fewestWords = 2;
const slot = '\u0000';

/**
 * The form of a sentence, in lower case, and its values. Only what cannot be said in other words is a value: a plain word is part of the
 * form, so "not", "off" or a name never become one. Undefined for a command, which is kept as it is, and for too few words.
 */
export function sentenceTemplate(text: string): SentenceTemplate | undefined {
  if (/^\s*[$>]\s/.test(text)) return undefined;
  const values: string[] = [];
  let words = 0;
  const form = [...text.matchAll(token)].map(([word]) => {
    const [, before = '', core = '', after = ''] = valuePattern.exec(word) ?? [];
    if (isFact(core) || core.startsWith('`')) {
      values.push(core);
      return before + slot + after;
    }
    if (/\p{L}{2}/u.test(core)) words += 1;
    return word.toLowerCase();
  });
  return words < fewestWords || values.length === 0 ? undefined : { form: form.join(' '), values };
}

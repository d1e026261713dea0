import { ModelFault } from '../../ports/language-model.ts';
import { parsedJson } from '../../text/json/fields.ts';

/**
 * The JSON that a model wrote: alone, in a Markdown fence, or with words around it, as programs print it.
 * @throws ModelFault `not_json`
 */
export function readAnswer(answer: unknown): unknown {
  if (typeof answer === 'object' && answer !== null) return answer;
  if (typeof answer !== 'string') throw new ModelFault('not_json');
  const found = [answer, withoutWordsAround(answer)].map(parsedJson).find((value) => value !== undefined);
  if (typeof found !== 'object' || found === null) throw new ModelFault('not_json');
  return found;
}

function withoutWordsAround(text: string): string {
  return text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
}

/** A count of tokens as a provider tells it; undefined for anything else. */
export function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.round(value) : undefined;
}

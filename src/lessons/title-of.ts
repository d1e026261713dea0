import type { FailureProfile } from '../model/failure.ts';
import { tellingLine } from '../wording/telling-line.ts';

interface Titled {
  readonly title: string | undefined;
  readonly content: string;
  readonly failure: FailureProfile | undefined;
}

const longestTitle = 100;

/** One-line title: the given one, else the failure that it fixes, else the beginning of the content. */
export function titleOf({ title, content, failure }: Titled): string {
  if (title?.trim()) return cut(oneLine(title));
  const error = failure && tellingLine(failure);
  if (error !== undefined) return cut([failure?.command?.family, error].filter(Boolean).join(': '));
  const line = oneLine(content.slice(0, 4 * longestTitle).split('\n', 1)[0] ?? '');
  const [sentence = line] = line.split(/(?<=[.!?])\s/, 1);
  return cut(sentence);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function cut(text: string): string {
  if (text.length <= longestTitle) return text;
  const end = text.lastIndexOf(' ', longestTitle);
  return `${text.slice(0, end > longestTitle / 2 ? end : longestTitle)}…`;
}

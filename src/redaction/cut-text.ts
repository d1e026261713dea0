const farthestLineEnd = 4_096;

/**
 * The first so many characters of a text, or fewer: leaves out the line at the cut, or its word in a long line, since half of
 * a token cannot be recognised.
 */
export function headOf(text: string, length: number): string {
  if (text.length <= length) return text;
  const lineEnd = text.lastIndexOf('\n', length);
  if (lineEnd >= Math.max(0, length - farthestLineEnd)) return text.slice(0, lineEnd);
  for (let end = length; end > 0; end--) if (/\s/.test(text[end] as string)) return text.slice(0, end);
  return '';
}

/** The last so many characters of a text, or fewer, as {@link headOf} gives the first ones. */
export function tailOf(text: string, length: number): string {
  if (text.length <= length) return text;
  const from = text.length - length;
  const lineEnd = text.indexOf('\n', from);
  if (lineEnd !== -1 && lineEnd <= from + farthestLineEnd) return text.slice(lineEnd + 1);
  const blank = text.slice(from).search(/\s/);
  return blank === -1 ? '' : text.slice(from + blank + 1);
}

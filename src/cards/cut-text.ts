const longestHint = 700;

/** Cuts a text to fit a card, and names the command that shows all of it. */
export function cutText(text: string, itemId: string): string {
  if (text.length <= longestHint) return text;
  const head = text.slice(0, longestHint);
  const ends = [head.lastIndexOf('. ') + 1, head.lastIndexOf('\n'), head.lastIndexOf(' ')];
  const end = ends.find((place) => place > longestHint / 2) ?? longestHint;
  return `${head.slice(0, end).trimEnd()} … (all of it: afterwit show ${itemId.slice(0, 8)})`;
}

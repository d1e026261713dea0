const longestLine = 300;

/** Of a long line the start, without a word that is cut in two. */
export function cutLine(line: string): string {
  return line.length <= longestLine ? line : line.slice(0, longestLine).replace(/\S*$/, '');
}

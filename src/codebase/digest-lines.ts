/** SHA-256 of lines of text, as hexadecimal digits. */
export function digestLines(lines: readonly string[]): string {
  // Loaded when it is needed: importing it costs 5 ms of every start.
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

/** The same, however deep the lines are indented. */
export function digestTrimmed(lines: readonly string[]): string {
  return digestLines(lines.map((line) => line.trim()));
}

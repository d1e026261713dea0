/** `  12:5  error  …`: a finding in the file that stands above all findings in it (eslint, stylelint, markdownlint). */
const finding = /^\s+\d+:\d+\s+(?:error|✖|×)\s/;
const fileAlone = /^(?:[A-Za-z]:)?[\w@./\\-]+\.\w{1,8}$/;
/** So far above a finding its file may stand. */
const longestList = 200;

/** An error line, led by the file it is about where that stands above it: without, findings in two files read alike. */
export function withFile(lines: readonly string[], index: number): string {
  const line = lines[index] ?? '';
  if (!finding.test(line)) return line;
  for (let above = index - 1; above >= Math.max(0, index - longestList); above--) {
    const header = lines[above]?.trimEnd() ?? '';
    if (fileAlone.test(header)) return `${header}: ${line.trim()}`;
    if (header !== '' && !/^\s/.test(header)) return line;
  }
  return line;
}

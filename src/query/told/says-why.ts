const why =
  /err(?:or|!)|fail|exception|panic|fatal|cannot|can't|could not|unable|unknown|undefined|undeclared|missing|denied|refused|not (?:found|ok|defined)|no such|invalid|unexpected|expected|received|assert|conflict|mismatch|abort|timed? ?out|[✗✕✖✘×☓]|[^=!][!=]==? |(?:http|status)\D{0,20}[45]\d\d\b|:<line>:?/i;
const little = /\b(?:warn(?:ing)?|note|debug|info)\b/i;

/** Whether a line says that something is wrong, and is no warning. */
export function saysWhy(line: string): boolean {
  return why.test(line) && !little.test(line);
}

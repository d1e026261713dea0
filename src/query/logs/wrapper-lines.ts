/**
 * What a program that ran another says of its end. Which one it was, and that it failed, is circumstance: why it failed, the
 * program inside has said. Where such a program itself finds the fault (`No rule to make target`, `404 Not Found`), it says so in
 * other lines.
 */
const shapes: readonly RegExp[] = [
  // Any program: `exited with code 1`, `returned a non-zero code: 2`, `(exit status 2)`, `Error 1` of make.
  /\b(?:exit(?:ed)?|returned|terminated|finished|ended|failed)\b.{0,40}\b(?:code|status|value|with)\b.{0,8}\d{1,3}\)?\.?$/i,
  /\bexited \(?-?\d{1,3}\)?$|\bexit(?:ed with)? (?:code|status):? \d{1,3}\b/i,
  /^(?:g?make|mingw32-make|ninja|just|rake|invoke)(?:\[\d+\])?: (?:\*{3} .{0,200}Error \d|Leaving|Entering|Target .{0,200}not remade|build stopped)|recipe for target .{0,200} failed/i,
  /^npm (?:ERR!|error|warn)\s*(?:$|code (?:ELIFECYCLE|\d)|errno \d|path |workspace |location |command |Lifecycle |Failed at |Exit status|Test failed|This is probably not|A complete log|.{0,200}_logs|\S{1,100}@\S{1,40} [\w:-]{1,60}: `)/i,
  /^(?:error Command failed|error: Recipe |\s?ELIFECYCLE|lerna ERR!|.{0,20}NX {2,4}(?:Running|Ran) |.{0,10}ERROR {1,3}run failed|Failed: {4})/i,
  /^(?:BUILD FAILED|\* Try:|> Run with --|\[ERROR\] (?:-> \[Help|Re-run Maven|For more information|To see the full|After correcting)|\[error\] \(.{1,100}\) .{0,80}(?:Failed|unsuccessful))/i,
  /^(?:-{4,8}|\s*>\s*\[.{1,60}\d\/\d+\] .{0,200}|(?:#\d+ )?ERROR: (?:failed to solve|process |Service ).{0,400}|The command ['"].{0,400}|executor failed running .{0,400})$/i,
  /^##\[|^travis_|^Done\. Your build|^ERROR: Job failed/,
];
const readCharacters = 500;

export function isWrapperLine(line: string): boolean {
  const text = line.length > readCharacters ? line.slice(0, readCharacters) : line;
  return shapes.some((shape) => shape.test(text));
}

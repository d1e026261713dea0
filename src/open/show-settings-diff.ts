import { redact } from '../redaction/redact.ts';

/**
 * The lines of a diff of settings without the user's values. Of unchanged text only keys, numbers, `true`, `false` and `null`
 * are shown, because a secret may have a line of its own, as in `"--password",` and `"hunter2"`, or all settings be one line,
 * which changes as a whole.
 * @param diff lines of `compareLines`
 * @returns lines with the same first characters, without secrets
 */
export function showSettingsDiff(diff: readonly string[]): readonly string[] {
  if (diff.length === 0) return [];
  const removed = new Set(tokensMarked(diff, '-'));
  const users = new Set(tokensMarked(diff, '+').filter((token) => removed.has(token)));
  const shown = diff.map((line) =>
    maskValues(line, line.startsWith(' ') ? () => true : (token) => users.has(token)),
  );
  // Once more as a whole, because some secrets are known only by the line before them.
  return redact(shown.join('\n')).split('\n');
}

/** Returns the tokens in the lines with this mark. Tokens that stay in a changed line are in both kinds. */
function tokensMarked(diff: readonly string[], mark: '-' | '+'): readonly string[] {
  return diff.filter((line) => line.startsWith(mark)).flatMap((line) => line.slice(1).match(tokens) ?? []);
}

/** A comment, a string of JSON or TOML (to the end of the line when it goes on there), or a word. */
const tokens =
  /(?:#|\/\/|\/\*).*|"""(?:[^"\\]|\\.|"(?!""))*(?:"""|\\?$)|'''.*?(?:'''|$)|"(?:[^"\\]|\\.)*(?:"|\\?$)|'[^']*(?:'|$)|[^\s"'#,:={}[\]]+/gu;
const tableHeader = /^\s*\[{1,2}[\w.\-"' ]+\]{1,2}\s*(?:#|$)/;
const literal = /^(?:true|false|null|[-+]?\d{1,6}(?:\.\d{1,6})?)$/;
const beforeValue = /^\s*[:=]\s*[^\s=]/;

function maskValues(line: string, isUsers: (token: string) => boolean): string {
  const mark = line.slice(0, 1);
  const text = line.slice(1);
  if (text === '…') return line;
  const isHeader = tableHeader.test(text);
  const masked = text.replace(tokens, (token, at: number) => {
    // A comment goes to the end of its line; none of our entries has one.
    const comment = /^(?:#|\/\/|\/\*)/.exec(token)?.[0];
    if (comment !== undefined) return `${comment} …`;
    if (!isUsers(token)) return token;
    const isQuoted = /^["']/.test(token);
    if (beforeValue.test(text.slice(at + token.length))) return token;
    if (isQuoted) return '"…"';
    return isHeader || literal.test(token) ? token : '…';
  });
  return redact(mark + masked);
}

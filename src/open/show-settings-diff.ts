import { redact } from '../redaction/redact.ts';

/**
 * The lines of a diff of settings as they may be shown. Unchanged lines are the user's: of them only keys, numbers, `true`,
 * `false` and `null` are shown, because a secret may stand in a line of its own, as in `"--password",` and `"hunter2"`.
 *
 * @param diff lines of `compareLines`
 * @returns lines with the same first characters, without secrets
 */
export function showSettingsDiff(diff: readonly string[]): readonly string[] {
  if (diff.length === 0) return [];
  const removed = new Set(textsMarked(diff, '-'));
  const users = new Set(textsMarked(diff, '+').filter((text) => removed.has(text)));
  const shown = diff.map((line) =>
    line.startsWith(' ') || users.has(textOf(line)) ? maskValues(line) : redact(line),
  );
  // Once more as a whole, because some secrets are known only by the line before them.
  return redact(shown.join('\n')).split('\n');
}

/** Texts of the lines with this mark. A line of the user's that only got its comma is in both kinds. */
function textsMarked(diff: readonly string[], mark: '-' | '+'): readonly string[] {
  return diff.filter((line) => line.startsWith(mark)).map(textOf);
}

function textOf(line: string): string {
  return line.slice(1).replace(/,\s*$/, '');
}

/** A comment, a string of JSON or TOML (to the end of the line when it goes on there), or a word. */
const tokens =
  /(?:#|\/\/|\/\*).*|"""(?:[^"\\]|\\.|"(?!""))*(?:"""|\\?$)|'''.*?(?:'''|$)|"(?:[^"\\]|\\.)*(?:"|\\?$)|'[^']*(?:'|$)|[^\s"'#,:={}[\]]+/gu;
const tableHeader = /^\s*\[{1,2}[\w.\-"' ]+\]{1,2}\s*(?:#|$)/;
const literal = /^(?:true|false|null|[-+]?\d{1,6}(?:\.\d{1,6})?)$/;
const beforeValue = /^\s*[:=]\s*[^\s=]/;

function maskValues(line: string): string {
  const mark = line.slice(0, 1);
  const text = line.slice(1);
  if (text === '…') return line;
  const isHeader = tableHeader.test(text);
  const masked = text.replace(tokens, (token, at: number) => {
    const comment = /^(?:#|\/\/|\/\*)/.exec(token)?.[0];
    if (comment !== undefined) return `${comment} …`;
    const isQuoted = /^["']/.test(token);
    if (beforeValue.test(text.slice(at + token.length))) return token;
    if (isQuoted) return '"…"';
    return isHeader || literal.test(token) ? token : '…';
  });
  return redact(mark + masked);
}

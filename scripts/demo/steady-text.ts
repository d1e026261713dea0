import { createHash } from 'node:crypto';

export interface Changing {
  /** Folder that stands for the home of a person. */
  readonly userHome: string;
  /** Login name of whoever recorded it. */
  readonly userName: string;
}

/** What stays in the text: the session that the hook is told of is made up. */
const madeUp = new Set(['5f0c6a52']);
const day = '2026-01-15';
const minute = `${day} 09:30 UTC`;

/** The same text without what is different in each recording: ids, folders, names, times. Equal ids stay equal. */
export function steadyText(text: string, { userHome, userName }: Changing): string {
  const ids = new Map<string, string>();
  const steadyId = (first: string): string => {
    if (madeUp.has(first)) return first;
    const known = ids.get(first) ?? hexadecimal(`id ${ids.size}`, first.length);
    ids.set(first, known);
    return known;
  };
  const name = userName.replace(/[^\w-]/g, '\\$&');
  return text
    .replaceAll(userHome, '/home/ada')
    .replace(new RegExp(`\\b(user[ :]|from {5})${name}\\b`, 'g'), '$1ada')
    .replace(/\b([0-9a-f]{8})((?:-[0-9a-f]{4}){3}-[0-9a-f]{12})?\b/g, (id, first: string, rest?: string) =>
      madeUp.has(first) ? id : steadyId(first) + (rest === undefined ? '' : restOfId(first)),
    )
    .replace(/(?<= id=")[0-9a-f]{12}(?=")/g, hexadecimal('fence', 12))
    .replace(/\b\d{4}-\d\d-\d\d \d\d:\d\d UTC/g, minute)
    .replace(/\b20\d\d-\d\d-\d\d\b/g, day)
    .replace(/\b\d+\.\d+ms\b/g, '12.3ms')
    .replace(/\b(duration_ms:? )\d+(?:\.\d+)?/g, '$112.3')
    .replace(/\bNode\.js v(\d+)\.\d+\.\d+/g, 'Node.js v$1');

  function restOfId(first: string): string {
    const digits = hexadecimal(`rest of ${steadyId(first)}`, 22);
    return digits.replace(/^(.{4})(.{3})(.{3})(.{12})$/, '-$1-4$2-8$3-$4');
  }
}

function hexadecimal(seed: string, length: number): string {
  return createHash('sha256').update(seed).digest('hex').slice(0, length);
}

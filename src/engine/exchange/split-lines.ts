import { StringDecoder } from 'node:string_decoder';

/** A line of a stream; a line over the limit is `tooLong` and has no text. */
export type StreamedLine =
  | { readonly kind: 'line'; readonly number: number; readonly text: string }
  | { readonly kind: 'tooLong'; readonly number: number };

/** Lines of a stream of any length, one at a time, without empty ones. Holds at most one line and one chunk. */
export async function* splitLines(
  source: AsyncIterable<Uint8Array | string>,
  longestCharacters: number,
): AsyncIterable<StreamedLine> {
  const decoder = new StringDecoder('utf8');
  let held: string[] = [];
  let length = 0;
  let number = 0;
  const finish = (): StreamedLine | undefined => {
    number += 1;
    const isTooLong = length > longestCharacters;
    const text = isTooLong
      ? ''
      : held
          .join('')
          .replace(/^\ufeff/, '')
          .trim();
    held = [];
    length = 0;
    if (isTooLong) return { kind: 'tooLong', number };
    return text === '' ? undefined : { kind: 'line', number, text };
  };
  const hold = (part: string): void => {
    length += part.length;
    if (length <= longestCharacters) held.push(part);
    else held = [];
  };
  for await (const chunk of source) {
    const [first = '', ...others] = (
      typeof chunk === 'string' ? chunk : decoder.write(Buffer.from(chunk))
    ).split('\n');
    hold(first);
    for (const part of others) {
      const line = finish();
      if (line !== undefined) yield line;
      hold(part);
    }
  }
  hold(decoder.end());
  const last = length === 0 ? undefined : finish();
  if (last !== undefined) yield last;
}

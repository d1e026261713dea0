import { AfterwitError } from '../../model/errors.ts';
import type { CliStreams } from '../streams.ts';

/** More than a person types, and more than a search can use. */
const maximumBytes = 1_048_576;

/**
 * All of standard input as text.
 *
 * @param advice what to do when it is too long
 * @throws TEXT_TOO_LARGE when it is longer than 1 MiB
 */
export function readStandardInput(
  stdin: CliStreams['stdin'],
  advice = 'Pass only the part that matters, as in: tail -c 20000 build.log | afterwit search-commits -',
): Promise<string> {
  return readWhole(stdin, { maximumBytes, tooLong: `Standard input is longer than 1 MiB. ${advice}` });
}

/**
 * A whole stream as text. A longer stream is refused before the rest is read.
 * @throws TEXT_TOO_LARGE
 */
export async function readWhole(
  source: CliStreams['stdin'],
  limit: { readonly maximumBytes: number; readonly tooLong: string },
): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    const buffer = Buffer.from(chunk);
    bytes += buffer.length;
    if (bytes > limit.maximumBytes) {
      throw new AfterwitError('TEXT_TOO_LARGE', limit.tooLong, {
        data: { maximumBytes: limit.maximumBytes },
      });
    }
    chunks.push(buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

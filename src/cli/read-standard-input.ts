import { AfterwitError } from '../model/errors.ts';
import type { CliStreams } from './streams.ts';

/** More than anyone asks by hand, and more than a search can use. */
const maximumBytes = 1_048_576;

/**
 * All of standard input as text.
 * @throws INVALID_ARGUMENT when it is longer than 1 MiB
 */
export async function readStandardInput(stdin: CliStreams['stdin']): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stdin) {
    const buffer = Buffer.from(chunk);
    bytes += buffer.length;
    if (bytes > maximumBytes) throw tooLong();
    chunks.push(buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function tooLong(): AfterwitError {
  return new AfterwitError(
    'INVALID_ARGUMENT',
    'Standard input is longer than 1 MiB. Pass only the part that matters, as in: tail -c 20000 build.log | afterwit search-commits -',
    { data: { maximumBytes } },
  );
}

import type { RecallRequest } from '../../api/inputs.ts';
import { recall } from '../../api/operations/recall.ts';
import { AfterwitError } from '../../model/errors.ts';
import { offeredFields } from '../command-line/operation-options.ts';
import { flagOf } from '../command-line/option-words.ts';
import type { Session } from '../session.ts';
import { describedFailure } from './described-failure.ts';
import { inputOf } from './input-of.ts';
import { checkStandardInput, openInput } from './open-input.ts';
import { readWhole } from './read-standard-input.ts';

const example = 'afterwit recall "how are releases made"';
const requestLimit = {
  maximumBytes: 16_000_000,
  tooLong: 'The request is longer than 16 MB. Cut the output of the failure to its beginning and its end.',
};

/**
 * The recall request, from the words and options of the command line or as a whole from `--request`.
 * @throws INVALID_ARGUMENT, TEXT_TOO_LARGE
 */
export async function readRecallRequest(session: Session): Promise<RecallRequest> {
  const { options } = session;
  if (options.request !== undefined) return await readWholeRequest(session, options.request);
  const request = await inputOf(recall, session);
  if (request.query !== undefined || describedFailure(request.failure) !== undefined) return request;
  throw new AfterwitError(
    'INVALID_ARGUMENT',
    `The query is missing. Give it in words, as in: ${example}; or give a failure with --command or --failure.`,
  );
}

async function readWholeRequest(session: Session, path: string): Promise<RecallRequest> {
  const {
    arguments: [text],
    options,
  } = session;
  const values: Readonly<Record<string, unknown>> = options;
  const beside = offeredFields(recall).find(({ option }) => values[option] !== undefined);
  if (text !== undefined || beside !== undefined) {
    const other = beside === undefined ? 'A text' : flagOf(beside.option);
    throw new AfterwitError(
      'INVALID_ARGUMENT',
      `${other} cannot be combined with --request. Put everything into the request, or leave --request out.`,
    );
  }
  checkStandardInput([path]);
  return parseRequest(await readWhole(openInput(path, session), requestLimit));
}

/** The speaker is left out: it is taken from the environment, never from the request. */
async function parseRequest(json: string): Promise<RecallRequest> {
  const { speaker: _, ...fields } = recall.input;
  const { readInput } = await import('../../api/check-input.ts');
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    throw new AfterwitError(
      'INVALID_ARGUMENT',
      'The request of --request is not JSON. A request that would do: {"query": "how are releases made"}.',
      { cause },
    );
  }
  return readInput('--request', fields, value, { strict: true, older: true }) as RecallRequest;
}

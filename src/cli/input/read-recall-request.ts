import type { RecallRequest } from '../../api/inputs.ts';
import { AfterwitError } from '../../model/errors.ts';
import { flagOf } from '../command-line/option-words.ts';
import type { OptionName } from '../command-line/options.ts';
import type { Session } from '../session.ts';
import { checkStandardInput, openInput } from './open-input.ts';
import { parseRecallRequest } from './parse-recall-request.ts';
import { readFailure } from './read-failure.ts';
import { readWhole } from './read-standard-input.ts';
import { readText } from './read-text.ts';

const example = 'afterwit recall "how are releases made"';
const tellsOfRequest = ['command', 'exitCode', 'failure', 'file', 'budget', 'topK', 'unasked'] as const;
const requestLimit = {
  maximumBytes: 16_000_000,
  tooLong: 'The request is longer than 16 MB. Cut the output of the failure to its beginning and its end.',
};

/**
 * The recall request, from the words and options of the command line or as a whole from `--request`.
 * @throws INVALID_ARGUMENT, TEXT_TOO_LARGE
 */
export async function readRecallRequest(session: Session): Promise<RecallRequest> {
  const {
    arguments: [text],
    options,
  } = session;
  checkStandardInput([text, options.failure, options.request]);
  if (options.request !== undefined) return readWholeRequest(session, options.request);
  const failure = await readFailure(session);
  if (text === undefined && failure === undefined) {
    throw new AfterwitError(
      'INVALID_ARGUMENT',
      `The query is missing. Give it in words, as in: ${example}; or give a failure with --command or --failure.`,
    );
  }
  return {
    query: text === undefined ? undefined : await readText(session, { example }),
    failure,
    files: options.file,
    moment: options.unasked ? 'after_failure' : undefined,
    budgetTokens: options.budget,
    topK: options.topK,
  };
}

async function readWholeRequest(session: Session, path: string): Promise<RecallRequest> {
  const {
    arguments: [text],
    options,
  } = session;
  const beside: OptionName | undefined = tellsOfRequest.find((name) => options[name] !== undefined);
  if (text !== undefined || beside !== undefined) {
    const other = beside === undefined ? 'A text' : flagOf(beside);
    throw new AfterwitError(
      'INVALID_ARGUMENT',
      `${other} cannot be combined with --request. Put everything into the request, or leave --request out.`,
    );
  }
  return parseRecallRequest(await readWhole(openInput(path, session), requestLimit));
}

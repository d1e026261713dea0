import { AfterwitError } from '../../model/errors.ts';
import type { FailureDetails } from '../../model/recorded-failure.ts';
import type { OptionValues } from '../command-line/option-values.ts';
import { checkStandardInput } from '../input/open-input.ts';
import { readFailure } from '../input/read-failure.ts';
import { readText } from '../input/read-text.ts';
import { renderRecorded } from '../rendering/render-recorded.ts';
import type { Answer, Session } from '../session.ts';

const textNeeded = {
  example: 'afterwit record "Run npm run build first" --command "npm test" --failure test.log',
  wanted: 'Say what made the failure go away',
  whenTooLong: 'Say in words what fixed it, and pass the log with --failure FILE.',
};

export async function runRecord(session: Session): Promise<Answer> {
  const {
    arguments: [text],
    options,
  } = session;
  checkStandardInput([text, options.failure, options.stack]);
  const fix = await readText(session, textNeeded);
  const failure = await readFailure(session);
  if (failure === undefined) {
    throw new AfterwitError(
      'INVALID_ARGUMENT',
      `The failure is missing. Give it with --command, --failure or both, as in: ${textNeeded.example}. For a lesson without a failure, use afterwit remember.`,
    );
  }
  const details = detailsOf(options);
  const isAnythingSaid = Object.values(details).some((told) => told !== undefined);
  const [happenedIn] = options.file ?? [];
  const memory = await session.memory();
  const recorded = await memory.record({
    fix,
    failure: { ...failure, file: happenedIn && withoutSymbol(happenedIn) },
    details: isAnythingSaid ? details : undefined,
    title: options.title,
    scope: options.scope,
    tags: options.tag,
    files: options.file,
  });
  return { value: recorded, lines: (page) => renderRecorded(recorded, page) };
}

function detailsOf(options: OptionValues): FailureDetails {
  const { symptom, cause, rule, verify, context, family, appliesWhen, notWhen, changed, passed } = options;
  return {
    symptom,
    family,
    rootCause: cause,
    preventionRule: rule,
    verification: verify,
    context,
    appliesWhen,
    notWhen,
    changed,
    validation: passed === undefined ? undefined : { command: passed, exitCode: 0 },
  };
}

/** `src/a.ts` from `src/a.ts:Part`; the colon of a drive letter does not count. */
function withoutSymbol(path: string): string {
  return path.replace(/(?<=.{2}):[^:/\\]*$/, '');
}

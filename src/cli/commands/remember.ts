import type { RememberRequest } from '../../api/inputs.ts';
import { AfterwitError } from '../../model/errors.ts';
import type { FailureReport } from '../../model/failure.ts';
import type { FailureDetails } from '../../model/recorded-failure.ts';
import type { OptionValues } from '../command-line/option-values.ts';
import { checkStandardInput } from '../input/open-input.ts';
import { readFailure } from '../input/read-failure.ts';
import { readText } from '../input/read-text.ts';
import { renderRecorded } from '../rendering/render-recorded.ts';
import { renderRemembered } from '../rendering/render-remembered.ts';
import type { Answer, Session } from '../session.ts';

const textNeeded = {
  example: 'afterwit remember "Run npm run build before npm test"',
  wanted: 'Say what to know next time, or what made a failure go away',
  whenTooLong: 'A memory says what to know next time. Say that in words, and pass a log with --failure FILE.',
};

export async function runRemember(session: Session): Promise<Answer> {
  const {
    arguments: [text],
    options,
  } = session;
  checkStandardInput([text, options.failure, options.stack]);
  const content = await readText(session, textNeeded);
  const failure = options.hard ? undefined : await readFailure(session);
  const details = detailsOf(options);
  const strategy = strategyOf(options);
  const memory = await session.memory();
  const { title, scope, tag: tags, file: files } = options;
  if (failure !== undefined && strategy === undefined) {
    const recorded = await memory.record({
      ...{ fix: content, failure: whereItHappened(failure, files), details, title, scope, tags, files },
    });
    return { value: recorded, lines: (page) => renderRecorded(recorded, page) };
  }
  const remembered = await memory.remember({
    ...{ content, title, type: options.type, scope, tags, files, failure, details, strategy },
    ...(options.hard ? { hard: { command: options.command } } : {}),
  });
  return { value: remembered, lines: (page) => renderRemembered(remembered, page) };
}

function detailsOf(options: OptionValues): FailureDetails | undefined {
  const { symptom, cause, rule, verify, context, family, appliesWhen, notWhen, changed, passed } = options;
  const details = {
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
  return Object.values(details).some((told) => told !== undefined) ? details : undefined;
}

/** In the first of the files. */
function whereItHappened(failure: FailureReport, [happenedIn]: readonly string[] = []): FailureReport {
  // `src/a.ts` from `src/a.ts:Part`; the colon of a drive letter does not count.
  return { ...failure, file: happenedIn?.replace(/(?<=.{2}):[^:/\\]*$/, '') };
}

function strategyOf({ prefer, avoid }: OptionValues): RememberRequest['strategy'] {
  if (prefer !== undefined && avoid !== undefined) {
    throw new AfterwitError(
      'INVALID_ARGUMENT',
      '--prefer and --avoid are two preferences. Remember each with its own reason.',
    );
  }
  if (prefer !== undefined) return { stance: 'prefer', words: prefer };
  return avoid === undefined ? undefined : { stance: 'avoid', words: avoid };
}

import type { RememberRequest } from '../../api/inputs.ts';
import { remember } from '../../api/operations/remember.ts';
import { AfterwitError } from '../../model/errors.ts';
import type { OptionValues } from '../command-line/option-values.ts';
import { describedFailure } from '../input/described-failure.ts';
import { inputOf } from '../input/input-of.ts';
import { renderRecorded } from '../rendering/render-recorded.ts';
import { renderRemembered } from '../rendering/render-remembered.ts';
import type { Answer, Session } from '../session.ts';

export async function runRemember(session: Session): Promise<Answer> {
  const { options } = session;
  const { content, failure: told, type, ...others } = await inputOf(remember, session);
  const failure = options.hard ? undefined : describedFailure(told);
  const details = detailsOf(options.passed, others.details);
  const strategy = strategyOf(options);
  const memory = await session.memory();
  if (failure !== undefined && strategy === undefined) {
    const happened = whereItHappened(failure, others.files);
    const recorded = await memory.record({ ...others, fix: content, failure: happened, details });
    return { value: recorded, lines: (page) => renderRecorded(recorded, page) };
  }
  const remembered = await memory.remember({
    ...{ ...others, content, type, failure, details, strategy },
    ...(options.hard ? { hard: { command: told?.command } } : {}),
  });
  return { value: remembered, lines: (page) => renderRemembered(remembered, page) };
}

function detailsOf(
  passed: string | undefined,
  details: RememberRequest['details'],
): RememberRequest['details'] {
  return passed === undefined ? details : { ...details, validation: { command: passed, exitCode: 0 } };
}

/** In the first of the files. */
function whereItHappened<Failure>(failure: Failure, [happenedIn]: readonly string[] = []) {
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

import { AfterwitError } from '../../model/errors.ts';
import type { FailureReport } from '../../model/failure.ts';

/** The failure that options describe; undefined without one. @throws INVALID_ARGUMENT where no option names it */
export function describedFailure<Failure extends FailureReport>(
  failure: Failure | undefined,
): Failure | undefined {
  if (failure === undefined || failure.exitCode === undefined) return failure;
  if (failure.output !== '' || failure.command !== undefined || failure.stack !== undefined) return failure;
  throw new AfterwitError(
    'INVALID_ARGUMENT',
    '--exit-code alone does not describe a failure. Add --command, --failure or both.',
  );
}

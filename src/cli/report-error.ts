import { AfterwitError, isAfterwitError } from '../model/errors.ts';
import { exitStatusOf } from './exit-codes.ts';
import { paragraph } from './terminal/layout.ts';
import { type Line, line, span, splitLines } from './terminal/line.ts';
import { toJson } from './to-json.ts';

interface ErrorReport {
  readonly error: AfterwitError;
  /** Shown when debugging. */
  readonly stack: string | undefined;
}

/** Turns any thrown value into an error to report; a value that is not an `AfterwitError` becomes `INTERNAL`. */
export function toErrorReport(thrown: unknown, { debug }: { readonly debug: boolean }): ErrorReport {
  const stack = debug && thrown instanceof Error ? stackWithCauses(thrown) : undefined;
  if (isAfterwitError(thrown) && thrown.code !== 'INTERNAL') return { error: thrown, stack };
  return { error: toInternalError(thrown, debug), stack };
}

/** The same report without secrets: in the message, in every text of the data, in the stack. */
export function redactReport({ error, stack }: ErrorReport, redact: (text: string) => string): ErrorReport {
  const data = Object.fromEntries(
    Object.entries(error.data).map(([name, value]) => [
      name,
      typeof value === 'string' ? redact(value) : value,
    ]),
  );
  return {
    error: new AfterwitError(error.code, redact(error.message), { data, cause: error.cause }),
    stack: stack === undefined ? undefined : redact(stack),
  };
}

function toInternalError(thrown: unknown, debug: boolean): AfterwitError {
  const advice = debug
    ? 'Include the stack below in the report.'
    : 'AFTERWIT_DEBUG=1 shows where it happened; logs/afterwit.log in the home folder may say more.';
  if (isAfterwitError(thrown)) {
    return new AfterwitError('INTERNAL', `${thrown.message} ${advice}`, { data: thrown.data, cause: thrown });
  }
  const words = thrown instanceof Error ? thrown.message : String(thrown);
  return new AfterwitError('INTERNAL', `This is a fault of afterwit, please report it: ${words}. ${advice}`, {
    cause: thrown,
  });
}

function stackWithCauses(error: Error): string {
  const own = error.stack ?? String(error);
  return error.cause instanceof Error ? `${own}\nCaused by: ${stackWithCauses(error.cause)}` : own;
}

/** An error for people: the fault and its remedy, then its code and exit status. */
export function renderError({ error, stack }: ErrorReport, width: number): readonly Line[] {
  const [first = '', ...rest] = splitLines(error.message);
  return [
    ...paragraph(line(span('afterwit: ', 'red'), first), { width }),
    ...rest.flatMap((text) => paragraph(line(text), { width })),
    line(span(`${error.code}, exit status ${exitStatusOf(error.code)}`, 'dim')),
    ...splitLines(stack ?? '').map((text) => line(span(text, 'dim'))),
  ];
}

export function errorToJson({ error, stack }: ErrorReport): string {
  const { code, message, data } = error;
  return toJson({ error: { code, message, data, ...(stack === undefined ? {} : { stack }) } });
}

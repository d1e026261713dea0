import { AfterwitError } from '../../model/errors.ts';

/** @throws INVALID_ARGUMENT */
export function requirePositive(name: string, value: number | undefined): void {
  if (value === undefined || (Number.isSafeInteger(value) && value > 0)) return;
  throw new AfterwitError('INVALID_ARGUMENT', `${name} is ${value}. Give a whole number of 1 or more.`, {
    data: { argument: name, found: String(value) },
  });
}

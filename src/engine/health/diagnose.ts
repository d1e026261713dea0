import type { Check, Diagnosis } from '../../model/answers/memory-status.ts';
import { isAfterwitError } from '../../model/errors.ts';

type Finding = Omit<Check, 'name'>;

/** One check of `doctor`. An error that it throws is its finding. */
export interface Examination {
  readonly name: string;
  readonly examine: () => Finding | Promise<Finding>;
}

/** Runs all checks; a failing check does not stop the others. */
export async function diagnose(examinations: readonly Examination[]): Promise<Diagnosis> {
  const checks: Check[] = [];
  for (const { name, examine } of examinations) checks.push({ name, ...(await findingOf(examine)) });
  return { healthy: checks.every(({ result }) => result !== 'problem'), checks };
}

async function findingOf(examine: Examination['examine']): Promise<Finding> {
  try {
    return await examine();
  } catch (fault) {
    if (isAfterwitError(fault)) return { result: 'problem', message: `${fault.message} (${fault.code})` };
    return { result: 'problem', message: fault instanceof Error ? fault.message : String(fault) };
  }
}

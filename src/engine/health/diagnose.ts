import type { Check, Diagnosis } from '../../model/answers/memory-status.ts';
import { isAfterwitError } from '../../model/errors.ts';

type Finding = Omit<Check, 'name'>;

/** One thing to look at. What it throws is its finding. */
export interface Examination {
  readonly name: string;
  readonly examine: () => Finding | Promise<Finding>;
}

/** Looks at everything, however sick: a check that fails does not keep the others from running. */
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

import type { Diagnosis } from '../../model/answers/memory-status.ts';
import { isAfterwitError } from '../../model/errors.ts';
import { exitStatus, exitStatusOf } from '../exit-codes.ts';
import { renderDiagnosis } from '../rendering/render-diagnosis.ts';
import type { Answer, Session } from '../session.ts';

export async function runDoctor({ memory }: Session): Promise<Answer> {
  try {
    const opened = await memory();
    const diagnosis = await opened.diagnose();
    const status = exitStatus(diagnosis.healthy ? 'done' : 'environment');
    return { value: diagnosis, lines: (page) => renderDiagnosis(diagnosis, page), status };
  } catch (error) {
    // An error that keeps the memory from opening is itself the diagnosis.
    if (!isAfterwitError(error) || error.code === 'INTERNAL') throw error;
    const diagnosis: Diagnosis = {
      healthy: false,
      checks: [{ name: 'memory', result: 'problem', message: `${error.message} (${error.code})` }],
    };
    return {
      value: diagnosis,
      lines: (page) => renderDiagnosis(diagnosis, page),
      status: exitStatusOf(error.code),
    };
  }
}

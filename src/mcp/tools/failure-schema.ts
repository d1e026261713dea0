import * as z from 'zod';
import type { FailureReport } from '../../model/failure.ts';

/** A failed command, as an agent reports it. */
export const failureSchema = z.strictObject({
  command: z.string().optional(),
  output: z.string().optional().describe('What it printed, errors included'),
  exitCode: z.int().optional(),
});

export function toFailureReport({
  command,
  output = '',
  exitCode,
}: z.output<typeof failureSchema>): FailureReport {
  return {
    output,
    command,
    exitCode,
  };
}

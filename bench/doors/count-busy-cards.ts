import { spawn } from 'node:child_process';
import { runProcess } from './run-process.ts';

/** What became of hooks after failures that are known, while other processes keep every processor busy. */
export interface BusyCards {
  readonly calls: number;
  readonly shown: number;
  readonly wallMs: readonly number[];
}

interface BusyRequest {
  readonly hook: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly calls: number;
  readonly inputOf: () => string;
}

const busyProcesses = 5;

export async function countBusyCards(request: BusyRequest): Promise<BusyCards> {
  const busy = Array.from({ length: busyProcesses }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  try {
    const wallMs: number[] = [];
    let shown = 0;
    for (let call = 0; call < request.calls; call++) {
      const run = await runProcess({ ...request, words: [request.hook], input: request.inputOf() });
      wallMs.push(run.wallMs);
      if (run.stdout !== '') shown += 1;
    }
    return { calls: request.calls, shown, wallMs };
  } finally {
    for (const one of busy) one.kill('SIGKILL');
  }
}

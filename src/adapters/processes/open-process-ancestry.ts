import { existsSync } from 'node:fs';
import type { ProcessAncestry, ProcessFacts } from '../../ports/system.ts';
import { readProcProcess } from './read-proc-process.ts';
import { readPsProcesses } from './read-ps-processes.ts';

/** Nobody starts programs through more shells than this. */
const mostLevels = 64;

/** The processes above this one. Windows tells none. */
export function openProcessAncestry(): ProcessAncestry {
  return {
    read: () => climb(process.pid, existsSync('/proc/self/stat') ? readProcProcess : reader()),
  };
}

function reader(): (id: number) => ProcessFacts | undefined {
  if (process.platform === 'win32') return () => undefined;
  const processes = readPsProcesses();
  return (id) => processes.get(id);
}

function climb(start: number, read: (id: number) => ProcessFacts | undefined): readonly ProcessFacts[] {
  const found: ProcessFacts[] = [];
  for (let id = start; id > 0 && found.length < mostLevels; ) {
    const facts = read(id);
    if (facts === undefined) break;
    found.push(facts);
    id = facts.parentId;
  }
  return found;
}

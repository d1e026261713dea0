import type { ScaleCases, ScaleProbe } from './issue-data.ts';
import { type Answer, ask, statusOf } from './judge-case.ts';
import { openScratchMemory, recordSeeds } from './scratch-memory.ts';

interface JudgedProbe {
  readonly probe: ScaleProbe;
  /** The memory it was made from is shown first. */
  readonly isTop: boolean;
  readonly status: string;
  /** Any memory is shown. */
  readonly isExposed: boolean;
  readonly answer: Answer;
}

export interface ProbedScale {
  readonly name: string;
  readonly memories: number;
  readonly probes: readonly JudgedProbe[];
  readonly recordCpuMs: readonly number[];
}

const warmUps = 30;

/** Records all memories, then asks each probe once. */
export async function runProbes(
  { name, memories, probes }: ScaleCases,
  folder: string,
): Promise<ProbedScale> {
  await using scratch = await openScratchMemory(folder);
  const { recorded, cpuMs } = await recordSeeds(
    scratch,
    memories.map(({ record }) => record),
  );
  const variants = new Map(memories.map(({ id }, at) => [id, recorded[at]?.variant.id]));
  for (const { query } of probes.slice(0, warmUps)) await ask(scratch.memory, query);
  const judged: JudgedProbe[] = [];
  for (const probe of probes) {
    const answer = await ask(scratch.memory, probe.query);
    const [first] = answer.recollection.memories;
    const wanted = probe.expected_id === null ? undefined : variants.get(probe.expected_id);
    judged.push({
      probe,
      isTop: wanted !== undefined && first?.item.id === wanted,
      status: statusOf(answer),
      isExposed: first !== undefined,
      answer,
    });
  }
  return { name, memories: memories.length, probes: judged, recordCpuMs: cpuMs };
}

// Measures recalls in a process of its own, which holds nothing but the library. Reads a ScaleRun as JSON from standard input.
import { readFileSync } from 'node:fs';
import type { Memory } from '../../src/index.ts';
import { person } from '../person.ts';
import { cpuMsSince, endedChildrenCpuMs } from '../reporting/processes.ts';
import type { ScaleKind, ScaleQuestion } from './scale-questions.ts';

export interface ScaleRun {
  /** Module of the library: the built one, or its source. */
  readonly library: string;
  readonly repository: string;
  readonly home: string;
  readonly warmUps: number;
  readonly questions: readonly ScaleQuestion[];
}

interface TimedScaleRecall {
  readonly kind: ScaleKind;
  readonly cpuMs: number;
  /** Memories shown. */
  readonly shown: number;
  /** The memory that made the question is among them. */
  readonly isFound: boolean;
}

export interface ScaleTimes {
  readonly recalls: readonly TimedScaleRecall[];
  /** Most memory that the process held after a recall. */
  readonly residentMegabytes: number;
}

const bytesPerMegabyte = 1_048_576;

const run: ScaleRun = JSON.parse(readFileSync(0, 'utf8'));
const { openMemory } = (await import(run.library)) as typeof import('../../src/index.ts');
process.stdout.write(JSON.stringify(await measure(run)));

async function measure({ repository, home, warmUps, questions }: ScaleRun): Promise<ScaleTimes> {
  await using memory = await openMemory({ repository, home, speaker: person });
  const recalls: TimedScaleRecall[] = [];
  let mostBytes = 0;
  for (const [at, question] of questions.entries()) {
    const timed = await time(memory, question);
    if (at < warmUps) continue;
    recalls.push(timed);
    mostBytes = Math.max(mostBytes, process.memoryUsage.rss());
  }
  return { recalls, residentMegabytes: mostBytes / bytesPerMegabyte };
}

async function time(memory: Memory, { kind, request, answer }: ScaleQuestion): Promise<TimedScaleRecall> {
  const children = endedChildrenCpuMs();
  const before = process.cpuUsage();
  const { memories } = await memory.recall(request);
  const ownMs = cpuMsSince(before);
  const gitMs = endedChildrenCpuMs() - children;
  const isFound = memories.some(({ item }) => item.content === answer?.trim());
  return { kind, cpuMs: ownMs + (Number.isNaN(gitMs) ? 0 : gitMs), shown: memories.length, isFound };
}

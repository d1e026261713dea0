import { createHash } from 'node:crypto';
import type { JudgeUnit } from '../ports/judge.ts';
import { redact } from '../redaction/redact.ts';
import { judgePrompt } from './judge-prompt.ts';

/** One task in so many is for validation: the CICL paper has 144 of 1,400 examples. */
const oneIn = 10;

/** By the task alone, so that no task has examples on both sides (Section 3.6 of the CICL paper). */
export function isForValidation(task: string): boolean {
  return createHash('sha256').update(task).digest().readUInt32BE(0) % oneIn === 0;
}

/** Memories that were shown, and the outcome of each. */
export interface JudgedTask {
  readonly task: string;
  readonly units: readonly (Omit<JudgeUnit, 'contradicts'> & { readonly helped: boolean })[];
}

/** A judge's question with the answer of people or tests, in the chat format of trainers: one line of JSON. */
export function tuningExample({ task, units }: JudgedTask): string {
  const asked = { task, plannedActions: [], units: units.map((unit) => ({ ...unit, contradicts: [] })) };
  const { instructions, text } = judgePrompt(asked).prompt;
  const notes = units.map(({ helped }, at) => {
    const share = helped ? 1 : 0;
    return {
      ...{ id: `n${at + 1}`, no_context_action: 'go on without it' },
      with_context_action: helped ? 'do what it says' : 'be led astray by it',
      ...{ action_shift: share, necessity: share, expected_outcome_uplift: share },
      negative_transfer_risk: 1 - share,
      reason: helped ? 'It helped.' : 'It was wrong here.',
      ...{ confidence: 1, supported_by: [], contradicted_by: [] },
    };
  });
  const messages = [
    { role: 'system', content: instructions },
    { role: 'user', content: redact(text) },
    { role: 'assistant', content: JSON.stringify({ notes }) },
  ];
  return `${JSON.stringify({ messages })}\n`;
}

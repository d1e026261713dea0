import type { ToolAnnotations } from '@modelcontextprotocol/server';
import type * as z from 'zod';
import type { Speaker } from '../../model/speaker.ts';
import type { ServedMemory } from '../shared-memory.ts';

/** What a model is told: text alone, for clients keep it from the model where an answer has data beside it. Redacted before it is sent. */
export interface Told {
  readonly text: string;
  /** Parts of the text that stand in a fence of ours; whatever else looks like structure loses its marks. */
  readonly fenced?: readonly string[] | undefined;
  /** Words of commits, files and issues, for a fence of their own behind the text. */
  readonly foreign?: string | undefined;
}

/**
 * One tool: translates its arguments into a call of the memory, and the result into an answer. It makes no decisions.
 */
export interface Tool<Input extends z.ZodObject> {
  readonly name: string;
  readonly description: string;
  readonly input: Input;
  readonly annotations: ToolAnnotations;
  answer(memory: ServedMemory, request: z.output<Input>, speaker: Speaker): Promise<Told>;
}

/** Identity function that infers the types of a tool from its schema. */
export function defineTool<Input extends z.ZodObject>(tool: Tool<Input>): Tool<Input> {
  return tool;
}

/** Annotations of a tool that only reads: it changes nothing that an agent could notice and never uses the network. */
export const reading: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };

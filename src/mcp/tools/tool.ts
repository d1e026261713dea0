import type { ToolAnnotations } from '@modelcontextprotocol/server';
import type * as z from 'zod';
import type { Speaker } from '../../model/speaker.ts';
import type { ServedMemory } from '../shared-memory.ts';

/** What a model is told. It is redacted before it is sent. */
export interface Told {
  readonly text: string;
  /** Parts of the text that stand in a fence of ours; whatever else looks like structure loses its marks. */
  readonly fenced?: readonly string[] | undefined;
}

/** Answer of a tool: text for the model, data for programs. */
interface ToolAnswer<Output> extends Told {
  readonly data: Output;
}

/**
 * One tool: translates its arguments into a call of the memory, and the result into an answer. It makes no decisions.
 */
export interface Tool<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string;
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  readonly annotations: ToolAnnotations;
  answer(
    memory: ServedMemory,
    request: z.output<Input>,
    speaker: Speaker,
  ): Promise<ToolAnswer<z.input<Output>>>;
}

/** Identity function that infers the types of a tool from its schemas. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: Tool<Input, Output>,
): Tool<Input, Output> {
  return tool;
}

/** Annotations of a tool that only reads: it changes nothing that an agent could notice and never uses the network. */
export const reading: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };

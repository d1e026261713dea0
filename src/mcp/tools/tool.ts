import type { ToolAnnotations } from '@modelcontextprotocol/server';
import type * as z from 'zod';
import type { Speaker } from '../../model/speaker.ts';
import type { ServedMemory } from '../shared-memory.ts';

/** What a tool says: in words for the model, as data for programs. Both are redacted on their way out. */
interface ToolAnswer<Output> {
  readonly text: string;
  readonly data: Output;
}

/** One tool: translates its arguments into a call of the memory, and the result into an answer. It decides nothing. */
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

/** Lets the types of schemas and answer follow from each other. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: Tool<Input, Output>,
): Tool<Input, Output> {
  return tool;
}

/** Looks, and changes nothing an agent could notice; the network is never asked. */
export const reading: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };

import type { ToolAnnotations } from '@modelcontextprotocol/server';
import type { Fields, Input } from '../../api/field.ts';
import type { Speaker } from '../../model/provenance.ts';
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
 * One tool: hands the fields of an operation to the memory, and makes an answer of the result. It makes no decisions.
 */
export interface Tool<Its extends Fields = Fields> {
  readonly name: string;
  readonly description: string;
  /** Fields of operations; an agent is offered those that say so. */
  readonly input: Its;
  readonly annotations: ToolAnnotations;
  answer(memory: ServedMemory, request: Input<Its>, speaker: Speaker): Promise<Told>;
}

/** Identity function that infers the types of a tool from its fields. */
export function defineTool<const Its extends Fields>(tool: Tool<Its>): Tool<Its> {
  return tool;
}

/** Annotations of a tool that only reads: it changes nothing that an agent could notice and never uses the network. */
export const reading: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };

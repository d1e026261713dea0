import type { ToolAnnotations } from '@modelcontextprotocol/server';
import type { Fields, Input } from '../../api/field.ts';
import type { Operation } from '../../api/operation.ts';
import type { Speaker } from '../../model/provenance.ts';
import type { ServedMemory } from '../shared-memory.ts';

/** Text for a model, redacted before it is sent: clients keep text from the model where it has data beside it. */
export interface Told {
  readonly text: string;
  /** Parts of the text that stand in a fence of ours; any other structure loses its marks. */
  readonly fenced?: readonly string[] | undefined;
  /** Words of commits, files and issues, for a fence of their own behind the text. */
  readonly foreign?: string | undefined;
}

/** A tool of an agent: an operation, or several that an agent knows as one. It makes no decisions. */
export interface Tool<Its extends Fields = Fields> {
  readonly name: string;
  readonly description: string;
  /** Fields of operations; an agent is offered those that say so. */
  readonly input: Its;
  readonly annotations: ToolAnnotations;
  answer(memory: ServedMemory, request: Input<Its>, speaker: Speaker): Promise<Told>;
}

/** Changes nothing that an agent could notice, and never uses the network. */
export const reading: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };
/** Adds something, and adds nothing when it is called again. */
export const adding: ToolAnnotations = { destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** Identity function that infers the types of a tool from its fields. */
export function defineTool<const Its extends Fields>(tool: Tool<Its>): Tool<Its> {
  return tool;
}

type Called<Its extends Fields, Given> = Pick<Operation, 'name' | 'takes'> & {
  readonly input: Its;
  readonly run: (input: never, on: never) => Given;
};

/** The tool of one operation, called as the operation is with underscores: its fields go to the library's method. */
export function toolOf<Its extends Fields, Given>(
  operation: Called<Its, Given>,
  description: string,
  say: (answer: Awaited<Given>, request: Input<Its>) => string | Told,
  annotations: ToolAnnotations = reading,
): Tool<Its> {
  const { name, input, takes = [] } = operation;
  return {
    name: name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    description,
    input,
    annotations,
    async answer(memory, request, speaker) {
      const others: Record<string, unknown> = { ...request, ...('speaker' in input ? { speaker } : {}) };
      const taken = takes.map((field) => others[field]);
      for (const field of takes) delete others[field];
      const methods = memory as unknown as Methods<Awaited<Given>>;
      const told = say((await methods[name]?.(...taken, others)) as Awaited<Given>, request);
      return typeof told === 'string' ? { text: told } : told;
    },
  };
}

type Methods<Answer> = Readonly<Record<string, (...handed: readonly unknown[]) => Promise<Answer>>>;

/** `: why`, or nothing. */
export function because(reason: string | undefined): string {
  return reason === undefined ? '' : `: ${reason}`;
}

/** ` and 3 more`, or nothing. */
export function andMore(all: number, shown: number): string {
  return all > shown ? ` and ${all - shown} more` : '';
}

import { type McpServer, ResourceTemplate, type ServerContext } from '@modelcontextprotocol/server';
import type { Speaker } from '../model/provenance.ts';
import { withFenced } from './redact-message.ts';
import type { ServedMemory } from './shared-memory.ts';
import { describeBrief, describePart } from './tools/recall.ts';
import type { Told } from './tools/tool.ts';
import { describeDecision } from './tools/upkeep.ts';

type ReadResource = (memory: ServedMemory, speaker: Speaker, id: string) => Promise<Told>;

/** Answers a request for a resource; turns faults into those of the protocol. */
export type ServeResource = (
  uri: URL,
  context: ServerContext,
  read: (memory: ServedMemory, speaker: Speaker) => Promise<Told>,
) => Promise<Told>;

interface Resource {
  readonly name: string;
  readonly title: string;
  readonly uri: string;
  readonly description: string;
  readonly read: ReadResource;
}

const latest = 'latest';
const mostListed = 50;
const mimeType = 'text/plain';

const fixed: readonly Resource[] = [
  {
    name: 'brief',
    title: 'Brief',
    uri: 'afterwit://brief',
    description: 'Constraints, decisions, open tasks and preferences that hold here.',
    read: async (memory, speaker) => describeBrief(await memory.brief({ speaker }), speaker),
  },
  {
    name: 'cards',
    title: 'Memories',
    uri: 'afterwit://cards',
    description: `The ${mostListed} newest memories that hold here, a line each.`,
    read: async (memory) => {
      const { text } = await memory.readable({ limit: mostListed });
      return text === '' ? { text: 'Nothing is known here.' } : { text, fenced: [text] };
    },
  },
  {
    name: 'latest-decision',
    title: 'Latest decision',
    uri: `afterwit://decisions/${latest}`,
    description: 'What was considered last, shown or left out, and why.',
    read: async (memory) => ({ text: describeDecision(await memory.why()) }),
  },
];

/**
 * Resources that a person can put before an agent by picking them. The list opens no memory: an agent asks
 * for it at each connection, and must not make a repository known that afterwit is not used in.
 */
export function offerResources(server: McpServer, serve: ServeResource): void {
  for (const { name, title, uri, description, read } of fixed)
    server.registerResource(name, uri, { title, description, mimeType }, (asked, context) =>
      contentsOf(asked, context, (memory, speaker) => read(memory, speaker, '')),
    );
  offerTemplate({
    name: 'card',
    title: 'One memory',
    uri: 'afterwit://cards/{id}',
    description: 'A memory whole, by the id that its card shows.',
    read: async (memory, _, id) => describePart(await memory.read(id, {})),
  });
  offerTemplate({
    name: 'decision',
    title: 'One decision',
    uri: 'afterwit://decisions/{id}',
    description: 'How a decision came about, by its id.',
    read: async (memory, _, id) => ({ text: describeDecision(await memory.why(id)) }),
  });

  function offerTemplate({ name, title, uri, description, read }: Resource): void {
    const template = new ResourceTemplate(uri, { list: undefined });
    server.registerResource(name, template, { title, description, mimeType }, (asked, { id }, context) =>
      contentsOf(asked, context, (memory, speaker) => read(memory, speaker, String(id))),
    );
  }

  async function contentsOf(uri: URL, context: ServerContext, read: Parameters<ServeResource>[2]) {
    const { text, fenced } = await serve(uri, context, read);
    return withFenced({ contents: [{ uri: uri.href, mimeType, text }] }, fenced);
  }
}

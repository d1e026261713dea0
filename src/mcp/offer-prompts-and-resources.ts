import {
  type GetPromptResult,
  type McpServer,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { type Fields, type Input, required, text as words } from '../api/field.ts';
import type { Speaker } from '../model/provenance.ts';
import { withFenced } from './outgoing.ts';
import type { ServedMemory } from './shared-memory.ts';
import { describeBrief, describePart, recall } from './tools/recall.ts';
import { agentSchema, type Told } from './tools/tool.ts';
import { describeDecision } from './tools/upkeep.ts';

type ReadResource = (memory: ServedMemory, speaker: Speaker, id: string) => Promise<Told>;

/** Answers a request for a resource; turns faults into those of the protocol. */
type ServeResource = (
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

/** Answers a request with the memory; turns faults into those of the protocol. */
type ServePrompt = (
  context: ServerContext,
  say: (memory: ServedMemory, speaker: Speaker) => Promise<Told>,
) => Promise<Told>;

interface Prompt<Its extends Fields> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Its;
  say(memory: ServedMemory, request: Input<Its>, speaker: Speaker): Promise<Told>;
}

function definePrompt<const Its extends Fields>(prompt: Prompt<Its>): Prompt<Its> {
  return prompt;
}

const plan = definePrompt({
  name: 'plan',
  title: 'Plan with what is known',
  description: 'Rules, decisions and open tasks that bear on a task, before it is planned',
  input: { task: required(words('', { agent: 'What is to be done' })) },
  async say(memory, { task }, speaker) {
    const known = describeBrief(await memory.brief({ query: task, speaker }), speaker);
    const text = `${task}\n\nBefore you plan, weigh what is known here:\n\n${known.text}\n\nThen find where: locate with the task, and examine_commit for past commits that did the like. Name the files that you will change, and what each note above means for them.`;
    return { ...known, text };
  },
});

const find = definePrompt({
  name: 'find',
  title: 'Find where',
  description: 'Which files an issue is about, from history and code',
  input: { issue: required(words('', { agent: 'Text of the issue, whole' })) },
  say: async (_, { issue }) => ({
    text: `Find which files must change for this issue:\n\n${issue}\n\n1. search_commits with its text: was something like it done before?\n2. examine_commit of those that are likely to help: which files did they change, and why?\n3. summaries of those files, by path, and once by a query: what are they for, what changes with them?\n4. traverse and entity, where the server offers them, else your own search: what uses them?\n\nEnd with a list of files, most likely first, each with the reason. That nothing in the past helps is a good answer: say so, and go on with the code.`,
  }),
});

const fix = definePrompt({
  name: 'fix',
  title: 'Fix a failure',
  description: 'Whether a failure was met before, and what fixed it',
  input: {
    output: required(words('', { agent: 'What the failed command printed' })),
    command: words('', { agent: true }),
  },
  async say(memory, { output, command }, speaker) {
    const { text: known, fenced } = await recall.answer(memory, { failure: { output, command } }, speaker);
    const failed = command === undefined ? 'A command failed:' : `This command failed: ${command}`;
    const text = `${failed}\n\n${output}\n\nWhat is known of it:\n\n${known}\n\nCheck whether that fits before you follow it. Once the command passes: feedback on what was shown, and remember with the failure, if what fixed it was not known.`;
    return { text, fenced };
  },
});

const learned = definePrompt({
  name: 'learned',
  title: 'Keep what was learned',
  description: 'At the end of work: what the next session must know',
  input: {},
  say: async () => ({
    text: 'Look back on this session. For each failure that was fixed, with a command that passes now: remember what fixed it, with the failure. For each decision or constraint that was stated: remember it, with its reason and files. For each card that was shown: feedback with what became of it. Leave out what the code or git tell anyway, and guesses. That nothing is worth keeping is a good answer.',
  }),
});

/** Offers the tasks that a person can give an agent by name: the same in each repository, without opening a memory. */
export function offerPrompts(server: McpServer, serve: ServePrompt): void {
  offer(plan);
  offer(find);
  offer(fix);
  offer(learned);

  function offer<Its extends Fields>({ name, title, description, input, say }: Prompt<Its>): void {
    const definition = { title, description, argsSchema: agentSchema(name, input) };
    server.registerPrompt(name, definition, async (request, context): Promise<GetPromptResult> => {
      const { text, fenced } = await serve(context, (memory, speaker) => say(memory, request, speaker));
      return withFenced(
        { description, messages: [{ role: 'user', content: { type: 'text', text } }] },
        fenced,
      );
    });
  }
}

import { CLIENT_INFO_META_KEY, McpServer, type ServerContext } from '@modelcontextprotocol/server';
import type { IndexProgress } from '../model/answers/memory-status.ts';
import type { Speaker } from '../model/provenance.ts';
import type { ServerProfile } from '../model/server.ts';
import type { WarmHooks } from '../open/warm-hooks.ts';
import { offerPrompts, offerResources } from './offer-prompts-and-resources.ts';
import {
  fenceForeign,
  type LogFault,
  toFailureResult,
  toPromptFault,
  toResourceFault,
  withFenced,
} from './outgoing.ts';
import type { ServedMemory, SharedMemory } from './shared-memory.ts';
import { speakerOf } from './speaker-of.ts';
import { entity, locate, summaries, traverse } from './tools/code.ts';
import { examineCommit, hotspots, searchCommits } from './tools/history.ts';
import { answerWarmHook, hookTool } from './tools/hook.ts';
import { brief, guardrails, recall } from './tools/recall.ts';
import { agentSchema, type Tool } from './tools/tool.ts';
import { feedback, remember, review, why } from './tools/upkeep.ts';

export interface ServerDependencies {
  readonly memory: SharedMemory;
  readonly version: string;
  /** Session of the client that it serves; none where several cannot be told apart. */
  readonly session?: string;
  readonly logFault: LogFault;
  /** Opened by the first call of the hook; without it no hook is offered. */
  readonly hooks?: () => Promise<WarmHooks>;
  /** Told which program is connected. */
  readonly meet: (client: Speaker) => void;
  readonly profile: ServerProfile;
  /** Told of each question, by the tool it is for; returns the function to call once it is answered. */
  readonly begin: (tool: string) => () => void;
}

const instructions =
  'Memory of this repository. recall before work and after a failing command; brief before a plan; search_commits, examine_commit, summaries, locate to find where; remember what fixed a failure; feedback on what was shown. No relevant memory is a good answer.';

const fullInstructions =
  'From a file, traverse and entity follow the code; guardrails warns before a command; why and review tell how memory decides.';

/** In the order in which an agent needs them. */
const everyday: readonly Tool[] = [
  recall,
  brief,
  locate,
  searchCommits,
  examineCommit,
  summaries,
  remember,
  feedback,
];
const others: readonly Tool[] = [traverse, entity, guardrails, hotspots, review, why];

/** The offer changes only with the version and the profile. */
const definitionsTtlMs = 3_600_000;
const definitionsCache = { ttlMs: definitionsTtlMs, cacheScope: 'public' } as const;

/**
 * A server with our tools, in the order in which an agent needs them, resources and prompts. Serves one connection, in the
 * old or the new protocol.
 */
export function createServer({
  memory,
  version,
  session,
  logFault,
  hooks,
  meet,
  profile,
  begin,
}: ServerDependencies): McpServer {
  const server = new McpServer(
    { name: 'afterwit', version },
    {
      capabilities: {
        tools: { listChanged: false },
        resources: { listChanged: false },
        prompts: { listChanged: false },
      },
      instructions: profile === 'full' ? `${instructions} ${fullInstructions}` : instructions,
      cacheHints: {
        'tools/list': definitionsCache,
        'resources/list': definitionsCache,
        'resources/templates/list': definitionsCache,
        'prompts/list': definitionsCache,
        'server/discover': definitionsCache,
      },
    },
  );

  /** The new protocol names the client in every request, the old one only when connecting. */
  const clientOf = ({ mcpReq }: ServerContext): unknown => {
    const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {};
    return envelope[CLIENT_INFO_META_KEY] ?? server.server.getClientVersion();
  };

  /** One request, from its first to its last moment: its speaker, its limits of waiting, and no upkeep meanwhile. */
  async function serve<T>(
    context: ServerContext,
    tool: string,
    work: (memory: ServedMemory, speaker: Speaker) => Promise<T>,
  ): Promise<T> {
    const end = begin(tool);
    try {
      const speaker = speakerOf(clientOf(context), session);
      const use = { signal: context.mcpReq.signal, onProgress: reportProgress(context) };
      return await memory.use(use, (opened) => work(opened, speaker));
    } finally {
      end();
    }
  }

  function offer(tool: Tool): void {
    const { name, description, annotations, input } = tool;
    const definition = { description, annotations, inputSchema: agentSchema(name, input) };
    server.registerTool(name, definition, async (request, context) => {
      try {
        const told = await serve(context, name, (opened, speaker) => tool.answer(opened, request, speaker));
        const { text, fenced } = fenceForeign(told);
        return withFenced({ content: [{ type: 'text', text }] }, fenced);
      } catch (thrown) {
        return toFailureResult(name, thrown, logFault);
      }
    });
  }

  for (const tool of profile === 'full' ? [...everyday, ...others] : everyday) offer(tool);
  if (hooks !== undefined)
    server.registerTool(hookTool.name, hookTool.definition, async (told) => {
      const end = begin(String(told.hook_event_name));
      try {
        // The line that a hook prints, in a form of its own; foreign text in it stands in a fence.
        const text = await answerWarmHook(hooks(), told);
        return withFenced({ content: [{ type: 'text', text }] }, [text]);
      } finally {
        end();
      }
    });
  server.server.oninitialized = () => {
    meet(speakerOf(server.server.getClientVersion(), session));
  };
  offerResources(server, async (uri, context, read) => {
    try {
      return await serve(context, 'resource', read);
    } catch (thrown) {
      throw toResourceFault(uri, thrown, logFault);
    }
  });
  offerPrompts(server, async (context, say) => {
    try {
      return await serve(context, 'prompt', say);
    } catch (thrown) {
      throw toPromptFault(thrown, logFault);
    }
  });
  return server;
}

/** Shortest interval between two reports; faster ones could not be read. */
const everyMs = 250;

const phases: Readonly<Record<IndexProgress['phase'], string>> = {
  listing: 'Looking for new commits',
  mining: 'Reading the history',
  code: 'Reading the code',
  learning: 'Learning from past fixes',
  sessions: 'Reading sessions',
  upkeep: 'Looking through memories',
  finishing: 'Tidying the index up',
};

/**
 * Reports the progress of indexing to the client; undefined when it did not ask for it. The protocol demands growing
 * numbers, but each of our phases counts from 0, so the counts of earlier phases are added.
 */
export function reportProgress({
  mcpReq,
}: Pick<ServerContext, 'mcpReq'>): ((progress: IndexProgress) => void) | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let last: IndexProgress = { phase: 'listing', done: 0, total: 0 };
  let doneBefore = 0;
  let told = 0;
  let toldAtMs = Number.NEGATIVE_INFINITY;
  return (progress) => {
    if (progress.phase !== last.phase) doneBefore += last.done;
    last = progress;
    const done = doneBefore + progress.done;
    const now = performance.now();
    if (done <= told || now - toldAtMs < everyMs) return;
    told = done;
    toldAtMs = now;
    const params = {
      progressToken,
      progress: done,
      ...(progress.total === 0 ? {} : { total: doneBefore + progress.total }),
      message: phases[progress.phase],
    };
    // A closed client gets nothing; the connection ends by itself.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}

import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type * as z from 'zod';
import type { WarmHooks } from '../open/warm-hooks.ts';
import { type LogFault, toFailureResult } from './failure-result.ts';
import { canAsk, questionResult, replyIn } from './question-result.ts';
import { reportProgress } from './report-progress.ts';
import type { SharedMemory } from './shared-memory.ts';
import { speakerOf } from './speaker-of.ts';
import { brief } from './tools/brief.ts';
import { examineCommit } from './tools/examine-commit.ts';
import { feedback } from './tools/feedback.ts';
import { answerWarmHook, hookTool } from './tools/hook.ts';
import { leanSchema } from './tools/lean-schema.ts';
import { locate } from './tools/locate.ts';
import { recall } from './tools/recall.ts';
import { remember } from './tools/remember.ts';
import { searchCommits } from './tools/search-commits.ts';
import { summaries } from './tools/summaries.ts';
import type { Tool } from './tools/tool.ts';

/** What a server needs beside the connection. */
interface ServerDependencies {
  readonly memory: SharedMemory;
  readonly version: string;
  /** Id of this server process. */
  readonly session: string;
  readonly logFault: LogFault;
  /** Opened by the first call of the hook. */
  readonly hooks: () => Promise<WarmHooks>;
  /** Told of each question; returns what to call once it is answered. */
  readonly begin: () => () => void;
}

const instructions =
  'Memory of this repository. recall before work and after a failing command; brief before a plan; search_commits, examine_commit, summaries, locate to find where; remember what fixed a failure; feedback on what was shown. No relevant memory is a good answer.';

/** The list of tools changes only with the version. */
const definitionsTtlMs = 3_600_000;
const definitionsCache = { ttlMs: definitionsTtlMs, cacheScope: 'public' } as const;

/**
 * A server with our tools, in the order in which an agent needs them. Serves one connection, in the old or the new
 * protocol.
 */
export function createServer({
  memory,
  version,
  session,
  logFault,
  hooks,
  begin,
}: ServerDependencies): McpServer {
  const server = new McpServer(
    { name: 'afterwit', version },
    {
      capabilities: { tools: { listChanged: false } },
      instructions,
      cacheHints: { 'tools/list': definitionsCache, 'server/discover': definitionsCache },
    },
  );

  /** The new protocol names the client in every request, the old one only when connecting. */
  const clientOf = ({ mcpReq }: ServerContext): unknown => {
    const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {};
    return envelope[CLIENT_INFO_META_KEY] ?? server.server.getClientVersion();
  };

  const capabilitiesOf = ({ mcpReq }: ServerContext): unknown => {
    const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {};
    return envelope[CLIENT_CAPABILITIES_META_KEY] ?? server.server.getClientCapabilities();
  };

  function offer<Input extends z.ZodObject, Output extends z.ZodObject>(tool: Tool<Input, Output>): void {
    const { name, description, annotations, input, output } = tool;
    const definition = {
      description,
      annotations,
      inputSchema: leanSchema(input),
      outputSchema: leanSchema(output),
    };
    server.registerTool(name, definition, async (request, context) => {
      const onProgress = reportProgress(context);
      const use = { signal: context.mcpReq.signal, onProgress };
      const end = begin();
      try {
        const speaker = speakerOf(clientOf(context), session);
        const reply = replyIn(context);
        const { text, data, question } = await memory.use(use, (opened) =>
          tool.answer(opened, request, speaker, reply),
        );
        if (question !== undefined && canAsk(capabilitiesOf(context))) return questionResult(question);
        return { content: [{ type: 'text', text }], structuredContent: data };
      } catch (thrown) {
        return toFailureResult(name, thrown, logFault);
      } finally {
        end();
      }
    });
  }

  offer(recall);
  offer(brief);
  offer(locate);
  offer(searchCommits);
  offer(examineCommit);
  offer(summaries);
  offer(remember);
  offer(feedback);
  server.registerTool(
    hookTool.name,
    { ...hookTool.definition, inputSchema: leanSchema(hookTool.definition.inputSchema) },
    async (told) => {
      const end = begin();
      try {
        return { content: [{ type: 'text', text: await answerWarmHook(hooks(), told) }] };
      } finally {
        end();
      }
    },
  );
  return server;
}

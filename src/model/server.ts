import type { Speaker } from './provenance.ts';

/** `default`: the tools that most work needs. `full`: also those of the code graph, of review and of receipts. */
export const serverProfiles = ['default', 'full'] as const;
export type ServerProfile = (typeof serverProfiles)[number];

/** Options that a server of the dashboard is started with. */
export interface ServeRequest {
  readonly home?: string | undefined;
  /** Path whose repository is `here`. */
  readonly repository?: string | undefined;
  /** The speaker of all clicks. */
  readonly speaker: Speaker;
  /** Default: chosen by the system. */
  readonly port?: number | undefined;
  /** Whether the browser of the user is to show it. */
  readonly opens: boolean;
  readonly signal: AbortSignal;
  /** Opens the MCP server at `/mcp` when the first agent asks. Without it there is no such address. */
  readonly openMcp?: (place: McpPlace) => Promise<McpOverHttp>;
  /** Told of a fault that no page is told the words of. */
  readonly onFault: (fault: unknown) => void;
  /** How long it waits after its last page, and for its first. */
  readonly idleMs?: { readonly afterLast: number; readonly untilFirst: number };
  /** How long a request may take to arrive, in milliseconds. */
  readonly arrival?: {
    readonly headersTimeout: number;
    readonly requestTimeout: number;
    readonly connectionsCheckingInterval: number;
  };
}

export interface McpPlace {
  readonly home?: string | undefined;
  readonly repository?: string | undefined;
  readonly onFault: (fault: unknown) => void;
}

/** MCP over Streamable HTTP. The caller and its address are checked before. */
export interface McpOverHttp {
  answer(request: Request): Promise<Response>;
  close(): Promise<void>;
}

export interface Serving {
  readonly origin: string;
  /** Lets a browser in; may be used again. */
  readonly address: string;
  /** Whether a browser was asked to show it. */
  readonly isOpened: boolean;
  /** Lets an agent ask, at `/mcp`. */
  readonly agentToken: string;
  /** Settles when the server has ended: a while after its last page, or as it was told. */
  readonly ended: Promise<void>;
}

/** Name of our server in the settings of agents, and of its tool that hooks call. */
export const serverName = 'afterwit';
export const hookToolName = 'hook';

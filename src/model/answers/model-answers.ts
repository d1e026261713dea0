/** Language model that may be asked, and the part of the day's budget that is spent. */
export interface ModelOverview {
  /** Setting `models.provider`; `none`: nothing is asked. */
  readonly provider: string;
  /** As receipts name it; absent where none is set. */
  readonly model?: string;
  /** Where it is asked: an address, or a program. */
  readonly where?: string;
  /** Where its key comes from, and whether it is there; never the key. */
  readonly key?: { readonly from: string; readonly isThere: boolean };
  /** Embedder; absent where none is in use. */
  readonly embeddings?: {
    readonly model: string;
    readonly where: string;
    readonly vectors: number;
    readonly bytes: number;
  };
  readonly callsPerTurn: number;
  /** Uses of a model: the name of the prompt, its twin without a model, and the most that a wrong answer can do. */
  readonly uses: readonly { readonly name: string; readonly twin: string; readonly bound: string }[];
  readonly today: { readonly calls: number; readonly tokens: number; readonly cost: number };
  /** Limits of a day; a cost of 0 is no limit. */
  readonly limits: { readonly calls: number; readonly cost: number };
}

/** Result of a question to the model. */
export interface ModelTrial {
  readonly model: string;
  /** Name and version of the prompt. */
  readonly prompt: string;
  readonly tookMs: number;
  /** Questions that were asked; 0: the answer was known already, or none may be asked. */
  readonly calls: number;
  /** Why there is no answer. */
  readonly fault?: string;
  /** Whether it expects more from the helpful one of the example's two notes. */
  readonly prefersTheFix?: boolean;
}

/** Result of turning three texts into vectors: a question, and two notes. */
export interface EmbeddingTrial {
  readonly model: string;
  readonly where: string;
  readonly tookMs: number;
  readonly fault?: string;
  readonly dimensions?: number;
  /** The note that means the like lies nearer to the question than the other one, which shares a word with it. */
  readonly prefersMeaning?: boolean;
}

/** A prompt word for word, as it would be sent. */
export interface ToldPrompt {
  /** Name and version. */
  readonly name: string;
  readonly instructions: string;
  readonly text: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

export interface ModelPreview extends ToldPrompt {
  readonly model: string;
  readonly where: string;
}

/** Questions of one day about one use. */
export interface ModelCostLine {
  readonly day: string;
  /** Name and version of the prompt. */
  readonly use: string;
  readonly model: string;
  readonly calls: number;
  readonly faults: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars, at the prices that are set. */
  readonly cost: number;
}

export interface ModelCosts {
  readonly sinceMs: number;
  readonly lines: readonly ModelCostLine[];
}

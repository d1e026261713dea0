/** A message of the scripted model: text, or the call of a tool by the client's name for it. */
export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'call';
      readonly name: string;
      readonly input: object;
      /** Codex names the server of a tool apart from the tool. */
      readonly namespace?: string;
    }
  /** A call whose input is plain text, as Codex' `apply_patch`. */
  | { readonly kind: 'text-call'; readonly name: string; readonly input: string };

/** One turn of the model. */
export interface Step {
  readonly blocks: readonly Block[];
  /** Tokens that the model says the conversation has; a client compacts it once they are many. */
  readonly inputTokens?: number;
}

export const say = (text: string): Step => ({ blocks: [{ kind: 'text', text }] });

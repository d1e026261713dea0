/** One piece of a conversation, as a client sent it to its model. */
export interface Part {
  readonly kind: 'text' | 'call' | 'result';
  readonly text: string;
}

interface AnthropicBlock {
  readonly type: string;
  readonly text?: string;
  readonly input?: unknown;
  readonly content?: string | readonly AnthropicBlock[];
}

interface OpenAiItem {
  readonly type: string;
  readonly content?: readonly { readonly text?: string }[];
  readonly arguments?: string;
  readonly input?: string;
  readonly output?: string | readonly { readonly text?: string }[];
}

interface GeminiPart {
  readonly text?: string;
  readonly functionCall?: { readonly args?: object };
  readonly functionResponse?: { readonly response?: { readonly output?: string } };
}

/** The body of a request in any dialect. */
export interface RequestBody {
  readonly model?: string;
  readonly stream?: boolean;
  readonly tools?: readonly {
    readonly type?: string;
    readonly name?: string;
    readonly description?: string;
    readonly tools?: readonly { readonly name: string }[];
  }[];
  /** Anthropic Messages, OpenAI Chat Completions. */
  readonly messages?: readonly {
    readonly role: string;
    readonly content: string | readonly AnthropicBlock[] | null;
  }[];
  /** OpenAI Responses. */
  readonly input?: string | readonly OpenAiItem[];
  /** Gemini. */
  readonly contents?: readonly { readonly parts?: readonly GeminiPart[] }[];
}

/** The conversation in its order. */
export function partsOf({ messages = [], input = [], contents = [] }: RequestBody): readonly Part[] {
  const blocks = messages.flatMap(({ role, content }) => {
    // Of Chat Completions alone, where a message that only calls tools has no content.
    if (role === 'tool') return [{ type: 'tool_result', content: content ?? '' }];
    return typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? []);
  });
  return [
    ...blocks.flatMap(partsOfBlock),
    ...(typeof input === 'string' ? [] : input.map(partOfItem)),
    ...contents.flatMap(({ parts = [] }) => parts.map(partOfGemini)),
  ];
}

function partOfGemini({ text = '', functionCall, functionResponse }: GeminiPart): Part {
  if (functionCall !== undefined) return { kind: 'call', text: JSON.stringify(functionCall.args) };
  if (functionResponse === undefined) return { kind: 'text', text };
  return { kind: 'result', text: functionResponse.response?.output ?? '' };
}

/** Names of the tools that the model may call, of MCP servers as `mcp__SERVER__TOOL`; a tool that finds others, with its text. */
export function toolsOf({ tools = [] }: RequestBody): readonly string[] {
  return tools.flatMap(({ type, name = '', description, tools: inside }) => {
    if (inside !== undefined) return inside.map((tool) => `${name.replace(/__$/, '')}__${tool.name}`);
    return type === 'tool_search' ? [`${type}: ${description}`] : [name];
  });
}

function partsOfBlock({ type, text = '', input, content = '' }: AnthropicBlock): readonly Part[] {
  if (type === 'tool_use') return [{ kind: 'call', text: JSON.stringify(input) }];
  if (type !== 'tool_result') return [{ kind: 'text', text }];
  const result = typeof content === 'string' ? content : content.map((block) => block.text ?? '').join('\n');
  // Newer releases of Claude Code put what hooks say into the result of the call.
  const reminders = result.match(reminder) ?? [];
  return [
    { kind: 'result', text: result.replaceAll(reminder, '').trimEnd() },
    ...reminders.map((said) => ({ kind: 'text', text: said }) as const),
  ];
}

const reminder = /<system-reminder>.*?<\/system-reminder>/gs;

function partOfItem({ type, content = [], output, ...call }: OpenAiItem): Part {
  if (type.endsWith('_output'))
    return {
      kind: 'result',
      text: typeof output === 'string' ? output : (output ?? []).map(({ text = '' }) => text).join('\n'),
    };
  if (type.endsWith('_call')) return { kind: 'call', text: call.arguments ?? call.input ?? '' };
  return { kind: 'text', text: content.map(({ text = '' }) => text).join('\n') };
}

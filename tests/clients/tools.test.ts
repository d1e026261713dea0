import { afterAll, beforeAll, expect } from 'vitest';
import { checkEach } from './check-each.ts';
import { type Client, whyNotPlayed } from './clients.ts';
import type { Played } from './played.ts';
import { fixes, openPot, type Pot } from './pot.ts';

let pot: Pot;
beforeAll(async () => {
  if (whyNotPlayed === undefined) pot = await openPot(['python', 'rule']);
});
afterAll(() => pot?.[Symbol.asyncDispose]());

/** Calls of each tool in turn, and what its answer must say. */
const calls: readonly {
  readonly tool: string;
  readonly input: object;
  readonly answer: RegExp;
  readonly fences?: number;
}[] = [
  { tool: 'brief', input: {}, answer: /Never edit CHANGES/ },
  { tool: 'recall', input: { query: 'how do I get yarlx for boom.py' }, answer: /Install yarlx/ },
  { tool: 'search_commits', input: { query: 'begin the pot' }, answer: /Begin pot/ },
  { tool: 'examine_commit', input: { commit: 'HEAD' }, answer: /Begin pot/ },
  { tool: 'locate', input: { query: 'boils() is wrong for text' }, answer: /boil/ },
  { tool: 'summaries', input: { query: 'boil' }, answer: /boil|nothing|no summar/i },
  { tool: 'remember', input: { content: 'The pot is black' }, answer: /remembered/i, fences: 0 },
  { tool: 'feedback', input: { decision: '00000000', verdict: 'verified' }, answer: /./, fences: 0 },
];

/** All of them in one session, once for each client. */
const sessions = new Map<Client, Promise<Played>>();
function session(client: Client): Promise<Played> {
  const steps = calls.map(({ tool, input }) => client.mcp(tool, input));
  const played = sessions.get(client) ?? pot.scene.play(client, pot.repository, steps);
  sessions.set(client, played);
  return played;
}

checkEach('a tool that the model calls', [
  {
    says: 'all are offered, or found by a search where the client has one',
    async check(client) {
      const offered = (await session(client)).tools.join();
      if (offered.includes('tool_search')) return;
      for (const { tool } of calls) expect(offered).toContain(`mcp__afterwit__${tool}`);
    },
  },
  ...calls.map(({ tool, answer, fences = 1 }, at) => ({
    says: `${tool} answers in a text, once, and with no data`,
    async check(client: Client) {
      const { answers } = await session(client);
      const text = answers[at] ?? '';
      expect(text).toMatch(answer);
      // An acknowledgement holds no text of a memory.
      expect(text.match(/<afterwit-memory id=/g) ?? []).toHaveLength(fences);
      expect(text).not.toMatch(/"decisionId"|^\{/m);
      expect(text).not.toMatch(/\d\.\d{6,}/);
    },
  })),
  {
    says: 'what is recalled is a note and no instruction',
    async check(client) {
      const { answers } = await session(client);
      expect(answers[1]).toMatch(/not instructions/);
      expect(answers[1]).toContain(fixes.python);
    },
  },
]);

import { setTimeout as sleep } from 'node:timers/promises';
import { main } from '../../../src/mcp/main.ts';
import type { ServedMemory } from '../../../src/mcp/shared-memory.ts';
import type { DecisionId } from '../../../src/model/decision.ts';
import { AfterwitError } from '../../../src/model/errors.ts';
import { originOf, principalOf } from '../../../src/model/provenance.ts';
import type { CommitId } from '../../../src/model/repository.ts';
import type { OpenMemoryOptions } from '../../../src/open/open-repository.ts';
import { explanation, feedbackReceipt, fileBrief, reviewQueue } from '../../cli/fake-home.ts';
import {
  entityView,
  examination,
  hotspots,
  summary,
  summarySearch,
  traversal,
  unknownEntity,
} from '../../cli/fake-memory.ts';
import {
  guardrailList,
  itemOf,
  location,
  lookalike,
  nothingKnown,
  packText,
  recalled,
  search,
  unclear,
} from '../fake-memory.ts';

const nobody = { kind: 'unknown', name: 'nobody', source: 'library' } as const;

let release: (value: unknown) => void = () => undefined;

/** Acts of the memory before its answer, by the words of the question: `sleep 200`. */
const tricks: Readonly<Record<string, (argument: string, options: OpenMemoryOptions) => Promise<unknown>>> = {
  async fail(argument) {
    throw new TypeError(argument);
  },
  async refuse(argument) {
    throw new AfterwitError('TEXT_TOO_LARGE', `Too long: ${argument}`, { data: { bytes: 2_000_000 } });
  },
  async talk(argument) {
    const { log } = console;
    log(argument);
  },
  async index(_, { onProgress }) {
    onProgress?.({ phase: 'mining', done: 3, total: 3 });
    await sleep(300);
    onProgress?.({ phase: 'code', done: 1, total: 2 });
    await sleep(250);
  },
  /** Ends when it is interrupted, and says so on standard error. */
  wait: (_, { signal }) =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => {
        process.stderr.write('interrupted\n');
        reject(new AfterwitError('INTERRUPTED', 'Stopped, as you asked.'));
      });
    }),
  /** Never ends, and keeps the process alive. */
  hang() {
    setInterval(() => undefined, 1_000);
    return new Promise(() => undefined);
  },
  sleep: (argument) => sleep(Number(argument)),
  /** Ends when another call says `release`. */
  hold: () =>
    new Promise((resolve) => {
      release = resolve;
    }),
  async release() {
    release(undefined);
  },
};

function openFake(options: OpenMemoryOptions): Promise<ServedMemory> {
  async function perform(question: string): Promise<void> {
    const [name = '', ...argument] = question.split(' ');
    await tricks[name]?.(argument.join(' '), options);
  }
  return Promise.resolve({
    async read(id, { from = 0 } = {}) {
      if (id === 'abcd1234')
        throw new AfterwitError('ITEM_NOT_FOUND', 'The memory abcd1234 is not shown here.');
      const item = itemOf({ content: 'x'.repeat(9_000) });
      return { item, start: from, end: from + 6_000, text: `${id} from ${from}` };
    },
    async recall({ query = '', failure, speaker } = {}) {
      await perform(query);
      if (query === 'who am I' && speaker !== undefined) {
        return {
          ...recalled,
          pack: { ...recalled.pack, text: `${principalOf(speaker)} ${originOf(speaker)}` },
        };
      }
      if (failure?.output === 'unclear') return unclear;
      if (failure !== undefined) return recalled;
      if (query === 'anything') return nothingKnown;
      return { ...recalled, pack: { ...recalled.pack, text: query } };
    },
    async readable() {
      const item = itemOf({ content: 'Run npm ci.' });
      return { items: [item], text: packText };
    },
    async why(decision = explanation.receipt.id) {
      if (decision === 'none') throw new AfterwitError('DECISION_NOT_FOUND', 'No decision has the id none.');
      return { ...explanation, receipt: { ...explanation.receipt, id: decision as DecisionId } };
    },
    review: async () => reviewQueue,
    traverse: async (node) => (node === 'none' ? { ...traversal, kind: 'unknown', nodes: [] } : traversal),
    entity: async (name) => (name === 'none' ? unknownEntity : entityView),
    hotspots: async () => hotspots,
    atMoment: async () => ({ kind: 'silent', reason: 'no tool is a moment' }),
    brief: async ({ query } = {}) =>
      query === 'anything'
        ? { ...nothingKnown, others: {}, waiting: 0, lately: [] }
        : { ...recalled, others: { decision: 2 }, waiting: 1, lately: ['did: "fix the lid"'] },
    forFile: async () => fileBrief,
    async locate(question) {
      await perform(question);
      return location;
    },
    searchCommits: async () => search,
    examineCommit: async (name, { patchBytes = 0 } = {}) =>
      patchBytes > 0
        ? examination
        : { ...examination, id: name as CommitId, patch: { files: [], omittedFiles: 2 } },
    viewSummary: async (path) => ({ ...summary, path }),
    searchSummaries: async (question) =>
      question === 'anything' ? { ...summarySearch, hits: [] } : summarySearch,
    feedback: async ({ outcome: kind, decision, speaker }) => ({
      ...feedbackReceipt,
      outcome: {
        ...feedbackReceipt.outcome,
        kind,
        decisionId: decision as DecisionId,
        principal: principalOf(speaker ?? nobody),
      },
    }),
    async remember(request) {
      await perform(request.content);
      return { kind: 'added', item: itemOf(request), redactedSecrets: 0 };
    },
    guardrails: async ({ query } = {}) =>
      query === 'rules' ? guardrailList : { guardrails: [], cards: [], constraints: [], text: '' },
    repositories: { lookalike: async () => ({ ...lookalike, isNew: false }) },
    close: async () => undefined,
  });
}

process.exitCode = await main(process.argv.slice(2), undefined, openFake);

import { decisionMoments, outcomeKinds } from '../../model/decision.ts';
import { limit, speaker, where } from '../common-fields.ts';
import { choice, choices, count, flag, required, text } from '../field.ts';
import { ofHome } from '../operation.ts';

/** Explains a decision; without an id, the latest one of here or of all repositories. @throws DECISION_NOT_FOUND */
export const why = ofHome({
  name: 'why',
  reads: true,
  summary: 'Explain why a recall showed what it showed.',
  answer: 'DecisionExplanation',
  input: {
    decision: text('Id of the decision, at least 4 digits. Default: the latest one of this repository.', {
      placeholder: 'DECISION',
      agent: 'Its id; default the latest',
    }),
    where: where('Without an id, the latest one of all repositories.'),
  },
  takes: ['decision'],
  terminal: {
    words: ['why'],
    details:
      'Shows the decision, the best candidates with what speaks against them, and its outcomes; with --full, every candidate with its scores. The receipt names memories without quoting them, so a forgotten memory appears without its text.',
    examples: {
      'afterwit why': 'Why was the last memory shown, or not shown?',
      'afterwit why 1a2b3c4d --full': 'All about an earlier decision.',
    },
  },
  run: async ({ decision, where = 'here' }, { store, here, confined }) => {
    const { explainDecision } = await import('../../engine/decisions/read-decisions.ts');
    const isHere = confined || (decision === undefined && where === 'here');
    const scopes = isHere ? here().scopes : undefined;
    return explainDecision(store, decision, scopes);
  },
});

/** @throws DECISION_NOT_FOUND, ITEM_NOT_FOUND, INVALID_ARGUMENT when it does not fit the decision */
export const feedback = ofHome({
  name: 'feedback',
  summary: 'Say whether a recall helped.',
  answer: 'FeedbackReceipt',
  input: {
    decision: required(
      text('Id of the decision, as recall prints it; at least 4 digits, of an agent 8.', {
        placeholder: 'DECISION',
        agent: 'Its id, from the answer',
      }),
    ),
    outcome: required(
      choice(outcomeKinds, `One of ${outcomeKinds.join(', ')}.`, {
        placeholder: 'OUTCOME',
        was: ['kind'],
        agent: true,
        // The outcomes of silence are found out by comparison, not said.
        agentChoices: ['verified', 'accepted', 'rejected', 'false_positive', 'ignored'],
      }),
    ),
    item: text('The memory that the feedback is about; needed when the decision showed several.', {
      placeholder: 'ID',
      agent: 'Id on the card, if several were shown',
    }),
    speaker,
  },
  terminal: {
    words: ['feedback'],
    arguments: ['decision', 'outcome'],
    details: [
      'verified: it helped, and a check passed. accepted: it was followed. rejected: it was wrong or unwanted. false_positive: it was irrelevant. ignored: it was not read. missed: a memory that would have helped was not shown. correct_abstain: showing nothing was right.',
      'Repeated feedback counts once.',
    ],
    examples: {
      'afterwit feedback 1a2b3c4d verified': 'It was the fix.',
      'afterwit feedback 1a2b3c4d false_positive --item 5e6f7a8b': 'That one memory was irrelevant.',
    },
  },
  run: async ({ outcome, speaker: told, ...request }, { store, clock, speaker: opener, here }) => {
    const { giveFeedback } = await import('../../engine/decisions/give-feedback.ts');
    const speaker = told ?? opener;
    const scopes = speaker.kind === 'user' ? undefined : here().scopes;
    return await giveFeedback({ ...request, kind: outcome, speaker, scopes, store, nowMs: clock.nowMs() });
  },
});

const policies = ['plain_rule', 'never_inject', 'full_rscb_mc', 'guarded_rscb_mc'] as const;
/** Lists decisions, latest first, with their outcomes; the memories considered are in `why`. Default limit: 50. */
export const timeline = ofHome({
  name: 'timeline',
  reads: true,
  summary: 'List what was decided, latest first: what was shown, why nothing was, and what came of it.',
  answer: 'Timeline',
  input: {
    where: where('Include other repositories.'),
    before: count('Place in the log before which it begins, as `next` of the part before gave it.', {
      byDefault: 'the end of the log',
    }),
    limit: limit('Most decisions of one part.', { byDefault: '50' }),
    moments: choices(decisionMoments, 'Only what was decided at these moments.'),
    session: text('Only decisions of this session of an agent.'),
    shown: flag('Only decisions that showed a memory, or with false only those that showed none.'),
    outcomes: choices(outcomeKinds, 'Only decisions of which this was said.'),
  },
  run: async ({ where = 'all', limit: most = 50, ...wanted }, { store, here, confined }) => {
    const { readTimeline } = await import('../../engine/decisions/read-decisions.ts');
    const scopes = confined || where === 'here' ? here().scopes : undefined;
    return store.read((reader) => readTimeline(reader, { ...wanted, limit: most, scopes }));
  },
});

/** How often something is shown unasked, how often it was wrong, why nothing was. Default: over 30 days. */
export const statistics = ofHome({
  name: 'statistics',
  reads: true,
  summary: 'Count how often something is shown unasked, how often it was wrong, and why nothing was.',
  answer: 'GateStatistics',
  input: {
    days: count('Count what was decided in this many days.', { placeholder: 'DAYS', byDefault: '30' }),
  },
  terminal: {
    words: ['stats'],
    details:
      'Rates come with their counts and 95 % intervals. Rates of false positives and of help count judged memories only; the share of unjudged ones stands beside them.',
    examples: {
      'afterwit stats': 'The last 30 days.',
      'afterwit stats --days 7 --json': 'The last week, for a program.',
    },
  },
  run: async ({ days = 30 }, home) =>
    (await import('../../open/health-questions.ts')).gateStatistics(home, days),
});

/** Reports whether the gate's estimates came true, its ledger day by day, and its mistakes. Default: over 90 days. */
export const trackRecord = ofHome({
  name: 'trackRecord',
  reads: true,
  summary: 'Compare what was estimated of memories shown unasked with what came of them.',
  answer: 'TrackRecord',
  input: {
    days: count('Look back over this many days.', { placeholder: 'DAYS', byDefault: '90' }),
  },
  run: async ({ days = 90 }, { store, clock, settings }) => {
    const { readTrackRecord } = await import('../../engine/decisions/track-record.ts');
    const over = { settings: settings().gate, nowMs: clock.nowMs(), days: Math.min(days, 366) };
    return store.read((reader) => readTrackRecord(reader, over));
  },
});

/** Returns the gate's knowledge: its policy, its learning, its ledger of injections. */
export const gate = ofHome({
  name: 'gate',
  reads: true,
  summary: 'Show what decides whether a memory is shown unasked, and what it has learned.',
  answer: 'GateReport',
  input: {},
  terminal: {
    words: ['gate', 'show'],
    details:
      'The policy, the numbers that it decides with, and the ledger: false positives of 30 days, those that may still be judged, and the limit that they stay within.',
    examples: { 'afterwit gate show': 'Is the gate open, and what does it know?' },
  },
  run: async (_, { store, clock, settings }) => {
    const { reportGate } = await import('../../engine/decisions/count-rates.ts');
    return store.read((reader) => reportGate(reader, settings().gate, clock.nowMs()));
  },
});

/** Forgets the gate's learning; the ledger and all decisions stay. @throws NEEDS_PERSON */
export const resetGate = ofHome({
  name: 'resetGate',
  summary: 'Forget what the gate has learned; it begins again from shipped priors.',
  answer: 'GateReset',
  input: {
    speaker,
  },
  terminal: {
    words: ['gate', 'reset'],
    details:
      'Decisions, their outcomes and the ledger stay: a bound cannot be reset away. Only a person may do it.',
    examples: { 'afterwit gate reset': 'Learn anew from here on.' },
  },
  run: async ({ speaker }, { store, settings, speaker: opener }) => {
    const { resetGateKnowledge } = await import('../../engine/decisions/gate-knowledge.ts');
    const { requirePerson } = await import('../../engine/items/review-request.ts');
    requirePerson(speaker ?? opener, 'forget what the gate has learned');
    return await store.transact((writer) => ({ forgotten: resetGateKnowledge(writer, settings().gate) }));
  },
});

/** Decides every decision of the log again. Default: with the policy of the settings, which comes to the same. */
export const replayGate = ofHome({
  name: 'replayGate',
  reads: true,
  summary: 'Decide every decision of the log again.',
  answer: 'GateReplay',
  input: {
    policy: choice(
      policies,
      'Policy to decide with: plain_rule, never_inject, full_rscb_mc or guarded_rscb_mc.',
      { placeholder: 'NAME', byDefault: 'setting gate.policy' },
    ),
  },
  terminal: {
    words: ['gate', 'replay'],
    details:
      'With the policy and the settings that decided, the same comes out. With --policy, what another policy would have done in the same places, learning from the same outcomes.',
    examples: {
      'afterwit gate replay': 'Does the same log give the same decisions?',
      'afterwit gate replay --policy plain_rule': 'Where would another policy decide otherwise?',
    },
  },
  run: async ({ policy }, { store, settings }) => {
    const { replayGate: replay } = await import('../../engine/decisions/replay-gate.ts');
    const { gate } = settings();
    return store.read((reader) => replay(reader, policy === undefined ? gate : { ...gate, policy }));
  },
});

/** Returns another policy's decision in the place of one, with all that was known there. @throws DECISION_NOT_FOUND */
export const redecide = ofHome({
  name: 'redecide',
  reads: true,
  summary: 'Say what a policy would have decided in the place of one decision.',
  input: {
    decision: required(text('Id of the decision, at least 4 digits.', { placeholder: 'DECISION' })),
    policy: required(choice(policies, 'Policy to decide with.', { placeholder: 'NAME' })),
  },
  takes: ['decision', 'policy'],
  run: async ({ decision, policy }, { store, settings }) => {
    const { redecide: decideAgain } = await import('../../engine/decisions/replay-gate.ts');
    return store.read((reader) => decideAgain(reader, { ...settings().gate, policy }, decision));
  },
});

/** Estimates each policy's reward on the log: IPS, SNIPS and doubly robust, with intervals. */
export const evaluateGate = ofHome({
  name: 'evaluateGate',
  reads: true,
  summary: 'Estimate from the log what each policy would have earned.',
  answer: 'GateEvaluation',
  input: {},
  terminal: {
    words: ['gate', 'evaluate'],
    details:
      'From judged decisions, the reward of each and the chance that its action had: inverse propensity scoring (IPS), the same normalised (SNIPS), doubly robust (DR), each with a 95 % interval and the effective sample size. What no decision of the log tells, no estimator knows: setting gate.holdBackShare holds back a share at random.',
    examples: { 'afterwit gate evaluate': 'Would another policy do better here?' },
  },
  run: async (_, { store, settings }) => {
    const { evaluatePolicies } = await import('../../engine/decisions/replay-gate.ts');
    return store.read((reader) => evaluatePolicies(reader, settings().gate));
  },
});

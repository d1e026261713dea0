import { readHookSilences } from '../adapters/system/logs.ts';
import { loadSettings } from '../config/load-settings.ts';
import type { Settings } from '../config/settings.ts';
import { countRates, reportGate } from '../engine/decisions/count-rates.ts';
import { resetGateKnowledge } from '../engine/decisions/gate-knowledge.ts';
import { evaluatePolicies, redecide, replayGate } from '../engine/decisions/replay-gate.ts';
import { readTrackRecord } from '../engine/decisions/track-record.ts';
import { requirePerson } from '../engine/items/review-request.ts';
import type {
  GateEvaluation,
  GateReplay,
  GateReport,
  GateReset,
  GateStatistics,
  TrackRecord,
} from '../model/answers/gate-report.ts';
import type { Speaker } from '../model/provenance.ts';
import type { MemoryStore } from '../ports/memory-store.ts';
import type { Clock } from '../ports/system.ts';

/** Policies that the setting `gate.policy` takes. */
export type GatePolicyName = Settings['gate']['policy'];

interface GateDependencies {
  readonly home: string;
  readonly store: MemoryStore;
  readonly clock: Clock;
}

const dayMs = 24 * 60 * 60 * 1_000;

export async function showGate(dependencies: GateDependencies): Promise<GateReport> {
  const gate = gateSettings(dependencies);
  return dependencies.store.read((reader) => reportGate(reader, gate, dependencies.clock.nowMs()));
}

/** @throws NEEDS_PERSON */
export async function resetGate(dependencies: GateDependencies, speaker: Speaker): Promise<GateReset> {
  requirePerson(speaker, 'forget what the gate has learned');
  const gate = gateSettings(dependencies);
  return await dependencies.store.transact((transaction) => ({
    forgotten: resetGateKnowledge(transaction, gate),
  }));
}

export async function replayOwnGate(
  dependencies: GateDependencies,
  policy: GatePolicyName | undefined,
): Promise<GateReplay> {
  const gate = gateSettings(dependencies);
  const chosen = policy === undefined ? gate : { ...gate, policy };
  return dependencies.store.read((reader) => replayGate(reader, chosen));
}

export async function redecideAs(dependencies: GateDependencies, decision: string, policy: GatePolicyName) {
  const gate = gateSettings(dependencies);
  return dependencies.store.read((reader) => redecide(reader, { ...gate, policy }, decision));
}

export async function evaluateGate(dependencies: GateDependencies): Promise<GateEvaluation> {
  const gate = gateSettings(dependencies);
  return dependencies.store.read((reader) => evaluatePolicies(reader, gate));
}

export async function gateStatistics(dependencies: GateDependencies, days: number): Promise<GateStatistics> {
  const { home, store, clock } = dependencies;
  const settings = gateSettings(dependencies);
  const nowMs = clock.nowMs();
  const sinceMs = nowMs - days * dayMs;
  const { tooLate, faults } = readHookSilences(home, sinceMs);
  const { linesSince } = await import('./model-questions.ts');
  const asked = linesSince(dependencies, days);
  const about = { settings, nowMs, sinceMs, hooks: { tooLate, faults }, asked };
  return store.read((reader) => countRates(reader, about));
}

export async function trackRecord(dependencies: GateDependencies, days: number): Promise<TrackRecord> {
  const settings = gateSettings(dependencies);
  const nowMs = dependencies.clock.nowMs();
  return dependencies.store.read((reader) => readTrackRecord(reader, { settings, nowMs, days }));
}

/** No repository sets them: they are the user's alone. */
function gateSettings({ home }: GateDependencies): Settings['gate'] {
  return loadSettings({ home, environment: process.env }).settings.gate;
}

import { balanceOfCounts, defaultLedgerTerms, type LedgerEntry } from '../../src/gate/injection-ledger.ts';
import {
  calibratedRisk,
  defaultControlTerms,
  learnControl,
  type RiskControl,
  startControl,
  thresholdOf,
} from '../../src/gate/risk-control.ts';
import { seededRandom } from '../../src/numeric/seeded-random.ts';

export const drifts = ['none', 'step', 'ramp', 'cycle'] as const;
type Drift = (typeof drifts)[number];

export interface Scenario {
  readonly drift: Drift;
  /** Steps until a label comes. */
  readonly delay: number;
}

/** The deciding gate in the simulation: a fixed threshold, the online control alone, or the control with the ledger. */
export type SimulatedGate = 'threshold' | 'control' | 'control_and_ledger';

export interface SimulatedRun {
  readonly isViolated: boolean;
  readonly useful: number;
  /** Useful memories that an unlimited gate would show if it knew the true risk of each case. */
  readonly usefulAtTrueRisk: number;
  readonly closedSteps: number;
  readonly shown: number;
  readonly falsePositives: number;
}

export const steps = 10_000;
const missingShare = 0.3;
/** 10,000 failures in 60 days: a label that comes 100 failures late comes more than half a day late. */
const stepMs = (60 * 24 * 60 * 60 * 1_000) / steps;
/** Sessions end: a label that has not come by then never will. */
const patience = 20;
/** Threshold that the shipped priors prove before any drift. */
const startThreshold = 0.1;

/** True chance that showing is wrong where the evidence is `strength`, 0–1, at this share of the run. */
function trueRisk(strength: number, drift: Drift, progress: number): number {
  const usual = 0.55 * (1 - strength) ** 2 + 0.02;
  const drifted = Math.min(1, usual + 0.3);
  return usual + (drifted - usual) * driftAt(drift, progress);
}

function driftAt(drift: Drift, progress: number): number {
  if (drift === 'step') return progress < 0.5 ? 0 : 1;
  if (drift === 'ramp') return progress;
  return drift === 'cycle' ? (1 - Math.cos(progress * 4 * Math.PI)) / 2 : 0;
}

interface Shown {
  readonly atMs: number;
  status: LedgerEntry['status'];
  readonly logOdds: number;
  readonly isWrong: boolean;
  readonly isLabelled: boolean;
  readonly dueAt: number;
}

/** The shown memories, with the counts of the window that ends now. */
class World {
  readonly log: Shown[] = [];
  readonly counts = { pending: 0, clean: 0, false_positive: 0, ignored: 0 };
  #pending: Shown[] = [];
  #from = 0;

  show(shown: Shown): void {
    this.log.push(shown);
    this.#pending.push(shown);
    this.counts.pending += 1;
  }

  /** Those whose label is due, labelled. */
  settle(step: number): readonly Shown[] {
    const due = this.#pending.filter(({ dueAt }) => dueAt <= step);
    if (due.length === 0) return due;
    this.#pending = this.#pending.filter(({ dueAt }) => dueAt > step);
    for (const one of due) {
      const label = one.isWrong ? 'false_positive' : 'clean';
      this.counts[one.status] -= 1;
      one.status = one.isLabelled ? label : 'ignored';
      this.counts[one.status] += 1;
    }
    return due;
  }

  /** Lets go of what is older than the window. What is pending is never that old. */
  forgetBefore(sinceMs: number): void {
    for (
      let one = this.log[this.#from];
      one !== undefined && one.atMs < sinceMs;
      one = this.log[this.#from]
    ) {
      this.counts[one.status] -= 1;
      this.#from += 1;
    }
  }
}

/** One run of a gate whose model knows the risk before the drift, and nothing of the drift. */
export function simulateRun(gate: SimulatedGate, { drift, delay }: Scenario, seed: number): SimulatedRun {
  const random = seededRandom(seed);
  const world = new World();
  let control = startControl(startThreshold);
  const tally = { useful: 0, usefulAtTrueRisk: 0, closedSteps: 0 };
  const learn = (logOdds: number, isWrong: boolean, wasShown: boolean) => {
    if (gate !== 'threshold')
      control = learnControl(control, { logOdds, isWrong, wasShown }, defaultControlTerms);
  };
  const learnShown = ({ logOdds, isWrong, isLabelled }: Shown) => {
    if (isLabelled) learn(logOdds, isWrong, true);
  };
  for (let step = 0; step < steps; step++) {
    const atMs = step * stepMs;
    for (const one of world.settle(step)) learnShown(one);
    world.forgetBefore(atMs - windowMs);
    const drawn = drawCase(random, drift, step / steps);
    tally.usefulAtTrueRisk += Number(drawn.isUseful);
    const isClosed = control.isAlarmed || isLedgerClosed(gate, world);
    tally.closedSteps += Number(isClosed);
    const { logOdds, isWrong, isLabelled } = drawn;
    const dueAt = step + (isLabelled ? delay : Math.max(delay, patience));
    if (!isClosed && mayShow(gate, control, logOdds)) {
      tally.useful += Number(!isWrong);
      world.show({ atMs, status: 'pending', logOdds, isWrong, isLabelled, dueAt });
      // A shadow decision: labelled at the session's end against the real fix.
    } else if (isLabelled) learn(logOdds, isWrong, false);
  }
  world.settle(Number.POSITIVE_INFINITY);
  const { log } = world;
  return {
    ...tally,
    isViolated: isViolated(log),
    shown: log.length,
    falsePositives: log.filter(({ status }) => status === 'false_positive').length,
  };
}

/** A failure that comes: how strong the evidence is, and whether what would be shown is wrong. */
function drawCase(random: () => number, drift: Drift, progress: number) {
  const strength = random();
  const risk = trueRisk(strength, drift, progress);
  const isWrong = random() < risk;
  const isLabelled = random() >= missingShare;
  const believed = trueRisk(strength, 'none', 0);
  return {
    isWrong,
    isLabelled,
    isUseful: risk <= defaultLedgerTerms.alpha && !isWrong,
    logOdds: Math.log(believed / (1 - believed)),
  };
}

function isLedgerClosed(gate: SimulatedGate, { counts }: World): boolean {
  return gate === 'control_and_ledger' && !balanceOfCounts(counts, defaultLedgerTerms).isOpen;
}

function mayShow(gate: SimulatedGate, control: RiskControl, logOdds: number): boolean {
  if (gate === 'threshold') return calibratedRisk(startControl(startThreshold), logOdds) <= startThreshold;
  return !control.isAlarmed && calibratedRisk(control, logOdds) <= thresholdOf(control);
}

const windowMs = defaultLedgerTerms.windowDays * 24 * 60 * 60 * 1_000;

/** Whether the false positives in the days before some injection exceed α N + B, by the final labels. */
function isViolated(log: readonly Shown[]): boolean {
  const { alpha, allowance } = defaultLedgerTerms;
  let from = 0;
  let wrong = 0;
  let labelled = 0;
  const add = ({ status }: Shown, sign: 1 | -1) => {
    if (status === 'false_positive') wrong += sign;
    if (status === 'false_positive' || status === 'clean') labelled += sign;
  };
  for (const shown of log) {
    add(shown, 1);
    for (; (log[from] as Shown).atMs < shown.atMs - windowMs; from++) add(log[from] as Shown, -1);
    if (wrong > alpha * labelled + allowance + 1e-9) return true;
  }
  return false;
}

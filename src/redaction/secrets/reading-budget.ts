import { markerOf } from './marker.ts';

/**
 * How much may be asked about at once, and how fast more is earned. One unit is what asking a detector about a literal takes:
 * about a microsecond.
 */
interface Allowance {
  readonly burstUnits: number;
  readonly charactersPerUnit: number;
}

const usual: Allowance = { burstUnits: 3_000, charactersPerUnit: 18 };
/** More for what is left of a crowded text: just what could be read before must not be too much when it is read again. */
const ofRest: Allowance = { burstUnits: 4_000, charactersPerUnit: 16 };
const unitsInAll = 16_000;
const charactersPerUnitInAll = 7;
/** What looking for literals and encoded runs takes, wherever none are. */
const charactersPerUnitInPassing = 32;
/** What decoding takes. */
const escapesPerUnit = 4;

/** What is taken out of a text because nobody read it. */
export const crowdedKind = 'crowded';

export const urlLayer = 'u';
export const base64Layer = 'b';

/** How much may be asked about the text of one layer of a scan: more for a while, but not for long. */
export class WorkCredit {
  /** Whether it only matters if there is a secret: what is base64 goes as a whole. */
  readonly oneIsEnough: boolean;
  readonly #budget: ReadingBudget;
  readonly #allowance: Allowance;
  #units: number;

  constructor(budget: ReadingBudget, allowance: Allowance, oneIsEnough: boolean) {
    this.#budget = budget;
    this.#allowance = allowance;
    this.oneIsEnough = oneIsEnough;
    this.#units = allowance.burstUnits;
  }

  /** Characters that were passed on the way to the next literal. */
  earn(characters: number): void {
    const { burstUnits, charactersPerUnit } = this.#allowance;
    this.#units = Math.min(burstUnits, this.#units + characters / charactersPerUnit);
  }

  spend(units: number): void {
    this.#units -= units;
    this.#budget.spend(units);
  }

  get isUsedUp(): boolean {
    return this.#units < 0;
  }
}

/**
 * How much work a text may make, by its length, whatever it holds. Texts that people and programs write announce a secret
 * every few hundred characters; one that does so at every fourth was made to be slow, and is taken out instead of read.
 */
export class ReadingBudget {
  readonly #credits = new Map<string, WorkCredit>();
  readonly #unitsAtFirst: number;
  #units: number;
  #allowance = usual;

  constructor(characters: number) {
    this.#units = unitsInAll + characters / charactersPerUnitInAll;
    this.#unitsAtFirst = this.#units;
  }

  /**
   * What is left for a layer: the text itself, what it decodes to, what that decodes to, one letter for each step
   * ({@link urlLayer}, {@link base64Layer}). All runs of base64 share theirs.
   */
  creditOf(layer: string): WorkCredit {
    const known = this.#credits.get(layer);
    if (known !== undefined) return known;
    const credit = new WorkCredit(this, this.#allowance, layer.includes(base64Layer));
    this.#credits.set(layer, credit);
    return credit;
  }

  /** Another look at the text: each layer begins anew, and all of them go on using up the whole. */
  beginRound(text: string): void {
    this.#credits.clear();
    this.#allowance = text.includes(markerOf(crowdedKind)) ? ofRest : usual;
    this.spend(text.length / charactersPerUnitInPassing);
  }

  /** A layer beneath the text was made of it, by reading so many escapes. */
  beginLayer(characters: number, escapes: number): void {
    this.spend(characters / charactersPerUnitInPassing + escapes / escapesPerUnit);
  }

  spend(units: number): void {
    this.#units -= units;
  }

  get isUsedUp(): boolean {
    return this.#units < 0;
  }

  /** Whether so much was asked that a layer might run short of units if it earned less; most texts ask far less. */
  get mayRunShort(): boolean {
    return this.#unitsAtFirst - this.#units > usual.burstUnits / 2;
  }
}

import type { OverrideReason } from '../model/gate.ts';

/** Why the action that scored best is replaced by silence, in words. */
export const overrideWords: Readonly<Record<OverrideReason, string>> = {
  nothing_to_show: 'no admitted memory is left for it to show',
  nothing_to_ask: 'no question is put to an agent that did not ask',
  rejected_in_session: 'what it would show was turned down in this session',
  entity_conflict: 'what it would show is about another name',
  other_failure: 'what it would show is of another failure, whatever else agrees',
  two_fixes: 'two memories of this very failure say to do different things',
  often_wrong: 'what it would show was wrong as often as right',
  silence_is_better: 'silence is worth more than what it would show, the doubt counted in',
  place_unlikely: 'no function that its fix changed is likely enough to be changed now',
  risk_above_threshold: 'the risk that it is wrong is above what is proven to be safe',
  drift_alarm: 'too much was wrong of late: nothing is shown until enough would have been right again',
  ledger_closed: 'the ledger allows no further memory before earlier ones are judged',
  held_back: 'it was held back at random, to learn what showing is good for',
};

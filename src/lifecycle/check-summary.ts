import { polarityOf } from '../text/statements/denial.ts';
import { countTerms } from '../text/terms.ts';
import { factsOf } from './summarise-cluster.ts';

/** Share of the words of the notes that a text in their place keeps. */
const leastKept = 0.8;

/**
 * Whether a text by another author says what several notes say, as far as that can be checked: it has all
 * their facts and nearly all their content words, no others, and the same kinds of denial; the facts of one
 * line stand in one note, so that none was exchanged.
 */
export function saysTheSame(text: string, notes: readonly string[]): boolean {
  const whole = notes.join('\n');
  const facts = factsOf(whole);
  const told = factsOf(text);
  const [termsTold, termsOfNotes] = [countTerms(text), countTerms(whole)];
  const kept = [...termsOfNotes.keys()].filter((term) => termsTold.has(term)).length;
  return (
    facts.every((fact) => told.includes(fact) || text.includes(fact)) &&
    told.every((fact) => whole.includes(fact)) &&
    kept >= leastKept * termsOfNotes.size &&
    [...termsTold.keys()].every((term) => termsOfNotes.has(term)) &&
    polarityOf(text) === polarityOf(whole) &&
    text.split('\n').every((line) => {
      const own = factsOf(line);
      return notes.some((note) => own.every((fact) => note.includes(fact)));
    })
  );
}

/**
 * Words that stand after `password is`, `--password` and their like when a sentence goes on instead of giving one: what
 * holds sentences together, and what is said of passwords.
 */
const said: ReadonlySet<string> = new Set(
  `a about above across after again all already also alone although always an and another any are around as ask asks at auth away bad be
  because been before being below better between beyond both but by bytes can cannot case character characters check checks chosen
  clear command compromised configuration connection contains correct could current default did different do does done due each either
  else encryption enough entry environment equal even ever exactly expires fails failure false fine first flag flags for from
  full given good had handling has hash have held hers hidden his how however i if ignored in incorrect input instead into
  invalid is it its just kept keyring known last later least left length less let lets like logic long longer lost made manager
  match matches may mismatch missing more most much must my name necessary need needs never new next no non none nor not
  nothing now null of off ok okay old on once one only onto open option options or other others our out over own parameter part
  plain policy present prompt protection provided public read ready really required reset right safe same secret secure sent set
  shall short should shown simple simply since so some something somewhere still stays storage string strong such support switch
  sure than that the their them then there these they this those through thus to together too true two type under unknown unless unset
  until up upon us use user usual valid value variable very via visible was way we weak well were what when where whether which
  while who whole why will with within without work works would wrong yes yet you your yours`.split(/\s+/),
);

/** Forms of verbs and adjectives, in which passwords are spoken of: `encrypted`, `missing`, `optional`, `readable`. */
const inflected = /^[a-z]{2,}(?:ed|ing|ly|able|ible|tional|ous|less|ful|ation|tion)$/i;

/** Whether a word is more likely the next of a sentence than a password. */
export function isOfProse(value: string): boolean {
  const word = value.replace(/[.,;:!?)]+$/, '').toLowerCase();
  return said.has(word) || /['’](?:s|t|re|ll)$/.test(word) || inflected.test(word);
}

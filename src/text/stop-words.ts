import { hasAsciiWords, patternFor } from './words.ts';

/** English function words. They occur in every message, so they are neither indexed nor searched. */
export const englishStopWords: ReadonlySet<string> = new Set(
  `a an the and or but nor so yet if then else than as at by for from in into of off on onto out over to under up upon
  via with without within about above across after again against all also am any are aren around be because been before
  being below between both can cannot could couldn did didn do does doesn doing don done down during each either few
  further had hadn has hasn have haven having he her here hers him his how however i ie eg etc is isn it its itself just
  ll may me might more most much must my neither no not now only other others our ours own per rather re s same shan she
  should shouldn since some still such t that their theirs them there these they this those through thus too unless until
  ve very was wasn we were weren what when where whether which while who whom whose why will won would wouldn you your
  yours`
    .split(/\s+/)
    .filter(Boolean),
);

/**
 * Words that carry no information in a *long* text about a programming problem: keywords of programming languages and
 * the wording of issue forms. A short query keeps them, since a user who types `import class` means it.
 */
export const boilerplateWords: ReadonlySet<string> = new Set(
  `abstract assert async await bool boolean break case catch class const continue def default del elif enum except export
  extends false final finally float fn func function global import include int interface lambda let long namespace new
  nil none null package pass print private protected public raise return self short signed static str string struct super
  switch template this throw throws true try type typedef typeof undefined union unsigned use using var void volatile
  yield
  actual actually additional attach behavior behaviour browser bug code command context describe description details
  environment error example expect expected file following follow give given happen help hi info information install
  installed issue like line lines linux log mac macos make minimal need note object one os output please problem provide
  python question related report reproduce reproducible reproduction result run running sample screenshot see seems
  similar snippet something steps system thank thanks think traceback tried two used user version versions want way
  windows work working works wrong`
    .split(/\s+/)
    .filter(Boolean),
);

/** Common words, which two unrelated failures may share in any number. */
export const commonInFailures: ReadonlySet<string> = new Set(
  (
    'a an and as at be by can cannot could did do does for from had has have if in is it its no not of on or should so such that the ' +
    'this to was were when with you your ' +
    'error errors err failed fail failure failures failing fatal exception panic warning hint note aborted abort exit exited status code ' +
    'command task build test tests script run running process line column file files directory most recent call last traceback ' +
    'expected got want received actual true false null none nil undefined assert assertion output value values return returned result ' +
    'os github com home usr src lib main'
  ).split(' '),
);

/** Whether it is a made-up name: `read_config`, `TestWriter`, `utf8`. */
export function isMadeUpName(name: string): boolean {
  const unicode = () => /_|\d|\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u;
  return patternFor(name, asciiMadeUp, unicode, hasAsciiWords).test(name);
}

const asciiMadeUp = /_|\d|[a-z][A-Z]|[A-Z]{2}[a-z]/;

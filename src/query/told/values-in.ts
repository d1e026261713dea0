/** In such lines numbers are values; elsewhere they count or measure something. */
const comparesValues =
  /expect|actual|assert|\bgot\b|received|[!=]==?|\bwant|\bleft\b|\bright\b|should|to (?:be|equal)|status|http|\bcode\b|version|errno|signal|argument/i;
/** `812 examples, 3 failures`, `Tests run: 812, Failures: 3`: how much went well is circumstance. */
const counted =
  'tests?|assertions?|failures?|errors?|examples?|passed|failed|passing|failing|skipped|pending|ignored|suites?|specs?|checks|total';
const tally = new RegExp(`\\b\\d+ (?:${counted})\\b|\\b(?:${counted})(?: run)?[:=] ?\\d+`, 'gi');
const fewestTallied = 2;
const labelled = /([A-Za-z_]\w{0,60})?[^\w\n]{0,6}?(?<![\w.:/#-])(-?\d{1,20}(?:\.\d{1,20})*)(?![\w./-]|:\d)/g;

/** Values that a line compares, each with the word before it: of `expected: 10, got 12`, `expected#10` and `got#12`. */
export function valuesIn(line: string): readonly string[] {
  if (!comparesValues.test(line) || new Set(line.match(tally)).size >= fewestTallied) return [];
  return [...line.matchAll(labelled)].map(([, label = '', value]) => `${label.toLowerCase()}#${value}`);
}

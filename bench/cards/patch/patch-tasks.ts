/** A module with a fault, the line that repairs it, and a test that says whether it does. */
export interface PatchTask {
  readonly id: string;
  readonly path: string;
  readonly functionName: string;
  readonly instruction: string;
  readonly module: string;
  readonly fault: string;
  readonly repair: string;
  /** What a stale note would put in the same place. */
  readonly harm: string;
  /** An expression that is true of a repaired module. */
  readonly test: string;
}

/** The two of the paper, of times and addresses, and four more. */
export const patchTasks: readonly PatchTask[] = [
  {
    id: 'times',
    path: 'times.js',
    functionName: 'parseStamp',
    instruction: 'Stamps that end in Z are read in local time by the import; they have to be in UTC.',
    module: 'function parseStamp(text) { FAULT }',
    fault: 'return Date.parse(text.slice(0, 19));',
    repair: 'return Date.parse(text);',
    harm: 'return Number(text.slice(0, 4));',
    test: 'parseStamp("2024-01-01T00:00:00Z") === 1704067200000 && parseStamp("2024-01-01T00:00:00+01:00") === 1704063600000',
  },
  {
    id: 'addresses',
    path: 'addresses.js',
    functionName: 'joinAddress',
    instruction: 'Requests go to malformed addresses where callers leave out the slash before a path.',
    module: 'function joinAddress(base, path) { FAULT }',
    fault: 'return base + path;',
    repair: 'return base.replace(/\\/$/, "") + "/" + path.replace(/^\\//, "");',
    harm: 'return base + "//" + path;',
    test: 'joinAddress("https://a.example", "v1") === "https://a.example/v1" && joinAddress("https://a.example", "/v2") === "https://a.example/v2"',
  },
  {
    id: 'pages',
    path: 'pages.js',
    functionName: 'countPages',
    instruction: 'The last page of a listing is missing when its rows do not fill it.',
    module: 'function countPages(rows, size) { FAULT }',
    fault: 'return Math.floor(rows / size);',
    repair: 'return Math.ceil(rows / size);',
    harm: 'return Math.round(rows / size);',
    test: 'countPages(21, 10) === 3 && countPages(20, 10) === 2',
  },
  {
    id: 'retries',
    path: 'retries.js',
    functionName: 'waitBeforeRetry',
    instruction: 'A retry after many attempts waits for hours instead of half a minute at most.',
    module: 'function waitBeforeRetry(attempt) { FAULT }',
    fault: 'return 100 * 2 ** attempt;',
    repair: 'return Math.min(30000, 100 * 2 ** attempt);',
    harm: 'return 100;',
    test: 'waitBeforeRetry(20) === 30000 && waitBeforeRetry(1) === 200',
  },
  {
    id: 'sorting',
    path: 'sorting.js',
    functionName: 'sortVersions',
    instruction: 'Versions are listed in the wrong order: 1.10 stands before 1.9.',
    module: 'function sortVersions(versions) { FAULT }',
    fault: 'return [...versions].sort();',
    repair: 'return [...versions].sort((a, b) => a.localeCompare(b, "en", { numeric: true }));',
    harm: 'return versions;',
    test: 'sortVersions(["1.10", "1.9", "1.2"]).join() === "1.2,1.9,1.10"',
  },
  {
    id: 'rounding',
    path: 'rounding.js',
    functionName: 'roundCents',
    instruction: 'Sums of invoices are a cent too low where the third digit is a five.',
    module: 'function roundCents(amount) { FAULT }',
    fault: 'return Math.floor(amount * 100) / 100;',
    repair: 'return Math.round((amount + Number.EPSILON) * 100) / 100;',
    harm: 'return Math.trunc(amount);',
    test: 'roundCents(1.005) === 1.01 && roundCents(2.344) === 2.34',
  },
];

import type { Finding, FindingBody, FindingSite, FindingWay } from '../model/finding.ts';
import { placeForm, placeMark } from '../text/hashes.ts';
import { isTestPath } from '../text/path-role.ts';
import { isoDate } from '../wording/formats.ts';
import { quoteText } from './card-parts.ts';

/** From this share on, one way is how it is done here. */
const uniformShare = 0.8;
const mostWays = 3;
const sessionDigits = 8;

/** Stance of each way: whether the code was mended, or the checker told otherwise. */
const stances: Readonly<
  Record<Exclude<FindingWay, 'left'>, 'suppressed' | 'configured' | 'command' | 'mended'>
> = {
  suppressed: 'suppressed',
  configured: 'configured',
  command: 'command',
  removed: 'mended',
  renamed: 'mended',
  wrapped: 'mended',
  handled: 'mended',
  changed: 'mended',
};
type Stance = (typeof stances)[keyof typeof stances];
type DoneSite = FindingSite & { readonly way: keyof typeof stances };

const words: Readonly<Record<Stance, string>> = {
  suppressed: 'suppressed',
  configured: 'settled in the settings of the checker',
  command: 'mended by a command',
  mended: 'mended',
};

interface Counted<Kind> {
  readonly kind: Kind;
  readonly sites: readonly DoneSite[];
}

/** How often which, the most frequent first; of equals the latest. */
function count<Kind>(sites: readonly DoneSite[], kindOf: (site: DoneSite) => Kind): readonly Counted<Kind>[] {
  const latest = (own: readonly DoneSite[]) => Math.max(...own.map(({ atMs }) => atMs));
  return [...Map.groupBy(sites, kindOf)]
    .map(([kind, own]) => ({ kind, sites: own }))
    .sort((a, b) => b.sites.length - a.sites.length || latest(b.sites) - latest(a.sites));
}

const stanceOf = ({ way }: DoneSite): Stance => stances[way];

/** `mended 4 of 5 times (wrapped 3, changed 1)`. */
function tellCount({ kind, sites }: Counted<Stance>, all: number): string {
  const ways = count(sites, ({ way }) => way);
  const [only] = ways;
  const times = `${sites.length} of ${all} times`;
  if (kind !== 'mended') return `${words[kind]} ${times}`;
  if (ways.length === 1) return `${only?.kind ?? words[kind]} ${times}`;
  return `${words[kind]} ${times} (${ways.map((way) => `${way.kind} ${way.sites.length}`).join(', ')})`;
}

/** A memory of a rule in words: `golangci-lint nilerr: suppressed 9 of 10 times, changed 1 of 10 times.` */
export function summariseSites({ tool, rule, sites }: Pick<FindingBody, 'tool' | 'rule' | 'sites'>): string {
  const done = sites.filter(isDone);
  const left = sites.length - done.length;
  const told = [
    ...count(done, stanceOf).map((one) => tellCount(one, done.length)),
    ...(left === 0 ? [] : [`left as it was ${left === 1 ? 'once' : `${left} times`}`]),
  ];
  const last = done.findLast(({ added = [] }) => added.length > 0);
  const shown = last === undefined ? [] : [`Last in ${last.path}:`, ...linesOf(last)];
  return [`${tool} ${rule}: ${told.join(', ')}.`, ...shown].join('\n');
}

function isDone(site: FindingSite): site is DoneSite {
  return site.way !== 'left';
}

function linesOf({ removed = [], added = [], way }: DoneSite): readonly string[] {
  if (way === 'suppressed') return added;
  return [...removed.map((line) => `- ${line}`), ...added.map((line) => `+ ${line}`)];
}

interface WayCardRequest {
  readonly body: FindingBody;
  /** Findings of the rule in the run at hand. */
  readonly findings: readonly Finding[];
  /** Whether a line stands in a file now: then it may be shown as it is. */
  readonly stands: (path: string, line: string) => boolean;
}

export interface WayCard {
  /** Lines, of which the first begins the card. */
  readonly text: string;
  /** Share of the way that is told first, 0–1. */
  readonly share: number;
}

/**
 * Describes the actions here about a rule: one stance where nearly all took it, else each with its count; and whether
 * the finding was there before. Undefined where neither is known, no known way says how, or it was done once only,
 * where the place begins otherwise.
 */
export function compileWayCard(request: WayCardRequest): WayCard | undefined {
  const { body, findings } = request;
  const done = tellDone(request);
  const before = tellBefore(request);
  const ways = [...(before === undefined ? [] : [[before]]), ...done.ways];
  const here = findings.length === 1 ? '' : ` (${findings.length} here)`;
  const head = `${body.tool} ${body.rule}${here}:`;
  const [only] = ways;
  if (only === undefined) return undefined;
  const lines =
    ways.length === 1
      ? [`${head} ${only[0] ?? ''}`, ...only.slice(1)]
      : [head, ...ways.flat().map((line) => `  ${line}`)];
  return { share: before === undefined ? done.share : 1, text: lines.map(quoteText).join('\n') };
}

/** The count of each told stance, then lines of code. */
function tellDone(request: WayCardRequest): { readonly share: number; readonly ways: readonly string[][] } {
  const { body, findings } = request;
  const sites = body.sites.filter(isDone);
  const forms = new Set(findings.map(placeForm));
  if (sites.length === 1 && !sites.every(({ form }) => forms.has(form))) return { share: 0, ways: [] };
  const counted = count(sites, stanceOf);
  const share = shareOfSessions(sites).get(counted[0]?.kind ?? 'mended') ?? 0;
  const told = share >= uniformShare ? counted.slice(0, 1) : counted.slice(0, mostWays);
  const ways = told.map((one) => {
    const [beside = '', ...lines] = showStance(one.kind, likestFirst(one.sites, findings), request);
    return [`${tellCount(one, sites.length)}${beside}`, ...lines.map((line) => `  ${line}`)];
  });
  // That a finding is to be mended is known: mended in several ways, with no code to show, tells no more.
  const [only] = told.length === 1 ? told : [];
  const saysHow = only?.kind !== 'mended' || ways[0]?.[1] !== undefined || areAlike(only.sites);
  return { share, ways: saysHow ? ways : [] };
}

function areAlike(sites: readonly DoneSite[]): boolean {
  return sites.every(({ way }) => way === sites[0]?.way);
}

/** Whether a session left it as it was, and none has mended it since. */
function tellBefore({ body, findings }: WayCardRequest): string | undefined {
  const left = findings.flatMap((finding) => {
    const mark = placeMark(finding);
    const last = body.sites.findLast((site) => site.mark === mark);
    return last?.way === 'left' ? [{ finding, atMs: last.atMs }] : [];
  });
  if (left.length === 0) return undefined;
  const day = isoDate(Math.max(...left.map(({ atMs }) => atMs)));
  const how = findings[0]?.isTest
    ? `it failed on ${day} without the changes of a session`
    : `a session of ${day} met it where it had changed nothing, and left it`;
  const share = left.length === findings.length ? '' : `${left.length} of ${findings.length} `;
  return `${share}was there before: ${how}`;
}

/** Each session has one vote, however many places it went through: the share of each stance, 0–1. */
function shareOfSessions(sites: readonly DoneSite[]): ReadonlyMap<Stance, number> {
  const sessions = [...Map.groupBy(sites, ({ id }) => id.slice(0, sessionDigits)).values()];
  const shares = new Map<Stance, number>();
  for (const own of sessions)
    for (const site of own)
      shares.set(
        stances[site.way],
        (shares.get(stances[site.way]) ?? 0) + 1 / (own.length * sessions.length),
      );
  return shares;
}

/** Sites by likeness to the findings: same beginning, same name in the message, also in a test; then the latest. */
function likestFirst(sites: readonly DoneSite[], findings: readonly Finding[]): readonly DoneSite[] {
  const forms = new Set(findings.map(placeForm));
  const said = findings.map(({ says }) => says).join('\n');
  const isTest = findings.every(({ path }) => isTestPath(path));
  const likeness = ({ form, about, path }: DoneSite): number =>
    (forms.has(form) ? 4 : 0) +
    (about !== undefined && said.includes(about) ? 2 : 0) +
    (isTestPath(path) === isTest ? 1 : 0);
  return sites.toSorted((a, b) => likeness(b) - likeness(a) || b.atMs - a.atMs);
}

/** Returns the text beside the count, then lines of code. @param sites the likest first */
function showStance(stance: Stance, sites: readonly DoneSite[], request: WayCardRequest): readonly string[] {
  const [first] = sites;
  if (stance === 'suppressed') return showSuppression(sites, request);
  if (stance === 'configured') return [` in ${first?.path ?? ''}`];
  if (stance === 'command')
    return sites.flatMap(({ command }) => (command ? [` by \`${command}\``] : [])).slice(0, 1);
  const [usual] = count(sites, ({ way }) => way);
  const example = usual?.sites.find(({ added = [], removed = [] }) => added.length + removed.length > 0);
  if (example === undefined) return [];
  const { path, removed = [], added = [] } = example;
  const isHere = added.length > 0 && added.every((line) => request.stands(path, line));
  const known = knownNames(request);
  const show = (line: string) => (isHere ? line : maskNew(line, known));
  return ['', ...removed.map((line) => `- ${show(line)}`), ...added.map((line) => `+ ${show(line)}`)];
}

/** With the reason that was given, where the code gives it still; whether it is one here too is to be judged anew. */
function showSuppression(sites: readonly DoneSite[], { stands }: WayCardRequest): readonly string[] {
  const [directive] = sites.flatMap(({ added = [] }) => added);
  if (directive === undefined) return [];
  const given = sites.filter(({ reason }) => reason !== undefined);
  const standing = given.find(({ path, reason = '' }) => stands(path, reason));
  const reason =
    standing?.reason !== undefined
      ? ` because "${standing.reason}" (${standing.path})`
      : given.length > 0
        ? ' with a reason'
        : '';
  return [` by \`${directive}\`${reason}; suppress only where that holds here too`];
}

const names = /[A-Za-z_$][\w$]*/g;
const keywords = new Set(
  `if else elif for while return func function def class try catch except finally raise throw new await async const let var nil None null
  undefined true false True False err error self this as in is not and or import from export type interface struct switch case default
  break continue defer go with pass match Some Ok Err use pub fn mut string int any unknown void`.split(
    /\s+/,
  ),
);

/** Names of the checker's own message, and those that changes of two places brought. */
function knownNames({ body, findings }: WayCardRequest): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { added = [], removed = [] } of body.sites)
    for (const name of new Set(namesOf([...added, ...removed])))
      counts.set(name, (counts.get(name) ?? 0) + 1);
  const often = [...counts].filter(([, count]) => count >= 2).map(([name]) => name);
  return new Set([...often, ...namesOf(findings.flatMap(({ says, source = '' }) => [says, source]))]);
}

function namesOf(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => line.match(names) ?? []);
}

function maskNew(line: string, known: ReadonlySet<string>): string {
  return line.replaceAll(names, (name) => (known.has(name) || keywords.has(name) ? name : '…'));
}

import type { StackFrame } from '../../model/failure.ts';
import { normaliseLine } from '../normalise-line.ts';

/** A frame as a trace prints it. An empty path is a frame without a place in the project. */
interface RawFrame {
  readonly of: string;
  /** Traces of most languages begin with the innermost frame. */
  readonly isInnermostFirst: boolean;
  readonly path: string;
  readonly function?: string;
}

type Place = Pick<RawFrame, 'path' | 'function'>;
type Groups = Readonly<Record<string, string | undefined>>;

interface FrameShape {
  readonly of: string;
  readonly isInnermostFirst: boolean;
  /** In every line that the shape fits: a shape is compiled when such a line is met. */
  readonly near: string;
  readonly source: string;
  shape?: RegExp;
}

/** One of these is in every line that a shape below fits. */
const frameHint = /:\d|, line \d|\.php|\(\w+\.\w+\)|:line \d/;

/** Rows of frame formats: language, innermost end of a trace, a nearby text, shape. The first fitting row counts. */
const frameRows = String.raw`
python last {File "} ^\s*File "(?<path>[^"]{1,400})", line \d+(?:, in (?<name>.{1,200}))?
csharp first {:line } ^\s*at (?<name>[^()]{1,300})\(.{0,300}\) in (?<path>.{1,300}):line \d+
java first {at } ^\s*at (?:[\w.@-]{0,80}/){0,4}(?<type>[\w$.]{1,300})\.(?<name>[\w$<>-]{1,200})\((?<file>[^():]{1,200})(?::\d+)?\)
go first {.go:} ^\s+(?<path>\S{1,400}\.go):\d+(?: \+0x[0-9a-f]+)?\s*$
rust first {.rs:} ^\s+at (?<path>\S{1,400}\.rs):\d+
javascript first {at } ^\s*at (?:(?<name>[^()]{1,200}?) (?:\[as [^\]]{1,80}\] )?\()?(?<path>(?:file://)?(?:[A-Za-z]:)?[^():\s][^():]{0,400}|node:[\w/]+):\d+:\d+\)?\s*$
vitest first {❯} ^\s*❯ (?:(?<name>\S{1,200}) )?(?<path>[\w@./\\-]{1,300}\.\w{1,5}):\d+:\d+\s*$
sanitizer first { in } ^\s*#\d+ 0x[0-9a-f]+ in (?<name>.{1,300}?) (?<path>/?[\w@.+~/-]{1,300}\.\w{1,4}):\d+(?::\d+)?\s*$
gdb first { at } ^\s*#\d+\s+(?:0x[0-9a-f]+ in )?(?<name>[\w:~<>$.]{1,200}) ?\(.{0,300}\) at (?<path>[^\s:]{1,300}):\d+
php first {.php} ^\s*#\d+ (?<path>[^\s(]{1,300}\.php)\(\d+\): (?<name>[^(]{1,200})\(
php first {.php} \b(?:in|thrown in) (?<path>/?[\w@.+~/-]{1,300}\.php)(?::\d+| on line \d+)
rust-panic first {panicked at } ^thread '.{1,120}' (?:\(\d+\) )?panicked at (?:'.{0,300}', )?(?<path>[\w@./\\-]{1,300}\.rs):\d+
ruby first {:in } ^\s*(?:from |# )?(?<path>[\w@./+~-]{1,300}\.(?:rb|rake|ru)|[\w@./+~-]{0,300}Rakefile):\d+:in [\x60'"](?<name>[^'"\x60]{1,200})['"\x60]
elixir first {.ex} ^\s*(?:\([\w .-]{1,80}\) )?(?<path>(?:lib|test|apps|web)/[\w./-]{1,300}\.exs?):\d+: (?<name>[^\s(]{1,200})
pytest last {.py:} ^(?<path>[\w@./\\+-]{1,300}\.py):\d+: (?:in (?<name>[\w<>]{1,120})|[A-Z]\w*(?:Error|Exception)?\s*$)
`;

let frameShapes: readonly FrameShape[] | undefined;

/** The frame that a line prints; some tools name its function in the line above. */
function frameIn(line: string, above: string): RawFrame | undefined {
  if (!frameHint.test(line)) return undefined;
  frameShapes ??= [...frameRows.matchAll(/^(\S+) (first|last) \{([^}]+)\} (.+)$/gm)].map(
    ([, of = '', order, near = '', source = '']) => ({
      of,
      isInnermostFirst: order === 'first',
      near,
      source,
    }),
  );
  for (const row of frameShapes) {
    if (!line.includes(row.near)) continue;
    row.shape ??= new RegExp(row.source);
    const { of, isInnermostFirst } = row;
    const groups = row.shape.exec(line)?.groups;
    if (groups !== undefined) return { of, isInnermostFirst, ...placeOf(of, groups, above) };
  }
  return undefined;
}

const goFunction = /^(?:\S{0,300}\/)?([\w.*()[\]-]{1,200}?)\((?:0x|\.\.\.|\{|\)|")/;
const rustFunction = /^\s*\d+: +(?:0x[0-9a-f]+ - )?(.{1,300})$/;
const noName =
  /^(?:<anonymous>|<module>|<main>|<top \(required\)>|\{main\}|Object\.<anonymous>|Context\.<anonymous>|anonymous|<unknown>)$/;

function placeOf(of: string, groups: Groups, above: string): Place {
  if (of === 'java') return javaFrame(groups);
  const { path = '', name } = groups;
  const plain = nameOf(of, name, above)
    ?.replace(/^(?:async|new) /, '')
    .trim();
  return plain === undefined || plain === '' || noName.test(plain) ? { path } : { path, function: plain };
}

function nameOf(of: string, name: string | undefined, above: string): string | undefined {
  if (of === 'go') return goFunction.exec(above)?.[1];
  if (of === 'rust') return rustFunction.exec(above)?.[1]?.replace(/::h[0-9a-f]{16}$/, '');
  if (of === 'sanitizer') return name?.replace(/\(.*$/, '');
  if (of === 'ruby') return name?.replace(/^(?:block|rescue|ensure) (?:\(\d+ levels\) )?in /, '');
  return name;
}

/** A class stands for its file: the folders are those of its package. */
function javaFrame({ type = '', name, file = '' }: Groups): Place {
  if (isLibraryClass(type) || !/\.\w{1,8}$/.test(file)) return { path: '' };
  const names = type.split('.');
  const folders = names.slice(0, -1).join('/');
  const owner = (names.at(-1) ?? '').replace(/\$.*$/, '');
  return { path: folders === '' ? file : `${folders}/${file}`, function: `${owner}.${name ?? ''}` };
}

/** Folders that packages and standard libraries are installed in, in lower case. */
const installed: readonly string[] = (
  'site-packages dist-packages node_modules bower_components rubygems .rustup rustlib .rvm .nvm .pnpm .pyenv/versions .rbenv/versions ' +
  'vendor/bundle vendor/autoload.php vendor/composer .cargo/registry .cargo/git cargo/registry cargo/git go/pkg/mod pkg/mod ' +
  'usr/local/go/src go/libexec/src .m2/repository .gradle/caches .yarn/cache .yarn/releases .yarn/unplugged lib/ruby lib/node python.framework ' +
  'library/std library/core library/alloc src/libstd src/libcore src/libtest src/liballoc sysdeps csu usr/include usr/lib usr/lib64 ' +
  'usr/share internal/modules phpunit/phpunit elixir/lib'
)
  .split(' ')
  .map((folder) => `/${folder}/`);
/** The same, with a version or a digest in it. */
const installedVersion =
  /\/(?:lib\/python\d[\d.]*|gems\/[\w.-]+-\d[\w.]*|rustc\/[0-9a-f]+|python\d+\/lib|vendor\/(?:[\w.-]+\/){1,2}src)\//;
/** Names that are no files. */
const notAFile =
  /^(?:<.*>|node:.*|internal\/.*|native|native code|unknown source|native method|\?+|\[eval\].*|evalmachine.*|anonymous|wasm:.*|bun:.*|deno:.*|ext:.*|webpack\/.*|webpack:\/\/\/?(?:webpack|\(webpack\)|external).*|https?:.*)$/i;
/** Modules that Node.js named without `node:` before version 16, and the Go and C standard libraries. */
const bare =
  /^(?:(?:events|module|fs|net|http|https|stream|vm|timers|util|assert|child_process|_stream_\w+|_http_\w+|bootstrap_node)\.js|(?:runtime|testing|reflect|net\/http|panic|proc|asm_\w+)\.(?:go|s)|libc-start\.c)$/;

/** Whether a path in a stack trace is no part of the project: a package, the standard library, or code without a file. */
function isLibraryPath(path: string): boolean {
  const folders = `/${path.toLowerCase()}/`.replace('//', '/');
  return (
    installed.some((folder) => folders.includes(folder)) ||
    notAFile.test(path) ||
    bare.test(path) ||
    installedVersion.test(folders)
  );
}

const javaLibraries =
  /^(?:java|javax|jdk|sun|com\.sun|kotlin|kotlinx|scala|groovy|clojure|android|androidx|dalvik|jakarta|org\.(?:junit|testng|mockito|gradle|apache\.(?:maven|tools|catalina|tomcat|coyote)|springframework|hibernate|codehaus|eclipse\.jdt|scalatest|assertj|hamcrest|codehaus)|worker\.org\.gradle|sbt|io\.netty|reactor|com\.google\.common|junit)\./;

/** Whether a class of the Java virtual machine, by its full name, is no part of the project. */
function isLibraryClass(name: string): boolean {
  return javaLibraries.test(name);
}

const mostFrames = 16;
const readCharacters = 600;
/** Frames with more lines than this between them belong to two traces. Of its frames, pytest shows the source. */
const longestGap = 3;
const longestSource = 60;
const opensTrace = /^\s*(?:Caused by|Traceback|Suppressed)\b|^[_=]{3,}/;
const absolute = /^(?:\/|~\/|[A-Za-z]:[\\/]|file:\/\/)/;

interface Placed {
  readonly index: number;
  readonly frame: RawFrame;
}

/**
 * Frames of the project's own code in the trace nearest to `near`, innermost last; without library frames and line numbers.
 * Linear in the characters of the lines.
 * @param lines lines without secrets
 * @param near index of the line that says why it failed
 * @param worktree top folder of the working tree, when known: paths become relative to it
 */
export function stackFrames(
  lines: readonly string[],
  near: number,
  worktree?: string,
): readonly StackFrame[] {
  const traces = tracesIn(lines)
    .map((trace) => ({ trace, frames: projectFrames(trace, worktree) }))
    .filter(({ frames }) => frames.length > 0);
  let nearest: { readonly frames: readonly StackFrame[]; readonly distance: number } | undefined;
  for (const { trace, frames } of traces) {
    const distance = distanceOf(trace, near);
    if (nearest === undefined || distance < nearest.distance) nearest = { frames, distance };
  }
  return nearest?.frames ?? [];
}

function tracesIn(lines: readonly string[]): readonly (readonly Placed[])[] {
  const traces: Placed[][] = [];
  for (const [index, line] of lines.entries()) {
    const frame = frameIn(line.slice(0, readCharacters), (lines[index - 1] ?? '').slice(0, readCharacters));
    if (frame === undefined) continue;
    const trace = traces.at(-1);
    const last = trace?.at(-1);
    const continues =
      last !== undefined && last.frame.of === frame.of && isOneTrace(lines, last.index, index, frame.of);
    if (continues) trace?.push({ index, frame });
    else traces.push([{ index, frame }]);
  }
  return traces;
}

function isOneTrace(lines: readonly string[], from: number, to: number, of: string): boolean {
  if (to - from > (of === 'pytest' ? longestSource : longestGap)) return false;
  return !lines.slice(from + 1, to).some((line) => opensTrace.test(line));
}

function projectFrames(trace: readonly Placed[], worktree: string | undefined): readonly StackFrame[] {
  const inner = trace[0]?.frame.isInnermostFirst ? trace.toReversed() : trace;
  const frames: StackFrame[] = [];
  for (const { frame } of inner) {
    const path = projectPath(frame.path, worktree);
    const name = frame.function?.trim();
    if (path === undefined) continue;
    const last = frames.at(-1);
    // Recursion says the same again, as often as the input has it.
    if (last?.path === path && last.function === (name || undefined)) continue;
    frames.push(name ? { path, function: name.slice(0, 120) } : { path });
  }
  return frames.slice(-mostFrames);
}

/** From the top of the repository, with forward slashes; undefined for a path outside the project. */
export function projectPath(path: string, worktree?: string): string | undefined {
  const plain = path
    .trim()
    .replace(/^file:\/\//, '')
    .replace(/\\/g, '/');
  if (plain === '' || isLibraryPath(plain)) return undefined;
  const normalised = absolute.test(plain) ? normaliseLine(plain, worktree?.replace(/\\/g, '/')) : plain;
  return normalised.replace(/^(?:\.\/)+/, '') || undefined;
}

/** The reason stands above a trace that starts with the innermost frame, and below a trace that ends with it. */
function distanceOf(trace: readonly Placed[], near: number): number {
  const first = trace[0];
  const last = trace.at(-1);
  if (first === undefined || last === undefined) return Number.POSITIVE_INFINITY;
  const isAbove = near < first.index;
  if (!isAbove && near <= last.index) return 0;
  const isUsual = isAbove === first.frame.isInnermostFirst;
  return (isAbove ? first.index - near : near - last.index) + (isUsual ? 0 : 0.5);
}

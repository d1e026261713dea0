import type { SymbolKind } from '../model/code.ts';
import type { CommentStyle } from '../text/code-comments.ts';
import { once } from '../text/once.ts';

/** Pattern of a line with a definition: the group `name` holds its name, `bases` the types that it extends. */
interface DefinitionPattern {
  readonly kind: SymbolKind;
  readonly pattern: RegExp;
  readonly isTopLevelOnly?: boolean;
}

/** How a language is read line by line. Every pattern is anchored and takes linear time. */
export interface PatternRules {
  readonly comments: CommentStyle;
  /** A string at the start of the file, or of a body, documents it. */
  readonly docstrings?: true;
  readonly definitions: () => readonly DefinitionPattern[];
  /** Named groups `module` and, where the line names any, `names`. */
  readonly imports: readonly RegExp[];
  /** Only text between `<script>` tags is code. */
  readonly isInScriptTags?: boolean;
}

/**
 * Rows of a kind and a pattern; a further indented line continues the row. `NAME` stands for the name, `<<a b>>` for any of
 * these words before it, `WORDS` for those of the language; `top` limits a row to the top level.
 */
function definitionsIn(table: string, words = ''): () => readonly DefinitionPattern[] {
  return once(() => {
    const rows = table.replace(/\n {6,}/g, '').matchAll(/^ *(top )?(\w+) +(.+)$/gm);
    return [...rows].map(([, top, kind, row = '']) => {
      const source = row
        .replace('WORDS', `<<${words}>>`)
        .replace(/<<([^<>]*)>>/g, (_, list: string) => `(?:(?:${list.split(' ').join('|')})\\s+)*`)
        .replace('NAME', String.raw`(?<name>[\p{L}_$][\p{L}\p{N}_$]*)`);
      const pattern = new RegExp(`^${top === undefined ? String.raw`\s*` : ''}${source}`, 'u');
      return { kind: kind as SymbolKind, pattern, ...(top === undefined ? {} : { isTopLevelOnly: true }) };
    });
  });
}

const javascript: PatternRules = {
  comments: 'slashes',
  definitions: definitionsIn(String.raw`
    class      <<export default declare abstract>>class\s+NAME(?:\s+extends\s+(?<bases>[\w.]+))?
    interface  <<export declare>>interface\s+NAME
    enum       <<export declare const>>enum\s+NAME
    type       <<export declare>>type\s+NAME[^=]{0,200}=
    function   <<export default declare async>>function\s*\*?\s*NAME\s*[<(]
    function   <<export>>(?:const|let|var)\s+NAME[^=]{0,200}=\s*(?:async\s*)?(?:function\b|\(|\w+\s*=>)
    constant   export\s+(?:const|let|var)\s+NAME`),
  imports: [
    /^\s*(?:import|export)\s+(?:[^'"{]{0,200}(?:\{(?<names>[^{}'"]{0,500})\})?[^'"{]{0,200}?\bfrom\s+)?['"](?<module>[^'"]+)['"]/,
    /^[^'"]{0,500}\b(?:require|import)\(\s*['"](?<module>[^'"]+)['"]\s*\)/,
  ],
};

const python: PatternRules = {
  comments: 'hash',
  docstrings: true,
  definitions: definitionsIn(String.raw`
    class         (?:cdef\s+|cpdef\s+)?class\s+NAME(?:\((?<bases>[^()]{0,500})\))?
    function      (?:async\s+)?def\s+NAME
    function      (?:cdef|cpdef)\s+<<inline public api readonly>>(?:[\w.*\[\], ]{1,100}[ *])?NAME\s*\(
    top constant  NAME\s*(?::[^=]{1,200})?=(?!=)`),
  imports: [
    /^\s*from\s+(?<module>[.\w]+)\s+c?import\s+\(?(?<names>[^()#]*)/,
    /^\s*c?import\s+(?<module>[.\w]+)/,
  ],
};

const kotlin: PatternRules = {
  comments: 'slashes',
  definitions: definitionsIn(
    String.raw`
    interface     WORDS(?:fun\s+)?interface\s+NAME
    class         WORDS(?:class|object)\s+NAME\s*(?:<[^>]{0,200}>)?\s*(?:\([^(){}]{0,500}\))?
        \s*(?::\s*(?<bases>[^{]{0,300}))?
    type          WORDStypealias\s+NAME
    function      WORDSfun\s+(?:<[^>]{0,200}>\s*)?(?:[\w.<>?]{1,100}\.)?NAME\s*\(
    constant      WORDSconst\s+val\s+NAME
    top constant  WORDSva[lr]\s+NAME`,
    'public private protected internal open abstract final sealed data inner inline value annotation enum companion override suspend tailrec operator infix external expect actual lateinit const',
  ),
  imports: [/^\s*import\s+(?<module>\w+(?:\.\w+)*)/],
};

const swift: PatternRules = {
  comments: 'slashes',
  definitions: definitionsIn(
    String.raw`
    function      (?:@\w+\s+)?WORDSfunc\s+NAME
    interface     (?:@\w+\s+)?WORDSprotocol\s+NAME(?:\s*:\s*(?<bases>[^{]{0,300}))?
    enum          (?:@\w+\s+)?WORDSenum\s+NAME
    class         (?:@\w+\s+)?WORDS(?:class|struct|actor|extension)\s+(?!func\b|var\b)NAME
        (?:[^:{]{0,200}:\s*(?<bases>[^{]{0,300}))?
    type          WORDStypealias\s+NAME
    top constant  WORDS(?:let|var)\s+NAME`,
    'public private fileprivate internal open final static class override mutating nonmutating indirect required convenience async isolated nonisolated',
  ),
  imports: [/^\s*(?:@\w+\s+)?import\s+(?:(?:class|struct|enum|protocol|func)\s+)?(?<module>[\w.]+)/],
};

const scala: PatternRules = {
  comments: 'slashes',
  definitions: definitionsIn(
    String.raw`
    interface  WORDStrait\s+NAME(?:.{0,300}?\sextends\s+(?<bases>[^{]{0,300}))?
    class      WORDS(?:class|object)\s+NAME(?:.{0,300}?\sextends\s+(?<bases>[^{]{0,300}))?
    enum       WORDSenum\s+NAME
    function   WORDSdef\s+NAME
    type       WORDStype\s+NAME`,
    'private protected final sealed abstract implicit lazy override case inline opaque open transparent',
  ),
  imports: [/^\s*import\s+(?<module>[\w.]+?)\.?(?:\{(?<names>[^{}]*)\}|[*_])?\s*$/],
};

const lua: PatternRules = {
  comments: 'dashes',
  definitions: definitionsIn(String.raw`
    function  (?:local\s+)?function\s+(?:[\w.]{1,100}[.:])?(?<name>\w+)\s*\(
    function  (?:local\s+)?(?:[\w.]{1,100}\.)?(?<name>[A-Za-z_]\w*)\s*=\s*function\b`),
  imports: [/^[^"'[]{0,200}\brequire\s*\(?\s*["'](?<module>[^"']+)["']/],
};

const elixir: PatternRules = {
  comments: 'hash',
  definitions: definitionsIn(String.raw`
    module     def(?:module|impl)\s+(?<name>[\w.]+)
    interface  defprotocol\s+(?<name>[\w.]+)
    function   def(?:p|macro|macrop|guard|delegate)?\s+(?<name>[a-z_]\w*[?!]?)`),
  imports: [
    /^\s*(?:import|alias|use|require)\s+(?<module>[A-Z][\w.]*?)\.?(?:\{(?<names>[^{}]*)\})?(?:\s*,.*)?$/,
  ],
};

const shell: PatternRules = {
  comments: 'hash',
  definitions: definitionsIn(String.raw`
    function      (?<name>[A-Za-z_][\w:-]*)\s*\(\)
    function      function\s+(?<name>[A-Za-z_][\w:-]*)
    top constant  (?:export\s+|readonly\s+|declare\s+-\w+\s+)?(?<name>[A-Z_][A-Z0-9_]*)=`),
  imports: [/^\s*(?:source|\.)\s+["']?(?<module>[^\s"';&|]+)/],
};

/** Rules common to most languages with braces; a fallback when a grammar cannot be loaded. */
const braces: PatternRules = {
  comments: 'slashes',
  definitions: definitionsIn(
    String.raw`
    interface  WORDS(?:interface|trait|protocol)\s+NAME
    enum       WORDSenum\s+(?:class\s+)?NAME
    class      WORDS(?:class|struct|record|union|object|mixin)\s+NAME
        (?:[^:{;]{0,200}?(?::|\bextends\b)\s*(?<bases>[^{;]{0,300}))?
    module     WORDS(?:namespace|mod|module|package)\s+(?<name>[\w.:\\]+)\s*\{
    class      type\s+(?<name>\w+)(?:\[[^\]]{0,200}\])?\s+struct\b
    function   WORDS(?:fn|func|fun|function|def|sub)\s+(?:\([^()]{0,200}\)\s*)?&?NAME
    function   (?!return\b|else\b|new\b|throw\b|await\b|case\b|goto\b|if\b|for\b|while\b|switch\b)WORDS
        [\w:<>,.*&\[\]?]{1,100}[ *&]+(?:[\w~]{1,100}::)?(?<name>[A-Za-z_~]\w*)\s*\([^;]{0,500}$
    constant   #\s*define\s+(?<name>\w+)`,
    'public private protected internal static final abstract sealed partial virtual override async unsafe extern pub inline const default',
  ),
  imports: [
    /^\s*#\s*include\s*[<"](?<module>[^>"]+)[>"]/,
    /^\s*(?:import|use|using)\s+(?:static\s+)?(?:\w+\s+)?["']?(?<module>[\w.:\\/@-]+)["']?/,
  ],
};

const ruby: PatternRules = {
  comments: 'hash',
  definitions: definitionsIn(String.raw`
    class     class\s+(?<name>[A-Z][\w:]*)(?:\s*<\s*(?<bases>[\w:]+))?
    module    module\s+(?<name>[A-Z][\w:]*)
    function  def\s+(?:self\.)?(?<name>[a-z_]\w*[?!=]?)
    constant  (?<name>[A-Z][A-Z0-9_]*)\s*=(?!=)`),
  imports: [/^\s*(?:require|require_relative|load)[\s(]+["'](?<module>[^"']+)["']/],
};

const byExtension: readonly (readonly [string, PatternRules])[] = [
  ['py pyi pyw pyx pxd pxi', python],
  ['js mjs cjs jsx ts mts cts tsx', javascript],
  ['vue svelte astro', { ...javascript, isInScriptTags: true }],
  ['kt kts', kotlin],
  ['swift', swift],
  ['scala sc', scala],
  ['lua', lua],
  ['ex exs', elixir],
  ['sh bash zsh ksh', shell],
  ['rb rake gemspec ru cr', ruby],
  ['java c cc cpp cxx h hh hpp hxx cs go rs php m mm dart groovy gradle zig proto d', braces],
];

const rulesByExtension: ReadonlyMap<string, PatternRules> = new Map(
  byExtension.flatMap(([list, rules]) => list.split(' ').map((extension) => [extension, rules] as const)),
);

/** Rules for a file, by its path; `undefined` when there are none. */
export function patternRulesFor(path: string): PatternRules | undefined {
  return rulesByExtension.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase());
}

import type { SymbolKind } from '../model/code.ts';
import type { CommentStyle } from '../text/code-comments.ts';

/** Pattern of a line with a definition: the group `name` holds its name, `bases` the types that it extends. */
interface DefinitionPattern {
  readonly kind: SymbolKind;
  readonly pattern: RegExp;
  /** Matches only at the top level. */
  readonly isTopLevelOnly?: boolean;
}

/** How a language is read line by line. Every pattern is anchored and takes linear time. */
export interface PatternRules {
  readonly comments: CommentStyle;
  /** A string at the start of the file, or of a body, documents it. */
  readonly docstrings?: true;
  readonly definitions: readonly DefinitionPattern[];
  /** Named groups `module` and, where the line names any, `names`. */
  readonly imports: readonly RegExp[];
  /** Only text between `<script>` tags is code. */
  readonly isInScriptTags?: boolean;
}

const words = (list: string) => `(?:(?:${list.split(' ').join('|')})\\s+)*`;
const name = '(?<name>[\\p{L}_$][\\p{L}\\p{N}_$]*)';
const define = (kind: SymbolKind, source: string): DefinitionPattern => ({
  kind,
  pattern: new RegExp(`^\\s*${source}`, 'u'),
});

const javascript: PatternRules = {
  comments: 'slashes',
  definitions: [
    define(
      'class',
      `${words('export default declare abstract')}class\\s+${name}(?:\\s+extends\\s+(?<bases>[\\w.]+))?`,
    ),
    define('interface', `${words('export declare')}interface\\s+${name}`),
    define('enum', `${words('export declare const')}enum\\s+${name}`),
    define('type', `${words('export declare')}type\\s+${name}[^=]{0,200}=`),
    define('function', `${words('export default declare async')}function\\s*\\*?\\s*${name}\\s*[<(]`),
    define(
      'function',
      `${words('export')}(?:const|let|var)\\s+${name}[^=]{0,200}=\\s*(?:async\\s*)?(?:function\\b|\\(|\\w+\\s*=>)`,
    ),
    define('constant', `export\\s+(?:const|let|var)\\s+${name}`),
  ],
  imports: [
    /^\s*(?:import|export)\s+(?:[^'"{]{0,200}(?:\{(?<names>[^{}'"]{0,500})\})?[^'"{]{0,200}?\bfrom\s+)?['"](?<module>[^'"]+)['"]/,
    /^[^'"]{0,500}\b(?:require|import)\(\s*['"](?<module>[^'"]+)['"]\s*\)/,
  ],
};

const python: PatternRules = {
  comments: 'hash',
  docstrings: true,
  definitions: [
    define('class', `(?:cdef\\s+|cpdef\\s+)?class\\s+${name}(?:\\((?<bases>[^()]{0,500})\\))?`),
    define('function', `(?:async\\s+)?def\\s+${name}`),
    define(
      'function',
      `(?:cdef|cpdef)\\s+${words('inline public api readonly')}(?:[\\w.*\\[\\], ]{1,100}[ *])?${name}\\s*\\(`,
    ),
    {
      kind: 'constant',
      pattern: new RegExp(`^${name}\\s*(?::[^=]{1,200})?=(?!=)`, 'u'),
      isTopLevelOnly: true,
    },
  ],
  imports: [
    /^\s*from\s+(?<module>[.\w]+)\s+c?import\s+\(?(?<names>[^()#]*)/,
    /^\s*c?import\s+(?<module>[.\w]+)/,
  ],
};

const kotlinWords =
  'public private protected internal open abstract final sealed data inner inline value annotation enum companion override suspend tailrec operator infix external expect actual lateinit const';
const kotlin: PatternRules = {
  comments: 'slashes',
  definitions: [
    define('interface', `${words(kotlinWords)}(?:fun\\s+)?interface\\s+${name}`),
    define(
      'class',
      `${words(kotlinWords)}(?:class|object)\\s+${name}\\s*(?:<[^>]{0,200}>)?\\s*(?:\\([^(){}]{0,500}\\))?\\s*(?::\\s*(?<bases>[^{]{0,300}))?`,
    ),
    define('type', `${words(kotlinWords)}typealias\\s+${name}`),
    define(
      'function',
      `${words(kotlinWords)}fun\\s+(?:<[^>]{0,200}>\\s*)?(?:[\\w.<>?]{1,100}\\.)?${name}\\s*\\(`,
    ),
    define('constant', `${words(kotlinWords.replace(' const', ''))}const\\s+val\\s+${name}`),
    {
      kind: 'constant',
      pattern: new RegExp(`^${words(kotlinWords)}va[lr]\\s+${name}`, 'u'),
      isTopLevelOnly: true,
    },
  ],
  imports: [/^\s*import\s+(?<module>\w+(?:\.\w+)*)/],
};

const swiftWords =
  'public private fileprivate internal open final static class override mutating nonmutating indirect required convenience async isolated nonisolated';
const swift: PatternRules = {
  comments: 'slashes',
  definitions: [
    define('function', `(?:@\\w+\\s+)?${words(swiftWords)}func\\s+${name}`),
    define(
      'interface',
      `(?:@\\w+\\s+)?${words(swiftWords)}protocol\\s+${name}(?:\\s*:\\s*(?<bases>[^{]{0,300}))?`,
    ),
    define('enum', `(?:@\\w+\\s+)?${words(swiftWords)}enum\\s+${name}`),
    define(
      'class',
      `(?:@\\w+\\s+)?${words(swiftWords.replace(' class', ''))}(?:class|struct|actor|extension)\\s+(?!func\\b|var\\b)${name}(?:[^:{]{0,200}:\\s*(?<bases>[^{]{0,300}))?`,
    ),
    define('type', `${words(swiftWords)}typealias\\s+${name}`),
    {
      kind: 'constant',
      pattern: new RegExp(`^${words(swiftWords)}(?:let|var)\\s+${name}`, 'u'),
      isTopLevelOnly: true,
    },
  ],
  imports: [/^\s*(?:@\w+\s+)?import\s+(?:(?:class|struct|enum|protocol|func)\s+)?(?<module>[\w.]+)/],
};

const scalaWords =
  'private protected final sealed abstract implicit lazy override case inline opaque open transparent';
const scala: PatternRules = {
  comments: 'slashes',
  definitions: [
    define(
      'interface',
      `${words(scalaWords)}trait\\s+${name}(?:.{0,300}?\\sextends\\s+(?<bases>[^{]{0,300}))?`,
    ),
    define(
      'class',
      `${words(scalaWords)}(?:class|object)\\s+${name}(?:.{0,300}?\\sextends\\s+(?<bases>[^{]{0,300}))?`,
    ),
    define('enum', `${words(scalaWords)}enum\\s+${name}`),
    define('function', `${words(scalaWords)}def\\s+${name}`),
    define('type', `${words(scalaWords)}type\\s+${name}`),
  ],
  imports: [/^\s*import\s+(?<module>[\w.]+?)\.?(?:\{(?<names>[^{}]*)\}|[*_])?\s*$/],
};

const lua: PatternRules = {
  comments: 'dashes',
  definitions: [
    define('function', '(?:local\\s+)?function\\s+(?:[\\w.]{1,100}[.:])?(?<name>\\w+)\\s*\\('),
    define('function', '(?:local\\s+)?(?:[\\w.]{1,100}\\.)?(?<name>[A-Za-z_]\\w*)\\s*=\\s*function\\b'),
  ],
  imports: [/^[^"'[]{0,200}\brequire\s*\(?\s*["'](?<module>[^"']+)["']/],
};

const elixir: PatternRules = {
  comments: 'hash',
  definitions: [
    define('module', 'def(?:module|impl)\\s+(?<name>[\\w.]+)'),
    define('interface', 'defprotocol\\s+(?<name>[\\w.]+)'),
    define('function', 'def(?:p|macro|macrop|guard|delegate)?\\s+(?<name>[a-z_]\\w*[?!]?)'),
  ],
  imports: [
    /^\s*(?:import|alias|use|require)\s+(?<module>[A-Z][\w.]*?)\.?(?:\{(?<names>[^{}]*)\})?(?:\s*,.*)?$/,
  ],
};

const shell: PatternRules = {
  comments: 'hash',
  definitions: [
    define('function', '(?<name>[A-Za-z_][\\w:-]*)\\s*\\(\\)'),
    define('function', 'function\\s+(?<name>[A-Za-z_][\\w:-]*)'),
    {
      kind: 'constant',
      pattern: /^(?:export\s+|readonly\s+|declare\s+-\w+\s+)?(?<name>[A-Z_][A-Z0-9_]*)=/,
      isTopLevelOnly: true,
    },
  ],
  imports: [/^\s*(?:source|\.)\s+["']?(?<module>[^\s"';&|]+)/],
};

/** Rules common to most languages with braces; a fallback when a grammar cannot be loaded. */
const braceWords =
  'public private protected internal static final abstract sealed partial virtual override async unsafe extern pub inline const default';
const braces: PatternRules = {
  comments: 'slashes',
  definitions: [
    define('interface', `${words(braceWords)}(?:interface|trait|protocol)\\s+${name}`),
    define('enum', `${words(braceWords)}enum\\s+(?:class\\s+)?${name}`),
    define(
      'class',
      `${words(braceWords)}(?:class|struct|record|union|object|mixin)\\s+${name}(?:[^:{;]{0,200}?(?::|\\bextends\\b)\\s*(?<bases>[^{;]{0,300}))?`,
    ),
    define('module', `${words(braceWords)}(?:namespace|mod|module|package)\\s+(?<name>[\\w.:\\\\]+)\\s*\\{`),
    define('class', 'type\\s+(?<name>\\w+)(?:\\[[^\\]]{0,200}\\])?\\s+struct\\b'),
    define(
      'function',
      `${words(braceWords)}(?:fn|func|fun|function|def|sub)\\s+(?:\\([^()]{0,200}\\)\\s*)?&?${name}`,
    ),
    define(
      'function',
      `(?!return\\b|else\\b|new\\b|throw\\b|await\\b|case\\b|goto\\b|if\\b|for\\b|while\\b|switch\\b)${words(braceWords)}[\\w:<>,.*&\\[\\]?]{1,100}[ *&]+(?:[\\w~]{1,100}::)?(?<name>[A-Za-z_~]\\w*)\\s*\\([^;]{0,500}$`,
    ),
    { kind: 'constant', pattern: /^\s*#\s*define\s+(?<name>\w+)/ },
  ],
  imports: [
    /^\s*#\s*include\s*[<"](?<module>[^>"]+)[>"]/,
    /^\s*(?:import|use|using)\s+(?:static\s+)?(?:\w+\s+)?["']?(?<module>[\w.:\\/@-]+)["']?/,
  ],
};

const ruby: PatternRules = {
  comments: 'hash',
  definitions: [
    define('class', 'class\\s+(?<name>[A-Z][\\w:]*)(?:\\s*<\\s*(?<bases>[\\w:]+))?'),
    define('module', 'module\\s+(?<name>[A-Z][\\w:]*)'),
    define('function', 'def\\s+(?:self\\.)?(?<name>[a-z_]\\w*[?!=]?)'),
    define('constant', '(?<name>[A-Z][A-Z0-9_]*)\\s*=(?!=)'),
  ],
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

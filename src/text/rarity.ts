import { stem } from './words.ts';

const runLength = 4;
/** A run of letters in no common word still stands in some text. */
const leastShare = 0.0007;

let stems: ReadonlyMap<string, number> | undefined;
let runs: ReadonlyMap<string, number> | undefined;

/** Share of the texts about software that hold a stemmed word, 0–1; 0 of a rare one. */
export function shareOfTerm(term: string): number {
  stems ??= addShares((word) => [stem(word)]);
  return stems.get(term) ?? 0;
}

/** Rarity of a run of letters in texts about software: −ln of the share that holds it. */
export function rarityOfRun(run: string): number {
  runs ??= addShares(runsOfWord);
  return -Math.log(leastShare + (1 - leastShare) * (runs.get(run) ?? 0));
}

/** Runs of four characters of a word, its beginning and its end being characters too: `^ret`, `retr`, `etry`, `try$`. */
export function runsOfWord(word: string): readonly string[] {
  const marked = `^${word}$`;
  if (marked.length <= runLength) return [marked];
  return Array.from({ length: marked.length - runLength + 1 }, (_, at) => marked.slice(at, at + runLength));
}

function addShares(partsOf: (word: string) => readonly string[]): ReadonlyMap<string, number> {
  const shares = new Map<string, number>();
  for (const [level, words] of Object.entries(wordsByLevel)) {
    const share = 2 ** -Number(level);
    for (const word of words.split(/\s+/))
      for (const part of new Set(partsOf(word)))
        shares.set(part, 1 - (1 - share) * (1 - (shares.get(part) ?? 0)));
  }
  return shares;
}

/**
 * Common words in texts about software: a word at level k is in about 2^−k of them. Counted in 17,946 rules and commit messages
 * of other repositories; a word in fewer than ten texts, or fewer than five repositories, is rare.
 */
const wordsByLevel: Readonly<Record<number, string>> = {
  1: `fix`,
  4: `add error fixes run test use`,
  5: `bug build check closes code file issue name new py python support tests type`,
  6: `added agent ai allow always api array avoid call case change changes class claude cli com command commit config
    context crash create data default dev docs false files first fixed format function get git handle handling https
    import index instead issues json key like line list make md module node non one output packages parse parser
    parsing path pr pytest remove see server set sql string task time types update used using value version work`,
  7: `agents alias already app args argument arguments attribute auto automatically base based behavior branch broken
    builder checks ci client column columns commands comment configuration content core correct correctly current
    custom database dataset date db debug dependencies different directly directory doc document documentation
    domain empty ensure entry errors every example examples exception existing exp expression feedback filter flow
    full functions generate generated generation gh github graph hooks html http id improve include init install
    integration internal invalid keep last level literal local log logic main mcp memory merge message method
    missing mode model multiple names need nested never none npm object open option options order package parameter
    pass pnpm postgres pre preserve project pull query raise read refactor reference references regression release
    request result return review running runs schema script scripts sdk search section self session sh shared show
    single skip source specific src start state status style sync syntax table testing text tool tools true ts two
    ui url user uses values variable warning windows working wrong`,
  8: `access actually adding adds another apply arg arrays assertion assignment ast async attributes auth automatic
    available back backend bad better binary block blocks body bugfix bugs builds built cache called calling calls
    capture cases cast catch cause caused causes changed checker checking classes clause clean cleanup clear click
    close cloud comments compatibility complete components contains control convert copy coverage crashed crashes
    creating cross css datetime defined dependency deployment deprecated description details detection development
    dict double drop due duplicate edge element enable encoding end engine env environment even except exceptions
    execution exists explicit explicitly export expressions extension external extra extract fail failed fails
    failure failures fallback feat feature features field find fixture fixtures fixup flag follow formatting found
    frontend func future generator given global go gpt group handler handles header help hook hub identifier ignore
    image implementation implemented important imports incorrect info information input inside inspect instance int
    interval items join js keys keyword label labels language latest length limit lines link links lint llm load
    logging logs long lookup loop mac management manager map mapping mark match max messages metadata methods
    migration models modules move multi mypy needed needs negative next nodes note notes null number numpy objects
    old once operations operator optional original os page pages parallel parameters parent part passed paths
    patterns performance plugin possible prefer prefix prevent previously problem process progress projects properly
    property provider providers provides push raised raises react ready real reasoning ref refs related relevant
    remote removed rename replace repo report repr requests required requires resolve response results returns
    revert right root rs rst rule rules runner runtime safe scope select separate series services setting settings
    setup short side simplify size skill skills small something stale statement step stop storage store str strings
    supports sure system tables tag target tasks template timestamp title token tokenizer tokens top trigger try
    tuple unicode unit unknown unnecessary unused updated updates usage users uv valid validation var variables
    vector verify versions view wait warnings way web well window worker workflow workflows works workspace wrap
    wrapper write writing`,
  9: `accept action actions active actual additional address aliases allowed allows analysis analyze annotated
    annotation anthropic ap application approach appropriate architecture ascii ask assert assign assigned
    authentication automation await aws axis backends background bare behaviour best big bit black boolean boundary
    branches break breaking breaks building builtin bump bytes callable causing cd chain changelog changing char
    character characters chat child chore chunk chunks closed co codebase coding col collection color commits common
    compact comparison compat compatible completion complex component compute condition configured conflict
    conflicts connection consider consistency consistent contain container containing conventions conversion count
    created creates creation credentials critical csv currently da databases debugging decode decorator def defaults
    definition definitions delete deps design detailed detect dictionary diff dir direct directories disable
    discovered display dist distinct div docker docstring documented documents dot ds duplicated duplicates dynamic
    early edit elements eliminate emit enabled encode ensures entity entries es escape evaluation event events
    everything exec execute executor exist exit expand expected exports expr extend extensions extraction failing
    fast fields filename filtering final fixing flags float following force form frame framework fresh functionality
    generating generic getting grid guard guidance guide hand handled handlers hash head headers hello helper
    helpers high history host human identifiers identity ignored images implement implementations implicit importing
    included includes including incorrectly indexing infer inference infrastructure inline inner insert installation
    installed instructions integer integrations interactive interface introduced io item job keeps keywords
    knowledge known kwarg kwargs lambda large layer left legacy less let library linter lists lite live loading
    localhost location lock logger longer look ls made maintainer makes making manual manually many markdown matches
    matching math mdx means member members merging meta migrations min minor mock modified modify modifying ms named
    namespace naming native necessary normalize num numbers numeric offset openai operation operators ops optimize
    orchestration ordering org otherwise outer outputs override parsed passing patch pattern pep permission
    permissions phase pip place plain plugins plus point points pool port position positional post postgre present
    previous primary print priority private processing production profile prompt prompts proper protocol provide
    provided proxy public pure put quality queries quick quickstart quoted quotes raising range raw reader reading
    readme reads reason rebuild recent recommended recursive redis reduce redundant referenced regex register
    registered relative remember removes removing render reported reporting repository require resolution resolved
    resolves respect responses rest restore retrieval retry returned returning rewrite robust role route routes row
    ruff save schemas second seconds sections security seems semantic semantics send sequence service sessions shape
    shell shown shows signal signature silently similar simple skipped solution sort sources space spec special
    specified split sq sqlite stack standard started starts statements static steps stream streaming strict
    structure structured styles sub subprocess suite summary super supported suppress switch sys tags take targets
    teardown templates temporary terminal think thread three timeout titles tmp toml trace traceback tracking
    trailing transform treat tree twice typing undefined unified union unique units unsupported upstream useful util
    utilities utils validate vars verbose warn whole width workaround workers world written yaml zero zod`,
  10: `able absolute accepted accepts account ad adapt adapter adapters advanced affected algorithm align alignment
    alternative ambiguous annotations anymore anything appear appears append applications applied applies arrow
    asked assertions assume attach attempt attr attribution authored automated aware backed backwards bar bash basic
    batch become becomes benchmark benchmarks bin binding blank blocked bool bound boundaries brief broad browser
    bullet bundle byte cached caching calculation canonical casting catalog categories category caught certain cf
    changeset checked checkout children choose circular clarity clone closing cmd codex colors combine come comma
    committing community compare compilation compile compiled completed completely comprehensive computation
    computed concepts concise concrete concurrent conditional conditions configure confusing connections considered
    console const constant constants constraints construction consume consumed contained contents continue
    contributing contributor conversation converted converting coordinate corresponding cost counts couple cover
    covered covers cycle dashboard dd dead decision declared decoding decorated decorators deep define deleted demo
    depending depends deprecation depth derived describe descriptions descriptive designed detail detected detects
    deterministic df digest disabled disabling discovery displayed distributed division docstrings documenting
    dropped duplication easier effect efficient emitted emitting en encoded endpoint enforced engines enhance entire
    enum environments eq equivalent escaping especially eval evaluate exact exactly exclude expansion expect
    experimental explain explaining exported extended facing fall faster fd fetch fill fine finish flagged flush
    focus focused folder followed follows foo formats four frameworks friendly fully gemini general getattr gets
    give goes going good google grouping groups guess guidelines guides happen happens hard headings health helps
    hidden hierarchy higher highlighting hints hot icon identical identify ids immediate immediately impl
    implementing imported improved improvement improvements inconsistent incremental indentation indexes indices
    individual inferred infinite inheritance inherited initial inputs instances intended intent interfaces
    intermediate internally interpolation introduce invoke isinstance isolated isolation iter iterable iterating
    iteration jobs kind know kubernetes later layout lazy lead leading leak len levels lib limits linting lives
    loaded locally logical login looks loops low lower lowercase maintain manage managed manifest marked marker
    markers marks mask master matters maybe mean merged mini minimal mismatch missed mixed modern modes monorepo
    moved moving msg na navigation nesting net network newline normal nothing npx obvious often ok older ones op
    opening opt optimization optimized ordered outdated outside overflow overrides overview overwrite paper param
    parametrize params parses partial partially parts passes password past persistent pickling pinned pipeline
    places plan platform playwright please pointer policy pop potential precedence predicate preferred preserves
    pretty prevents printing probably problems produce produced produces profiles properties prose protected
    providing prune published purpose pushing pydantic pyproject queue quote quoting race random rate readability
    readable really record records recursion redirect redirects refactoring refer regenerate registration registry
    regular rejects releases remaining removal rendering replaced replaces reports repositories requirements reset
    resolving resource resources restart reuse reverse reverts rewriting rm routing safety say scan scenario
    scenarios scheme scoped scopes selected selecting sensitive sent sentence sep serialization serve servers sets
    several showing sign signatures simplification simply site sizes skipping sleep slice slightly slow smart socket
    sometimes sorted spaces specifically speed stable stage standalone standards states stay stays stdout stored
    strategy styling subclass subclasses submodule success successfully suffix suggested suggestion suggestions
    summaries surface symbol symbols tailwind takes technical temp temporal term terms tested thanks therefore
    things thinking though threads timeouts times todo together tokenize tooling topic track transforms transport
    traversal treated triggers trivial troubleshooting truth trying tsx tuples turn turns txt typecheck typed
    typescript typo un unbound unchanged understand unexpected unittest unix updating upgrade ur us usually utf
    utility variant various verbatim visible vitest vs want watch week whenever wide word words workspaces wrapped
    wrapping yml yourself zip`,
  11: `abc accessible addition addresses adjust affect along alongside amend anyway appeared applicable arbitrary
    artifacts asks assigning author avoids backport begin behind bench blob blocking bring broke bucket bypass
    caller catches catching cleaner codes collected colon commented comparisons compiler complexity configs
    configurable confirm confusion connect constructor contexts continuous contributors convention conventional
    converts copies copying cursor dates decisions dedicated deferred defines denied deprecate determine developers
    differ direction discussion downstream dummy editing email encounter ending endpoints enforces english enough
    equal excluded exclusive expects explanation falls favor filesystem filters finally finished fn gap gate gates
    generally generators genuinely getitem got graphs grouped hang happened heading highlight hint hit hoc home
    hopefully icons ignoring implements independent inherits initialization injection insensitive installs
    instantiation intentional interaction invoked issuecomment java jsx keeping kept larger least leave leaving
    likely limiting linux little loader looking lost maintaining maintenance major mandatory manipulation mappings
    maps matter meant mechanism mechanisms mention minimum mismatches mistake mocking monitoring noise obj occurs
    omit originally orphan overall overhead overload overridden perform permanent persist pick pickle placeholder
    placeholders potentially powered practices prepare preserving prettier prior prioritize processes product
    propagate ran rebase regarding region relationships rely renaming repeated replacement replacing representation
    reproduce requested requirement reserved resulting reversed rewritten rf safely scanning scheduled secrets
    selection separated separately sequences share sibling significant skips smaller snippets spacing specification
    specify specifying starting statistics strip structures submit systems tail testcase third throw throws
    timestamps took total translate truncate underlying undo unnamed unpack unrelated upper uuid verification
    verified versioning views virtual visual warns went win wrappers yes`,
};

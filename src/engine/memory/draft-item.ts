import { compileCard, isShownInFull } from '../../cards/compile-card.ts';
import { longestHint, readCharacters, selectPassages } from '../../cards/select-passages.ts';
import { findSymbol, makeAnchor } from '../../codebase/anchors.ts';
import { readStructure } from '../../codebase/index-blob.ts';
import type { Settings } from '../../config/settings.ts';
import {
  type NewMemory,
  type PreparedItem,
  prepareItem,
  requireContent,
  typeOf,
} from '../../lessons/prepare-item.ts';
import { ttlDaysOf } from '../../lifecycle/expiry.ts';
import type { ItemId } from '../../model/brands.ts';
import { AfterwitError, invalidArgument } from '../../model/errors.ts';
import { type Anchor, type MemoryItem, standsAlone } from '../../model/memory-item.ts';
import { globalScope, type Scope, type WritableScope } from '../../model/provenance.ts';
import type { RepositoryPath } from '../../model/repository.ts';
import { renderCard } from '../../packing/render-pack.ts';
import type { WorkingFile, WorkingFiles } from '../../ports/git-reader.ts';
import type { SyntaxParser } from '../../ports/syntax-parser.ts';
import type { TokenCounter } from '../../ports/system.ts';
import { splitPassages } from '../../text/passages.ts';
import type { RecallDependencies } from './recall-dependencies.ts';
import { ownScope } from './where-it-holds.ts';

export interface DraftRequest
  extends Pick<
    NewMemory,
    'content' | 'title' | 'type' | 'layer' | 'body' | 'identity' | 'relatedItems' | 'speaker'
  > {
  readonly scope?: WritableScope | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly files?: readonly string[] | undefined;
  /** Files that it is about, which may have changed since or be gone: without an anchor. */
  readonly references?: readonly string[] | undefined;
  /** Places that are known already, beside those of the files. */
  readonly anchors?: readonly Anchor[] | undefined;
}

export interface RememberDependencies
  extends Omit<RecallDependencies, 'settings'>,
    Pick<AnchoringDependencies, 'openParser'> {
  readonly tokens: TokenCounter;
  /** Whose memories the scope `user` holds. Default: the speaker's. */
  readonly userName?: string | undefined;
  readonly settings: Pick<Settings['memory'], 'v3' | 'codeAwareExtractionEnabled'>;
}

const nothingToRemember =
  'There is nothing to remember: the text is empty. Write the lesson, or what fixed the failure.';

/**
 * Drafts an item: redacted, with its origin, its anchors and the token cost of its card. Does not write it.
 * @throws INVALID_ARGUMENT, TEXT_TOO_LARGE, FILE_NOT_FOUND
 */
export async function draftItem(
  request: DraftRequest,
  dependencies: RememberDependencies,
): Promise<PreparedItem> {
  requireContent(request.content, nothingToRemember);
  const { scope: _, files = [], references = [], tags = [], anchors = [], ...memory } = request;
  const { clock, random, ancestry, settings, tokens } = dependencies;
  const learnedAt = await ancestry.head();
  const anchored = await anchorFiles(files, dependencies);
  const prepared = prepareItem({
    ...memory,
    id: random.uuid() as ItemId,
    scope: scopeFor(request, dependencies),
    tags,
    references: [...anchored.map(({ path }) => path), ...references],
    anchors: [...anchored, ...anchors],
    learnedAt,
    nowMs: clock.nowMs(),
  });
  const ttlDays = ttlDaysOf(typeOf(prepared.item), settings);
  const item = ttlDays === undefined ? prepared.item : { ...prepared.item, ttlDays };
  return { ...prepared, item: standsAlone(item) ? await withTokenCost(item, tokens) : item };
}

/** Counts the tokens of the card once, here, because a hook has no time for it. */
export async function withTokenCost(item: MemoryItem, tokens: TokenCounter): Promise<MemoryItem> {
  const cards = [false, true].map((isUnasked) => compileCard({ item, outcomes: {}, utility: 0, isUnasked }));
  const counts = await Promise.all(cards.map(async (card) => tokens.count(renderCard(card))));
  const counted = Math.max(...counts);
  const beyond = await denserPassages(item.content, tokens);
  // Passages from further on do not repeat the memory's name, so that it is told, too.
  const named = isShownInFull(item) ? 0 : await tokens.count(`  when: ${cards[0]?.trigger ?? ''}\n`);
  return { ...item, tokenCost: counted + beyond + named + outcomeTokens };
}

/**
 * Counts the tokens by which the passages chosen for a question may cost more than the shown ones: as if the densest
 * were chosen. The pack must keep to its budget whatever is asked, and the asker does not wait for a count.
 */
async function denserPassages(content: string, tokens: TokenCounter): Promise<number> {
  if (content.length <= longestHint) return 0;
  const densities: { readonly length: number; readonly cost: number }[] = [];
  for (const { start, end } of splitPassages(content.slice(0, readCharacters))) {
    const cost = 1 + (await tokens.count(content.slice(start, end)));
    densities.push({ length: end - start, cost });
  }
  densities.sort((a, b) => b.cost / b.length - a.cost / a.length);
  let room = longestHint;
  let most = 0;
  for (const { length, cost } of densities) {
    const taken = Math.min(length, room);
    most += (cost * taken) / length;
    room -= taken;
  }
  return Math.max(0, Math.ceil(most) - (await tokens.count(selectPassages(content, ''))));
}

/** Reserve for the outcomes that a card will mention later (`helped 12 times since`). */
const outcomeTokens = 12;

function scopeFor(
  { scope = 'repo', speaker }: Pick<DraftRequest, 'scope' | 'speaker'>,
  dependencies: RememberDependencies,
): Scope {
  if (scope === 'global') return globalScope;
  const { repositoryId, userName = speaker.name, settings } = dependencies;
  const own = ownScope(scope, { repositoryId, userName }, settings.v3.scope);
  if (own !== undefined) return own;
  throw invalidArgument(
    scope === 'repo'
      ? 'The scope repo needs a repository. Run the command inside one, or choose the scope user or global.'
      : `There is no ${scope} here. Name it (\`afterwit config set memory.v3.scope.${scope} NAME\`), or choose another scope.`,
  );
}

interface AnchoringDependencies {
  /** Absent where there is no working tree. */
  readonly files?: WorkingFiles | undefined;
  /** Loads the parser: only anchors to symbols need it. */
  readonly openParser: () => Promise<SyntaxParser>;
}

/**
 * Anchors to files named as `path` or `path:Symbol`, in their current state.
 * @throws FILE_NOT_FOUND for a missing file or symbol
 */
export async function anchorFiles(
  names: readonly string[],
  dependencies: AnchoringDependencies,
): Promise<readonly Anchor[]> {
  const anchors: Anchor[] = [];
  for (const name of new Set(names)) anchors.push(await anchorFile(name, dependencies));
  return anchors;
}

async function anchorFile(name: string, { files, openParser }: AnchoringDependencies): Promise<Anchor> {
  const found = findFile(name, files);
  if (files === undefined || found === undefined) throw fileMissing(name);
  const { path, file, symbolName } = found;
  const blobId = files.blobId(file.bytes, 'sha1');
  const text = new TextDecoder().decode(file.bytes);
  if (symbolName === undefined) return makeAnchor({ path, blobId, text });
  const parser = await openParser();
  const { symbols } = await readStructure(parser, path, text);
  const symbol = findSymbol(symbols, symbolName);
  if (symbol === undefined) throw symbolMissing(path, symbolName);
  return makeAnchor({ path, blobId, text, symbol });
}

interface FoundFile {
  readonly path: RepositoryPath;
  readonly file: WorkingFile;
  readonly symbolName?: string;
}

/** Reads a name as it is first; only if it names no file, as Windows writes paths (`src\a.ts`). */
function findFile(name: string, files: WorkingFiles | undefined): FoundFile | undefined {
  return findNamed(name, files) ?? findNamed(name.replaceAll('\\', '/'), files);
}

/** Reads a name as a path first; only if that file does not exist, the part after the last colon is a symbol. */
function findNamed(name: string, files: WorkingFiles | undefined): FoundFile | undefined {
  const whole = readFile(name, files);
  if (whole !== undefined) return whole;
  const colon = name.lastIndexOf(':');
  const file = colon > 0 ? readFile(name.slice(0, colon), files) : undefined;
  return file && { ...file, symbolName: name.slice(colon + 1) };
}

function readFile(name: string, files: WorkingFiles | undefined): FoundFile | undefined {
  const path = files?.relative(name);
  const file = path === undefined ? undefined : files?.read(path);
  return path === undefined || file === undefined ? undefined : { path, file };
}

function fileMissing(name: string): AfterwitError {
  return new AfterwitError(
    'FILE_NOT_FOUND',
    `${JSON.stringify(name)} is not a readable file of the working tree. Give its path from the top of the repository; name a part of a file as path:Symbol.`,
    { data: { path: name } },
  );
}

function symbolMissing(path: string, symbol: string): AfterwitError {
  return new AfterwitError(
    'FILE_NOT_FOUND',
    `${JSON.stringify(path)} defines no ${JSON.stringify(symbol)}. Name a symbol that it defines, such as Writer.write, or leave the symbol out.`,
    { data: { path, symbol } },
  );
}

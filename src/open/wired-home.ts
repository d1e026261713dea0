import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { purgeHome } from '../adapters/system/purge-home.ts';
import { judgeAnchor } from '../codebase/judge-anchor.ts';
import { explainDecision } from '../engine/decisions/explain-decision.ts';
import { giveFeedback } from '../engine/decisions/give-feedback.ts';
import { exportItems } from '../engine/exchange/export-items.ts';
import { importItems } from '../engine/exchange/import-items.ts';
import { listDoubts } from '../engine/issues/list-doubts.ts';
import { listIssues } from '../engine/issues/list-issues.ts';
import { viewIssue } from '../engine/issues/view-issue.ts';
import { decideDoubt } from '../engine/items/decide-doubt.ts';
import { findItem } from '../engine/items/find-item.ts';
import { forgetItems } from '../engine/items/forget-items.ts';
import { approveItem, rejectItem, reviewQueue } from '../engine/items/review-items.ts';
import { requirePerson } from '../engine/items/review-request.ts';
import { standingOf } from '../feedback/standing.ts';
import { AfterwitError } from '../model/errors.ts';
import type { ImportReport } from '../model/exchange.ts';
import type { DoubtList, IssueList, IssueView } from '../model/issue-list.ts';
import { type MemoryItem, standaloneKinds } from '../model/memory-item.ts';
import type { DecisionExplanation } from '../model/recollection.ts';
import type { RepositoryId } from '../model/repository.ts';
import type { DoubtDecision, ForgottenItems, PurgeReport, ReviewQueue } from '../model/review.ts';
import { type Scope, scopeKindOf, scopeOf } from '../model/scope.ts';
import type { Speaker } from '../model/speaker.ts';
import type { Clock } from '../ports/clock.ts';
import type { MemoryCopy, MemoryReplacement, MemoryStore } from '../ports/memory-store.ts';
import type { TokenCounter } from '../ports/token-counter.ts';
import type { WorkingFiles } from '../ports/working-files.ts';
import { forgetInCopies } from './forget-in-copies.ts';
import type {
  ExportOptions,
  FeedbackReceipt,
  FeedbackRequest,
  ForgetSelection,
  ImportOptions,
  ItemList,
  ItemView,
  ListItemsOptions,
  MemoryHome,
} from './memory-home.ts';

/** The repository that a home is looked at from. */
export interface Here {
  readonly scopes: readonly Scope[];
  readonly repositoryId?: RepositoryId;
  readonly files?: WorkingFiles;
}

export interface HomeWiring {
  readonly home: string;
  readonly store: MemoryStore;
  readonly clock: Clock;
  readonly tokens: TokenCounter;
  readonly speaker: Speaker;
  readonly here: () => Here;
}

const defaultLimit = 50;

/** The use cases that need no repository, on one set of adapters. */
export class WiredHome implements MemoryHome {
  readonly #wiring: HomeWiring;

  constructor(wiring: HomeWiring) {
    this.#wiring = wiring;
  }

  async list(options: ListItemsOptions = {}): Promise<ItemList> {
    const { where = 'here', types, statuses = ['active'], limit = defaultLimit } = options;
    const filter = {
      kinds: standaloneKinds,
      statuses,
      ...(types === undefined ? {} : { types }),
      ...(where === 'here' ? { scopes: this.#wiring.here().scopes } : {}),
    };
    return this.#wiring.store.read((reader) => ({
      items: reader.items({ ...filter, limit }),
      count: reader.countItems(filter),
    }));
  }

  async show(id: string): Promise<ItemView> {
    return this.#wiring.store.read((reader) => {
      const item = findItem(reader, id);
      return {
        item,
        anchors: this.#judgeAnchors(item),
        outcomes: standingOf(reader.outcomesAbout([item.id]).get(item.id) ?? [], {
          nowMs: this.#wiring.clock.nowMs(),
        }).outcomes,
      };
    });
  }

  async forget(selection: ForgetSelection): Promise<ForgottenItems> {
    const { home, store, clock } = this.#wiring;
    const forgotten = await forgetItems(store, selection);
    if (forgotten.preview) return forgotten;
    const ids = forgotten.items.map(({ id }) => id);
    const unreached = await forgetInCopies({ home, clock }, selection, ids);
    return unreached.length === 0 ? forgotten : { ...forgotten, unreached };
  }

  async review({ limit = defaultLimit }: { readonly limit?: number } = {}): Promise<ReviewQueue> {
    return this.#wiring.store.read((reader) => reviewQueue(reader, limit));
  }

  async approve(
    id: string,
    { content, speaker }: { readonly content?: string; readonly speaker?: Speaker } = {},
  ): Promise<MemoryItem> {
    const { tokens } = this.#wiring;
    return await approveItem(
      this.#reviewing(id, speaker),
      content === undefined ? { tokens } : { content, tokens },
    );
  }

  async reject(id: string, { speaker }: { readonly speaker?: Speaker } = {}): Promise<MemoryItem> {
    return await rejectItem(this.#reviewing(id, speaker));
  }

  async issues({
    where = 'here',
    limit = defaultLimit,
  }: Pick<ListItemsOptions, 'where' | 'limit'> = {}): Promise<IssueList> {
    const scopes = where === 'here' ? { scopes: this.#wiring.here().scopes } : {};
    const nowMs = this.#wiring.clock.nowMs();
    return this.#wiring.store.read((reader) => listIssues(reader, { ...scopes, limit, nowMs }));
  }

  async issue(id: string): Promise<IssueView> {
    return this.#wiring.store.read((reader) => viewIssue(reader, id, this.#wiring.clock.nowMs()));
  }

  async doubts(): Promise<DoubtList> {
    return this.#wiring.store.read((reader) => listDoubts(reader, this.#wiring.clock.nowMs()));
  }

  async decideDoubt(
    id: string,
    decision: DoubtDecision,
    { speaker }: { readonly speaker?: Speaker } = {},
  ): Promise<MemoryItem> {
    return await decideDoubt(this.#reviewing(id, speaker), decision);
  }

  async why(decision?: string): Promise<DecisionExplanation> {
    return explainDecision(this.#wiring.store, decision);
  }

  async feedback(request: FeedbackRequest): Promise<FeedbackReceipt> {
    const { store, clock, speaker } = this.#wiring;
    return await giveFeedback({ speaker, ...request, store, nowMs: clock.nowMs() });
  }

  exportLines({ where = 'here' }: ExportOptions = {}): Iterable<string> {
    const { store, here } = this.#wiring;
    if (where === 'all') return exportItems(store);
    if (where === 'here') return exportItems(store, here().scopes);
    return exportItems(store, [scopeHere(here(), where)]);
  }

  async importLines(
    lines: AsyncIterable<Uint8Array | string>,
    { scope, vouched = false, ...options }: ImportOptions = {},
  ): Promise<ImportReport> {
    const { speaker, here } = this.#wiring;
    const request = { speaker, ...options, lines, vouched };
    const placed = scope === undefined ? request : { ...request, scope: scopeHere(here(), scope) };
    return await importItems(placed, this.#wiring);
  }

  async backUp(path?: string): Promise<MemoryCopy> {
    const { home, store, clock } = this.#wiring;
    if (path !== undefined) return await store.backUpTo(path);
    const folder = join(home, 'backups');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const stamp = new Date(clock.nowMs()).toISOString().replaceAll(':', '-');
    return await store.backUpTo(join(folder, `memory-${stamp}.db`));
  }

  async restore(path: string, { speaker }: { readonly speaker?: Speaker } = {}): Promise<MemoryReplacement> {
    requirePerson(speaker ?? this.#wiring.speaker, 'put another memory in the place of this one');
    return await this.#wiring.store.restoreFrom(path);
  }

  async purge({ speaker }: { readonly speaker?: Speaker } = {}): Promise<PurgeReport> {
    requirePerson(speaker ?? this.#wiring.speaker, 'remove the memory of all repositories');
    this.#wiring.store.close();
    return purgeHome(this.#wiring.home);
  }

  async close(): Promise<void> {
    this.#wiring.store.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #reviewing(id: string, speaker: Speaker | undefined) {
    const { store, clock } = this.#wiring;
    return { store, id, speaker: speaker ?? this.#wiring.speaker, nowMs: clock.nowMs() };
  }

  #judgeAnchors({ scope, anchors }: MemoryItem): ItemView['anchors'] {
    const { repositoryId, files } = this.#wiring.here();
    if (files === undefined || repositoryId === undefined || scope !== scopeOf('repo', repositoryId))
      return [];
    return anchors.map((anchor) => ({ path: anchor.path, freshness: judgeAnchor(anchor, files) }));
  }
}

/** The scope of a kind that is read here. @throws INVALID_ARGUMENT outside of a repository that is known */
function scopeHere({ scopes }: Here, kind: 'repo' | 'user' | 'global'): Scope {
  const scope = scopes.find((candidate) => scopeKindOf(candidate) === kind);
  if (scope !== undefined) return scope;
  throw new AfterwitError(
    'INVALID_ARGUMENT',
    kind === 'repo'
      ? 'There is no repository here that afterwit knows. Run it inside one, after afterwit has been run there once.'
      : `There is no scope ${kind} here: it is not known who you are. Choose another one.`,
  );
}

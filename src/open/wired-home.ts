import { lstatSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { keptPackage } from '../adapters/agent-settings/keep-package.ts';
import { previewPurge, purgeHome } from '../adapters/system/purge-home.ts';
import { replaceSharedFile } from '../adapters/system/replace-shared-file.ts';
import { judgeAnchor } from '../codebase/judge-anchor.ts';
import type { Settings } from '../config/settings.ts';
import { explainDecision } from '../engine/decisions/explain-decision.ts';
import { giveFeedback } from '../engine/decisions/give-feedback.ts';
import { exportItems, exportV2 } from '../engine/exchange/export-items.ts';
import { type ImportRequest, importItems } from '../engine/exchange/import-items.ts';
import { planShare } from '../engine/exchange/share-items.ts';
import { listDoubts } from '../engine/failures/list-doubts.ts';
import { listFailures } from '../engine/failures/list-failures.ts';
import { viewFailure } from '../engine/failures/view-failure.ts';
import { archiveItem, fetchBackItem } from '../engine/items/archive-item.ts';
import { decideDoubt } from '../engine/items/decide-doubt.ts';
import { editItem } from '../engine/items/edit-item.ts';
import { findItem } from '../engine/items/find-item.ts';
import { forgetItems } from '../engine/items/forget-items.ts';
import { itemHistory } from '../engine/items/item-history.ts';
import { linksOf } from '../engine/items/links-of.ts';
import { approveItem, rejectItem, reviewQueue } from '../engine/items/review-items.ts';
import { requirePerson } from '../engine/items/review-request.ts';
import { withLoggedAccesses } from '../engine/upkeep/merge-accesses.ts';
import { standingOf } from '../feedback/standing.ts';
import type { ImportFile, ImportReport, PlacedLine } from '../model/answers/exchange-report.ts';
import type { DoubtList, FailureList, FailureView } from '../model/answers/failure-list.ts';
import type {
  GateEvaluation,
  GateReplay,
  GateReport,
  GateReset,
  GateStatistics,
} from '../model/answers/gate-report.ts';
import type { EditedItem, ItemHistory } from '../model/answers/item-history.ts';
import type { MaintenanceReport } from '../model/answers/maintenance.ts';
import type { DecisionExplanation } from '../model/answers/recollection.ts';
import type { DoubtDecision, ForgottenItems, PurgeReport, ReviewQueue } from '../model/answers/review.ts';
import { type ShareReport, sharedLessonsPath } from '../model/answers/share-report.ts';
import { AfterwitError } from '../model/errors.ts';
import { type ItemId, type MemoryItem, standaloneKinds } from '../model/memory-item.ts';
import type { RepositoryId } from '../model/repository.ts';
import { type Scope, scopeKindOf, scopeOf, type WritableScope } from '../model/scope.ts';
import type { Speaker } from '../model/speaker.ts';
import type { Clock } from '../ports/clock.ts';
import type { MemoryStore } from '../ports/memory-store.ts';
import type { MemoryCopy, MemoryReplacement, MemoryUpkeep } from '../ports/memory-upkeep.ts';
import type { Random } from '../ports/random.ts';
import type { TokenCounter } from '../ports/token-counter.ts';
import type { WorkingFiles } from '../ports/working-files.ts';
import { agentsThatName } from './connected-agents.ts';
import { forgetInCopies } from './forget-in-copies.ts';
import type {
  ExportOptions,
  FeedbackReceipt,
  FeedbackRequest,
  ForgetSelection,
  GatePolicyName,
  ImportOptions,
  ItemEdit,
  ItemList,
  ItemView,
  ListItemsOptions,
  MaintainOptions,
  MemoryHome,
  ShareOptions,
} from './memory-home.ts';
import { requireShared, sharedFileOf, stillShared } from './shared-lessons.ts';

/** The current repository, from which a home is opened. */
export interface HomeRepository {
  readonly scopes: readonly Scope[];
  readonly repositoryId?: RepositoryId | undefined;
  /** Top of its working tree, and what lies in it; a bare repository has none. */
  readonly worktree?: string | undefined;
  readonly files?: WorkingFiles | undefined;
}

interface HomeDependencies {
  /** @throws INVALID_SETTING */
  readonly settings: () => Settings;
  readonly home: string;
  readonly store: MemoryStore & MemoryUpkeep;
  readonly clock: Clock;
  readonly tokens: TokenCounter;
  readonly random: Random;
  readonly speaker: Speaker;
  readonly here: () => HomeRepository;
}

const defaultLimit = 50;
const defaultDays = 30;
/** Of the log, to count how often one memory was shown. */
const mostReceipts = 1_000;

/** Loaded when it is asked for: nothing else needs every policy. */
const loadGate = () => import('./gate-questions.ts');

/** The use cases that work without a repository, on one set of adapters. */
export class WiredHome implements MemoryHome {
  readonly #dependencies: HomeDependencies;

  constructor(dependencies: HomeDependencies) {
    this.#dependencies = dependencies;
  }

  async list(options: ListItemsOptions = {}): Promise<ItemList> {
    const { where = 'here', types, statuses = ['active'], limit = defaultLimit } = options;
    const filter = {
      kinds: standaloneKinds,
      statuses,
      types,
      scopes: where === 'here' ? this.#dependencies.here().scopes : undefined,
    };
    return this.#dependencies.store.read((reader) => ({
      items: reader.items({ ...filter, limit }),
      count: reader.countItems(filter),
    }));
  }

  async show(id: string): Promise<ItemView> {
    return this.#dependencies.store.read((reader) => {
      const nowMs = this.#dependencies.clock.nowMs();
      const item = withLoggedAccesses(reader, findItem(reader, id), { nowMs, limit: mostReceipts });
      return {
        item,
        anchors: this.#judgeAnchors(item),
        outcomes: standingOf(reader.outcomesAbout([item.id]).get(item.id) ?? [], {
          nowMs,
        }).outcomes,
        links: linksOf(reader, item),
      };
    });
  }

  async forget({
    speaker = this.#dependencies.speaker,
    ...selection
  }: ForgetSelection & { readonly speaker?: Speaker | undefined }): Promise<ForgottenItems> {
    const { home, store, clock } = this.#dependencies;
    const told = await forgetItems(store, { ...selection, speaker });
    const ids = told.items.map(({ id }) => id);
    const shared = this.#stillShared(ids);
    const forgotten = shared === undefined ? told : { ...told, shared };
    if (forgotten.preview) return forgotten;
    const unreached = await forgetInCopies({ home, clock }, selection, ids);
    return unreached.length === 0 ? forgotten : { ...forgotten, unreached };
  }

  async archive(
    id: string,
    {
      undo = false,
      speaker,
    }: { readonly undo?: boolean | undefined; readonly speaker?: Speaker | undefined } = {},
  ): Promise<MemoryItem> {
    const reviewing = this.#reviewing(id, speaker);
    return undo ? await fetchBackItem(reviewing) : await archiveItem(reviewing);
  }

  async maintain(options: MaintainOptions = {}): Promise<MaintenanceReport> {
    const { maintainHome } = await import('./maintenance.ts');
    return await maintainHome(this.#dependencies, options);
  }

  async review({ limit = defaultLimit }: { readonly limit?: number | undefined } = {}): Promise<ReviewQueue> {
    return this.#dependencies.store.read((reader) => reviewQueue(reader, limit));
  }

  async approve(
    id: string,
    {
      content,
      speaker,
    }: { readonly content?: string | undefined; readonly speaker?: Speaker | undefined } = {},
  ): Promise<MemoryItem> {
    return await approveItem(this.#reviewing(id, speaker), { content, ...this.#editing() });
  }

  async edit(
    id: string,
    { speaker, ...edit }: ItemEdit & { readonly speaker?: Speaker | undefined },
  ): Promise<EditedItem> {
    return await editItem(this.#reviewing(id, speaker), edit, this.#editing());
  }

  async history(id: string): Promise<ItemHistory> {
    return this.#dependencies.store.read((reader) => itemHistory(reader, id));
  }

  async reject(
    id: string,
    { speaker }: { readonly speaker?: Speaker | undefined } = {},
  ): Promise<MemoryItem> {
    return await rejectItem(this.#reviewing(id, speaker));
  }

  async failures({
    where = 'here',
    limit = defaultLimit,
  }: Pick<ListItemsOptions, 'where' | 'limit'> = {}): Promise<FailureList> {
    const scopes = where === 'here' ? this.#dependencies.here().scopes : undefined;
    const nowMs = this.#dependencies.clock.nowMs();
    return this.#dependencies.store.read((reader) => listFailures(reader, { scopes, limit, nowMs }));
  }

  async failure(id: string): Promise<FailureView> {
    return this.#dependencies.store.read((reader) =>
      viewFailure(reader, id, this.#dependencies.clock.nowMs()),
    );
  }

  async doubts(): Promise<DoubtList> {
    return this.#dependencies.store.read((reader) => listDoubts(reader, this.#dependencies.clock.nowMs()));
  }

  async decideDoubt(
    id: string,
    decision: DoubtDecision,
    { speaker }: { readonly speaker?: Speaker | undefined } = {},
  ): Promise<MemoryItem> {
    return await decideDoubt(this.#reviewing(id, speaker), decision);
  }

  async why(decision?: string): Promise<DecisionExplanation> {
    return explainDecision(this.#dependencies.store, decision);
  }

  async feedback(request: FeedbackRequest): Promise<FeedbackReceipt> {
    const { store, clock, speaker } = this.#dependencies;
    return await giveFeedback({
      ...request,
      speaker: request.speaker ?? speaker,
      store,
      nowMs: clock.nowMs(),
    });
  }

  async gate(): Promise<GateReport> {
    return await (await loadGate()).showGate(this.#dependencies);
  }

  async resetGate({ speaker }: { readonly speaker?: Speaker | undefined } = {}): Promise<GateReset> {
    return await (await loadGate()).resetGate(this.#dependencies, speaker ?? this.#dependencies.speaker);
  }

  async replayGate({ policy }: { readonly policy?: GatePolicyName | undefined } = {}): Promise<GateReplay> {
    return await (await loadGate()).replayOwnGate(this.#dependencies, policy);
  }

  async evaluateGate(): Promise<GateEvaluation> {
    return await (await loadGate()).evaluateGate(this.#dependencies);
  }

  async statistics({
    days = defaultDays,
  }: {
    readonly days?: number | undefined;
  } = {}): Promise<GateStatistics> {
    return await (await loadGate()).gateStatistics(this.#dependencies, days);
  }

  exportLines(options?: ExportOptions): Iterable<string> {
    return exportItems(this.#dependencies.store, this.#scopesOf(options));
  }

  exportV2(options?: ExportOptions): Iterable<PlacedLine> {
    return exportV2(this.#dependencies.store, this.#scopesOf(options));
  }

  importLines(lines: AsyncIterable<Uint8Array | string>, options?: ImportOptions): Promise<ImportReport> {
    return this.importFiles([{ lines }], options);
  }

  async importFiles(
    files: Iterable<ImportFile> | AsyncIterable<ImportFile>,
    { scope, vouched = false, ...others }: ImportOptions = {},
  ): Promise<ImportReport> {
    const placed = scope === undefined ? undefined : scopeHere(this.#dependencies.here(), scope);
    return await this.#import({ files, vouched, scope: placed, ...others });
  }

  async share({
    ids = [],
    all = false,
    removed = [],
    scope = 'repo',
    preview = false,
    speaker,
  }: ShareOptions) {
    const here = this.#dependencies.here();
    const { worktree, path, before } = sharedFileOf(here);
    const request = { ids, all, removed, before, scope: scopeHere(here, scope) };
    const plan = this.#dependencies.store.read((reader) =>
      planShare(reader, { ...request, speaker: speaker ?? this.#dependencies.speaker }),
    );
    if (!preview && plan.text !== before) replaceSharedFile(worktree, sharedLessonsPath, plan.text);
    const { changes, lineCount } = plan;
    return { path, preview, changes, lineCount } satisfies ShareReport;
  }

  async importShared(options: Pick<ImportOptions, 'speaker' | 'signal'> = {}): Promise<ImportReport> {
    const { before } = requireShared(this.#dependencies.here());
    const lines = async function* () {
      yield before;
    };
    const scope = scopeHere(this.#dependencies.here(), 'repo');
    return await this.#import({
      files: [{ lines: lines() }],
      vouched: false,
      shared: true,
      scope,
      ...options,
    });
  }

  async backUp(path?: string): Promise<MemoryCopy> {
    const { home, store, clock } = this.#dependencies;
    if (path !== undefined) return await store.backUpTo(path);
    const folder = join(home, 'backups');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const stamp = new Date(clock.nowMs()).toISOString().replaceAll(':', '-');
    return await store.backUpTo(join(folder, `memory-${stamp}.db`));
  }

  async restore(
    path: string,
    { speaker }: { readonly speaker?: Speaker | undefined } = {},
  ): Promise<MemoryReplacement> {
    requirePerson(speaker ?? this.#dependencies.speaker, 'put another memory in the place of this one');
    return await this.#dependencies.store.restoreFrom(path);
  }

  async purge({
    preview = false,
    speaker,
  }: {
    readonly preview?: boolean | undefined;
    readonly speaker?: Speaker | undefined;
  } = {}): Promise<PurgeReport> {
    const { program, stays } = this.#keptProgram();
    const about = program === undefined ? {} : { program };
    if (preview) return { ...previewPurge(this.#dependencies.home, { stays }), ...about };
    requirePerson(speaker ?? this.#dependencies.speaker, 'remove the memory of all repositories');
    const { home, store } = this.#dependencies;
    const report = purgeHome(home, {
      stays,
      closeStores: () => store.close(),
      whileUnused: (remove) => store.whileUnused(remove),
    });
    return { ...report, ...about };
  }

  async close(): Promise<void> {
    this.#dependencies.store.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** Undefined for all. */
  #scopesOf({ where = 'here' }: ExportOptions = {}): readonly Scope[] | undefined {
    if (where === 'all') return undefined;
    const here = this.#dependencies.here();
    return where === 'here' ? here.scopes : [scopeHere(here, where)];
  }

  #keptProgram(): { readonly program?: PurgeReport['program']; readonly stays: readonly string[] } {
    const path = keptPackage(this.#dependencies.home);
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return { stays: [] };
    const startedBy = agentsThatName(path, this.#worktree());
    return { program: { path, startedBy }, stays: startedBy.length === 0 ? [] : [basename(path)] };
  }

  /** Whoever forgets needs no repository here. */
  #stillShared(ids: readonly ItemId[]): ForgottenItems['shared'] {
    const worktree = this.#worktree();
    return worktree === undefined ? undefined : stillShared(this.#dependencies.here(), ids);
  }

  /** A memory that cannot be read is purged, too. */
  #worktree(): string | undefined {
    try {
      return this.#dependencies.here().worktree;
    } catch {
      return undefined;
    }
  }

  async #import({
    speaker = this.#dependencies.speaker,
    ...request
  }: Omit<ImportRequest, 'speaker'> & { readonly speaker?: Speaker | undefined }): Promise<ImportReport> {
    return await importItems(
      { ...request, speaker },
      { ...this.#dependencies, contradiction: this.#editing().contradiction },
    );
  }

  #reviewing(id: string, speaker: Speaker | undefined) {
    const { store, clock } = this.#dependencies;
    return { store, id, speaker: speaker ?? this.#dependencies.speaker, nowMs: clock.nowMs() };
  }

  #editing() {
    const { tokens, random, settings } = this.#dependencies;
    return { tokens, random, contradiction: settings().memory.v3.contradiction };
  }

  #judgeAnchors({ scope, anchors }: MemoryItem): ItemView['anchors'] {
    const { repositoryId, files } = this.#dependencies.here();
    if (files === undefined || repositoryId === undefined || scope !== scopeOf('repo', repositoryId))
      return [];
    return anchors.map((anchor) => ({ path: anchor.path, freshness: judgeAnchor(anchor, files) }));
  }
}

/** The scope of this kind in the current repository. @throws INVALID_ARGUMENT outside of a repository that is known */
function scopeHere({ scopes }: HomeRepository, kind: WritableScope): Scope {
  const scope = scopes.find((candidate) => scopeKindOf(candidate) === kind);
  if (scope !== undefined) return scope;
  throw new AfterwitError(
    'INVALID_ARGUMENT',
    kind === 'repo'
      ? 'afterwit knows no repository here. Run it inside one, or choose another scope.'
      : `There is no scope ${kind} here, because the user is unknown. Choose another scope.`,
  );
}

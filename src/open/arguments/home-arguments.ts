import type { ImportFile } from '../../model/answers/exchange-report.ts';
import { doubtDecisions } from '../../model/answers/review.ts';
import { itemLayers, itemStatuses, itemTypes } from '../../model/memory-item.ts';
import { writableScopes } from '../../model/scope.ts';
import type {
  ExportOptions,
  ForgetSelection,
  ImportOptions,
  ItemEdit,
  ListItemsOptions,
  MaintainOptions,
  MemoryHome,
  OpenHomeOptions,
  ShareOptions,
} from '../memory-home.ts';
import {
  action,
  either,
  flag,
  havingMethods,
  listOf,
  number,
  oneOf,
  request,
  required,
  series,
  signal,
  stream,
  text,
  texts,
} from './argument-shape.ts';
import type { Arguments, MethodArguments } from './check-arguments.ts';
import { feedback, id, speaker } from './common-shapes.ts';

interface Spoken {
  readonly speaker?: unknown;
}

const spoken = { options: request<Spoken>({ speaker }) };
const scope = oneOf(...writableScopes);
const where = oneOf('here', 'all');
const exported = { options: request<ExportOptions>({ where: oneOf('here', 'all', ...writableScopes) }) };
const importFile = request<ImportFile>({ name: text, layer: oneOf(...itemLayers), lines: required(stream) });
const importOptions = request<ImportOptions>({ vouched: flag, scope, speaker, signal });

export const openHomeArguments: Arguments = {
  options: request<OpenHomeOptions>({ home: text, repository: text, speaker, clock: havingMethods('nowMs') }),
};

/** Methods that give lines as they are read, and no promise. */
export const lazyHomeMethods = ['exportLines', 'exportV2'] as const satisfies readonly (keyof MemoryHome)[];

export const homeArguments: MethodArguments<MemoryHome> = {
  list: {
    options: request<ListItemsOptions>({
      where,
      types: listOf(oneOf(...itemTypes)),
      statuses: listOf(oneOf(...itemStatuses)),
      limit: number,
    }),
  },
  show: id,
  forget: {
    selection: required(
      request<ForgetSelection & Spoken>({ ids: texts, origin: text, text, preview: flag, speaker }),
    ),
  },
  archive: { ...id, options: request<Spoken & { readonly undo: boolean }>({ undo: flag, speaker }) },
  maintain: { options: request<MaintainOptions>({ signal, onProgress: action }) },
  review: { options: request<Pick<ListItemsOptions, 'where' | 'limit'>>({ where, limit: number }) },
  approve: { ...id, options: request<Spoken & { readonly content: string }>({ content: text, speaker }) },
  edit: {
    ...id,
    edit: required(
      request<ItemEdit & Spoken>({ content: text, title: text, restore: text, hard: flag, speaker }),
    ),
  },
  history: id,
  reject: { ...id, ...spoken },
  failures: { options: request<Pick<ListItemsOptions, 'where' | 'limit'>>({ where, limit: number }) },
  failure: id,
  doubts: {},
  decideDoubt: { ...id, decision: required(oneOf(...doubtDecisions)), ...spoken },
  why: { decision: text, options: request<Pick<ListItemsOptions, 'where'>>({ where }) },
  feedback,
  gate: {},
  resetGate: spoken,
  replayGate: { options: request<{ readonly policy: string }>({ policy: text }) },
  evaluateGate: {},
  statistics: { options: request<{ readonly days: number }>({ days: number }) },
  exportLines: exported,
  exportV2: exported,
  importLines: { lines: required(stream), options: importOptions },
  importFiles: { files: required(either(series, listOf(importFile))), options: importOptions },
  share: {
    options: required(
      request<ShareOptions>({ ids: texts, all: flag, removed: texts, scope, preview: flag, speaker }),
    ),
  },
  importShared: { options: request<Pick<ImportOptions, 'speaker' | 'signal'>>({ speaker, signal }) },
  backUp: { path: text },
  restore: { path: required(text), ...spoken },
  purge: { options: request<Spoken & { readonly preview: boolean }>({ preview: flag, speaker }) },
  close: {},
};

import type { ItemReader, ItemWriter, MemoryReader, MemoryTransaction } from '../../../ports/memory-store.ts';
import { DamageLog } from './damage-log.ts';
import { addDecision, readDecisionTable, replaceDecision } from './decision-table.ts';
import { readItemTable } from './item-table.ts';
import { putKnowledge, readKnowledge } from './knowledge-table.ts';
import { itemSchema, knowledgeSchema, memoryMigrations, upkeepSchema } from './migrations.ts';
import { addOutcome, readOutcomeTable } from './outcome-table.ts';
import { pauseRepository, readPause, resumeRepository } from './pause-table.ts';
import { readPostingTable } from './posting-table.ts';
import type { Prepare } from './prepare.ts';
import { readRepositoryTable, writeRepositoryTable } from './repository-table.ts';
import type { RowWriter } from './row-writer.ts';
import { putUpkeep, readUpkeep } from './upkeep-table.ts';
import { writeItemTable } from './write-items.ts';
import { settleRemovals } from './write-postings.ts';

const noItems: ItemReader = {
  item: () => undefined,
  items: () => [],
  countItems: () => 0,
  itemsAfter: () => [],
  scopes: () => [],
  itemsByIdPrefix: () => [],
  itemByFingerprint: () => undefined,
  itemsRelatedTo: () => [],
  documentFrequencies: () => new Map(),
  postings: () => ({ itemCount: 0, totalLength: 0, lists: [] }),
  itemsAt: () => [],
  outcomesAbout: () => new Map(),
  outcomesInSession: () => [],
  decision: () => undefined,
  decisionsByIdPrefix: () => [],
  decisions: () => [],
  decisionsInSession: () => [],
  outcomesOf: () => [],
  decisionsAfter: () => [],
  outcomesAfter: () => [],
  logEnd: () => ({ decisionSequence: 0, outcomeSequence: 0 }),
  gateKnowledge: () => undefined,
  upkeep: () => undefined,
  pausedAtMs: () => undefined,
  damagedRows: () => [],
};

/** The content of an unused home: nothing. */
export const emptyMemory: MemoryReader = {
  repository: () => undefined,
  repositories: () => [],
  repositoriesWith: () => [],
  ...noItems,
};

function readItemTables(prepare: Prepare, schema: number): ItemReader {
  const damage = new DamageLog();
  return {
    ...readItemTable(prepare, schema, damage),
    ...readPostingTable(prepare, damage),
    ...readDecisionTable(prepare, damage),
    ...readOutcomeTable(prepare, schema, damage),
    logEnd: () => ({
      decisionSequence: lastSequence(prepare, 'decisions'),
      outcomeSequence: lastSequence(prepare, 'outcomes'),
    }),
    gateKnowledge: () => (schema < knowledgeSchema ? undefined : readKnowledge(prepare)),
    upkeep: () => (schema < upkeepSchema ? undefined : readUpkeep(prepare)),
    pausedAtMs: (repository) => readPause(prepare, repository, damage),
    damagedRows: () => damage.rows(),
  };
}

function lastSequence(prepare: Prepare, table: 'decisions' | 'outcomes'): number {
  return Number(prepare(`SELECT max(sequence) AS last FROM ${table}`).get()?.last ?? 0);
}

function writeItemTables(writer: RowWriter): ItemWriter {
  return {
    ...writeItemTable(writer),
    addDecision: (receipt) => addDecision(writer, receipt),
    replaceDecision: (receipt) => replaceDecision(writer, receipt),
    addOutcome: (outcome) => addOutcome(writer, outcome),
    putGateKnowledge: (knowledge) => putKnowledge(writer, knowledge),
    putUpkeep: (body) => putUpkeep(writer, body),
    pause: (repository, atMs) => pauseRepository(writer, repository, atMs),
    resume: (repository) => resumeRepository(writer, repository),
  };
}

/** In a read-only home, a memory with an older schema has no items. */
export function readMemoryTables(prepare: Prepare, schema: number): MemoryReader {
  return {
    ...readRepositoryTable(prepare),
    ...(schema < itemSchema ? noItems : readItemTables(prepare, schema)),
  };
}

/** Writes; requires the current schema. */
export function writeMemoryTables(writer: RowWriter): MemoryTransaction {
  const items = readItemTables(writer.prepare, memoryMigrations.length);
  const settled =
    <Parameters extends unknown[], Result>(read: (...parameters: Parameters) => Result) =>
    (...parameters: Parameters): Result => {
      settleRemovals(writer);
      return read(...parameters);
    };
  return {
    ...readRepositoryTable(writer.prepare),
    ...items,
    countItems: settled(items.countItems),
    scopes: settled(items.scopes),
    documentFrequencies: settled(items.documentFrequencies),
    postings: settled(items.postings),
    ...writeRepositoryTable(writer),
    ...writeItemTables(writer),
  };
}

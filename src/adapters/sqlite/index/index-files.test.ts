import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fixedClock } from '../../../../tests/fakes/fixed-clock.ts';
import { isAsChecked } from './index-files.ts';
import { sqliteIndexStore } from './index-store.ts';

it('needs no check of an index that was closed after code was read into it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'afterwit-checked-'));
  const path = join(folder, 'index.db');
  const options = { path, clock: fixedClock(), busyTimeoutMs: 1 };
  try {
    sqliteIndexStore(options).open().close();
    const store = sqliteIndexStore(options);
    const structure = { parser: 'none', symbols: [], imports: [], calls: [], hasErrors: false } as const;
    store
      .open()
      .appendBlobs([
        { blobId: 'a'.repeat(40), structure, chunks: [], definitions: new Map(), tokens: Uint16Array.of(1) },
      ]);
    store.open().completeBlobs();
    store.close();
    expect(isAsChecked(path)).toBe(true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

import { describe, expect, it } from 'vitest';
import { fakeIndexStore } from '../../../tests/fakes/fake-index-store.ts';
import { recordingLogger } from '../../../tests/fakes/recording-logger.ts';
import { AfterwitError, type ErrorCode } from '../../model/errors.ts';
import { withHealthyIndex } from './index-repository.ts';

const failing = (code: ErrorCode) => new AfterwitError(code, 'It failed. Do something.');

describe('withHealthyIndex', () => {
  it('works on the index that is there', async () => {
    const store = fakeIndexStore();
    const found = await withHealthyIndex(store, recordingLogger(), async (index, replaced) => [
      index,
      replaced,
    ]);
    expect(found).toEqual([store.existing(), undefined]);
    expect(store.setsAside).toBe(0);
  });

  it('tries once more on a new index, logs why, and says where the old one is', async () => {
    const store = fakeIndexStore();
    const logger = recordingLogger();
    const before = store.open();
    const found = await withHealthyIndex(store, logger, async (index, replaced) => {
      if (index === before) throw failing('INDEX_CORRUPT');
      return replaced;
    });
    expect(found).toBe('aside-1');
    expect(logger.entries).toEqual([expect.objectContaining({ level: 'warn' })]);
  });

  it('gives up when the new one is damaged as well', async () => {
    const store = fakeIndexStore();
    const work = async () => {
      throw failing('INDEX_CORRUPT');
    };
    await expect(withHealthyIndex(store, recordingLogger(), work)).rejects.toMatchObject({
      code: 'INDEX_CORRUPT',
    });
    expect(store.setsAside).toBe(1);
  });

  it('also mends an index that does not even open', async () => {
    const store = fakeIndexStore();
    const open = store.open.bind(store);
    let isDamaged = true;
    store.open = () => {
      if (isDamaged) {
        isDamaged = false;
        throw failing('INDEX_CORRUPT');
      }
      return open();
    };
    expect(await withHealthyIndex(store, recordingLogger(), async (_, replaced) => replaced)).toBe('aside-1');
  });

  it('leaves the index alone for every other fault', async () => {
    const store = fakeIndexStore();
    const work = async () => {
      throw failing('DISK_FULL');
    };
    await expect(withHealthyIndex(store, recordingLogger(), work)).rejects.toMatchObject({
      code: 'DISK_FULL',
    });
    expect(store.setsAside).toBe(0);
  });
});

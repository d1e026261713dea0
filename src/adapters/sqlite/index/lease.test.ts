import { hostname } from 'node:os';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fixedClock } from '../../../../tests/fakes/fixed-clock.ts';
import { openDatabase } from '../database.ts';
import { Lease } from './lease.ts';
import { indexSchema } from './schema.ts';

const durationMs = 30_000;

function openLease() {
  const clock = fixedClock();
  const database = openDatabase(':memory:', { subject: 'index', synchronous: 'normal', busyTimeoutMs: 0 });
  onTestFinished(() => database.close());
  database.exec(indexSchema);
  let holders = 0;
  const random = { uuid: () => `holder-${holders++}` };
  const lease = () => new Lease(database, clock, random, durationMs);
  /** As another process would have left it. */
  const leave = (host: string, process: number, expiresAtMs = clock.nowMs() + durationMs) =>
    database
      .prepare('INSERT INTO lease (one, holder, host, process, expires_at_ms) VALUES (1, ?, ?, ?, ?)')
      .run('someone', host, process, expiresAtMs);
  return { clock, database, lease, leave };
}

/** Larger than any process id. */
const nobody = 2 ** 30;

describe('Lease', () => {
  it('is held by one at a time, be it two openers or two tasks of one', () => {
    const { lease } = openLease();
    const mine = lease();
    const held = mine.acquire();
    expect(held).toBeDefined();
    expect(mine.acquire()).toBeUndefined();
    expect(lease().acquire()).toBeUndefined();
    held?.release();
    expect(lease().acquire()).toBeDefined();
  });

  it('expires, unless it is renewed', () => {
    const { clock, lease } = openLease();
    const mine = lease();
    mine.acquire();
    clock.advance(durationMs - 1);
    mine.renew();
    clock.advance(durationMs - 1);
    expect(lease().acquire()).toBeUndefined();
    clock.advance(1);
    expect(lease().acquire()).toBeDefined();
  });

  it('renews and gives back nothing that is no longer its own', () => {
    const { clock, lease } = openLease();
    const mine = lease();
    const lost = mine.acquire();
    clock.advance(durationMs);
    const other = lease();
    expect(other.acquire()).toBeDefined();
    clock.advance(durationMs - 1);
    mine.renew();
    lost?.release();
    expect(lease().acquire()).toBeUndefined();
    clock.advance(1);
    expect(lease().acquire()).toBeDefined();
  });

  it('is free when its process died, and only then', () => {
    const dead = openLease();
    dead.leave(hostname(), nobody);
    expect(dead.lease().acquire()).toBeDefined();
    const alive = openLease();
    alive.leave(hostname(), process.ppid);
    expect(alive.lease().acquire()).toBeUndefined();
    const elsewhere = openLease();
    elsewhere.leave('another machine', nobody);
    expect(elsewhere.lease().acquire()).toBeUndefined();
  });

  it('is not kept for years by a clock that was set back', () => {
    const { clock, lease, leave } = openLease();
    leave(hostname(), process.ppid, clock.nowMs() + durationMs + 1);
    expect(lease().acquire()).toBeDefined();
  });

  it('hides no other fault when it cannot be given back', () => {
    const { database, lease } = openLease();
    const held = lease().acquire();
    database.close();
    expect(() => held?.release()).not.toThrow();
  });
});

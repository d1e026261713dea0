import { closeSync, openSync, readSync } from 'node:fs';
import type { Clock, Random } from '../../ports/system.ts';

export const systemClock: Clock = { nowMs: () => Date.now() };

export const systemRandom: Random = { uuid: () => uuidFromDevice() ?? uuidFromCrypto() };

/** As the standard (RFC 9562) has it: version 4, variant 10. */
function formatUuid(bytes: Buffer): string {
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const digits = bytes.toString('hex');
  return [0, 8, 12, 16, 20]
    .map((start, part, starts) => digits.slice(start, starts[part + 1] ?? digits.length))
    .join('-');
}

/** Reading the device takes 50 µs; loading the module that would read it, 4 ms of a hook's start. */
function uuidFromDevice(): string | undefined {
  let device: number | undefined;
  try {
    device = openSync('/dev/urandom', 'r');
    const bytes = Buffer.alloc(16);
    return readSync(device, bytes) === bytes.length ? formatUuid(bytes) : undefined;
  } catch {
    return undefined;
  } finally {
    if (device !== undefined) closeSync(device);
  }
}

function uuidFromCrypto(): string {
  return process.getBuiltinModule('node:crypto').randomUUID();
}

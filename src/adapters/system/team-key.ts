import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AfterwitError } from '../../model/errors.ts';
import { fieldsOf, parsedJson } from '../../text/json/fields.ts';
import { readRegularFile } from './regular-file.ts';
import { replaceFile } from './replace-file.ts';

/** Keys of this machine, DER in base64: the key that signs, and the key that others know it by. */
export interface TeamKey {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Beside the memory and not in it: a backup of memories is not this machine. */
const fileName = 'team-key.json';
const mostBytes = 65_536;

/** Whether the home may belong to a team: one look at a name, cheap at every change. A pipe would be waited for. */
export function hasTeamKey(home: string): boolean {
  return statSync(join(home, fileName), { throwIfNoEntry: false })?.isFile() === true;
}

/** @returns undefined where there is none. @throws HOME_NOT_WRITABLE where it cannot be read: a team would miss what is written */
export function readTeamKey(home: string): TeamKey | undefined {
  const path = join(home, fileName);
  const text = readRegularFile(path, mostBytes, 'followed')?.toString();
  if (text === undefined && lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
  const { publicKey, privateKey, ...others } = fieldsOf(parsedJson(text ?? ''));
  if (typeof publicKey !== 'string' || typeof privateKey !== 'string') throw unreadable(path);
  const key = { publicKey, privateKey };
  // Earlier versions kept passwords of hubs in the file, too.
  if (Object.keys(others).length > 0) replaceFile(path, JSON.stringify(key));
  return key;
}

function unreadable(path: string): AfterwitError {
  return new AfterwitError(
    'HOME_NOT_WRITABLE',
    `The key of this machine in its team cannot be read, and the team would miss what is written without it. Give this user the right to read ${JSON.stringify(path)}, or put it back from a copy; without one, remove it, leave the team and join anew.`,
    { data: { path } },
  );
}

/** The key of this home, made where there is none. Only its owner can read the file. */
export function makeTeamKey(home: string): TeamKey {
  const known = readTeamKey(home);
  if (known !== undefined) return known;
  const key = newKey();
  mkdirSync(home, { recursive: true, mode: 0o700 });
  // When two processes make one at once, the second is refused.
  writeFileSync(join(home, fileName), JSON.stringify(key), { flag: 'wx', mode: 0o600, flush: true });
  return key;
}

/** A machine that belongs to no team any more is known by nothing. */
export function removeTeamKey(home: string): void {
  rmSync(join(home, fileName), { force: true });
}

/** Also the key of an invitation, which its holder may use once. */
export function newKey(): TeamKey {
  const pair = generateKeyPairSync('ed25519');
  return {
    publicKey: pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    privateKey: pair.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
  };
}

export function newNonce(): string {
  return randomBytes(16).toString('hex');
}

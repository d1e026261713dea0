import { generateKeyPairSync } from 'node:crypto';
import type { TeamOperation } from '../../src/model/team.ts';
import { machineOf, type OperationDraft, signOperation } from '../../src/teams/sign-operation.ts';

export const exampleTeam = 'a'.repeat(32);

/** A machine that writes signed operations, without a memory behind it. */
export interface WritingMachine {
  readonly machine: string;
  readonly publicKey: string;
  readonly privateKey: string;
  /** The next operation of the machine. */
  write(changes?: Partial<OperationDraft>): TeamOperation;
}

export function writingMachine(team = exampleTeam, principal = 'ada'): WritingMachine {
  const pair = generateKeyPairSync('ed25519');
  const publicKey = pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  const privateKey = pair.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
  const machine = machineOf(publicKey);
  let seq = 0;
  return {
    machine,
    publicKey,
    privateKey,
    write(changes = {}) {
      seq += 1;
      const plain = { team, machine, seq, hlc: [1_000 + seq, 0], kind: 'text', minReader: 1 } as const;
      const body = { over: [], item: { title: `Lesson ${seq}`, content: `What is number ${seq}?` } };
      return signOperation(
        { ...plain, item: `item ${seq}`, place: 'root:abc', principal, body, ...changes },
        privateKey,
      );
    },
  };
}

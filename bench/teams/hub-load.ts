import { createHash, randomBytes } from 'node:crypto';
import type { ExampleHub, Operation } from '../../tests/postgres/example-hub.ts';
import type { RunningPostgres } from '../../tests/postgres/start-postgres.ts';

/** A server of its own with an empty hub. */
export interface StartedHub {
  readonly server: RunningPostgres;
  readonly example: ExampleHub;
}

const vocabulary = 50_000;

/** Few words that stand in much, and many that stand in little. */
export function noteOf(random: () => number): string {
  return Array.from({ length: 19 }, () => `w${Math.floor(vocabulary * random() ** 3)}`).join(' ');
}

/** A machine that writes operations in the shares of a team's days: mostly outcomes, then confirmations and texts. */
export function writerOf(team: string, name: string, random: () => number) {
  const machine = createHash('md5').update(`${team}${name}`).digest('hex');
  let seq = 0;
  return {
    machine,
    write: (only?: 'text'): Operation => {
      seq += 1;
      const drawn = random();
      const kind =
        only ?? (drawn < 0.25 ? 'text' : drawn < 0.5 ? 'confirm' : drawn < 0.9 ? 'outcome' : 'status');
      const body = {
        text: { item: { title: noteOf(random).slice(0, 30), content: noteOf(random), type: 'fix' } },
        confirm: { digest: '0'.repeat(64) },
        outcome: { outcome: 'verified', by: 'tests', digest: '0'.repeat(64) },
        status: { status: 'active' },
      }[kind];
      return {
        ...{ team, machine, seq, kind, body, minReader: 1, principal: name },
        hlc: [1_700_000_000_000 + seq, 0],
        place: `root:${Math.floor(random() * 20)}`,
        // An operation given to another team would show by its team's name.
        item: `${team} ${Math.floor(random() * 2_000)}`,
        bodyDigest: createHash('sha256').update(JSON.stringify(body)).digest('hex'),
        // The hub proves none.
        signature: randomBytes(64).toString('base64'),
      };
    },
  };
}

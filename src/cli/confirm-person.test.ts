import { describe, expect, it } from 'vitest';
import { confirmPerson } from './ask-person.ts';

const unknown = { kind: 'unknown', name: 'ada', source: 'cli' } as const;
const typing = (answer: (word: string) => string | undefined) => (question: string) =>
  answer(/Type (\S+) to/.exec(question)?.[1] ?? '');

describe('confirmPerson', () => {
  it('believes a person who types the displayed word', () => {
    expect(
      confirmPerson(
        { speaker: unknown },
        typing((word) => word),
      ),
    ).toEqual({ ...unknown, kind: 'user' });
  });

  it('refuses a caller that types another word or cannot be asked', () => {
    expect(
      confirmPerson(
        { speaker: unknown },
        typing(() => 'yes'),
      ),
    ).toBeUndefined();
    expect(
      confirmPerson(
        { speaker: unknown },
        typing(() => ''),
      ),
    ).toBeUndefined();
    expect(confirmPerson({ speaker: unknown }, () => undefined)).toBeUndefined();
  });

  it('remembers it after the right word alone', () => {
    const remembered: string[] = [];
    const confirm = (answer: (word: string) => string) =>
      confirmPerson({ speaker: unknown, remember: () => remembered.push('here') }, typing(answer));
    confirm(() => 'amber');
    expect(remembered).toEqual([]);
    confirm((word) => word);
    expect(remembered).toEqual(['here']);
  });

  it('does not ask an agent', () => {
    const asked: string[] = [];
    const ask = (question: string) => {
      asked.push(question);
      return 'amber-10';
    };
    expect(confirmPerson({ speaker: { ...unknown, kind: 'agent' } }, ask)).toBeUndefined();
    expect(asked).toEqual([]);
  });

  it('asks for another word each time', () => {
    const seen = new Set<string>();
    for (let round = 0; round < 40; round++) {
      confirmPerson(
        { speaker: unknown },
        typing((word) => {
          seen.add(word);
          return undefined;
        }),
      );
    }
    expect(seen.size).toBeGreaterThan(10);
  });
});

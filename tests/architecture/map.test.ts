import { expect, test } from 'vitest';
import { rules } from '../../.dependency-cruiser.mjs';
import { commitScopes, type Room, rooms, roomsBelow } from '../../architecture.mjs';

test('rooms have names, folders and questions of their own', () => {
  for (const key of ['name', 'path', 'question'] as const) {
    const values = rooms.map((room) => room[key]);
    expect(values.filter((value, position) => values.indexOf(value) !== position)).toEqual([]);
  }
  for (const { question } of rooms) expect(question).toMatch(/^[A-Z].*\?$/);
});

test('imports point one way: no room can reach itself', () => {
  const reach = (room: Room, seen: Set<Room>): Set<Room> => {
    for (const below of roomsBelow(room.floor)) if (!seen.has(below)) reach(below, seen.add(below));
    return seen;
  };
  for (const room of rooms) expect(reach(room, new Set()).has(room), room.name).toBe(false);
});

test('every rule says why it exists and what to do instead', () => {
  for (const { name, reason, remedy } of rules) {
    expect(reason, name).toMatch(/^\S.{20,}[.]$/);
    expect(remedy, name).toMatch(/^\S.{8,}[.]$/);
  }
});

test('scopes of commits are words', () => {
  expect(new Set(commitScopes).size).toBe(commitScopes.length);
  for (const scope of commitScopes) expect(scope).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
});

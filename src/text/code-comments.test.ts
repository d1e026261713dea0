import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../tests/fakes/any-character.ts';
import { commentAbove, docstringAt, topComment, topDocstring } from './code-comments.ts';

const above = (text: string, style: Parameters<typeof commentAbove>[2] = 'slashes') =>
  commentAbove(text, text.lastIndexOf('\n') + 1, style);

test('the comment right above is the documentation, in its first paragraph', () => {
  expect(above('// One\n// two.\n//\n// Three.\nf')).toBe('One two.');
  expect(above('/** One\n * two.\n *\n * @param a three\n */\nf')).toBe('One two.');
  expect(above('/* One. */\r\nf')).toBe('One.');
  expect(above('# One.\nf', 'hash')).toBe('One.');
  expect(above('-- One.\nf', 'dashes')).toBe('One.');
  expect(above('/// <summary>One <see cref="x"/>two.</summary>\nf')).toBe('One two.');
  expect(above('/** Uses {@link Table}. @see more */\nf')).toBe('Uses Table.');
});

test('decorators and attributes may stand between', () => {
  expect(above('// One.\n#[derive(A)]\n@B()\nf')).toBe('One.');
});

test('a comment about something else is not taken', () => {
  expect(above('// One.\n\nf')).toBeUndefined();
  expect(above('a = 1; /* One. */\nf')).toBeUndefined();
  expect(above('a = 1 // One.\nf')).toBeUndefined();
  expect(above('// eslint-disable-next-line\nf')).toBeUndefined();
  expect(above('f')).toBeUndefined();
});

test('the top comment is read without licence, shebang and lines for tools', () => {
  expect(topComment('#!/bin/sh\n# vim: set ft=sh\n# Deploys.\necho', 'hash')).toBe('Deploys.');
  expect(topComment('/* Copyright 2020 X */\n\n// Keeps rows.\ncode', 'slashes')).toBe('Keeps rows.');
  expect(topComment('/*\n * Runs it.\n *\n * Licensed under X.\n */', 'slashes')).toBe('Runs it.');
  expect(topComment('\uFEFF// One.\n', 'slashes')).toBe('One.');
  expect(topComment('<?php\n/** One. */', 'both')).toBe('One.');
  expect(topComment('code\n// One.', 'slashes')).toBeUndefined();
});

test('a docstring is the first string of a file', () => {
  expect(topDocstring('#!/usr/bin/env python\n# coding: utf-8\n\nr"""One.\n\nTwo.\n"""')).toBe('One. Two.');
  expect(topDocstring("'One.'")).toBe('One.');
  expect(topDocstring('import a\n"""One."""')).toBeUndefined();
  expect(docstringAt('"""One\n   two.\n\n   Three."""', 0, 'symbol')).toBe('One two.');
});

test('long documentation is cut between words', () => {
  const cut = topComment(`// ${'word '.repeat(200)}`, 'slashes') ?? '';
  expect(cut).toMatch(/ word…$/);
  expect(cut.length).toBeLessThanOrEqual(400);
  expect(docstringAt(`"""${'😀'.repeat(300)}"""`, 0, 'symbol')?.isWellFormed()).toBe(true);
});

test('any text is read, within the limits', () => {
  const part = fc.oneof(
    fc.constantFrom('/*', '*/', '//', '#', '"""', '\n', '@', ' ', '\0'),
    fc.string({ unit: anyCharacter }),
  );
  fc.assert(
    fc.property(
      fc.array(part),
      fc.constantFrom('hash', 'slashes', 'both', 'dashes'),
      fc.nat(),
      (parts, style, at) => {
        const text = parts.join('');
        const place = text.length === 0 ? 0 : at % text.length;
        const found = [
          topComment(text, style),
          topDocstring(text),
          commentAbove(text, place, style),
          docstringAt(text, place, 'symbol'),
        ];
        for (const each of found)
          expect(each === undefined || (each !== '' && each.length <= 400)).toBe(true);
      },
    ),
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { times } from '../../tests/effort.ts';
import { anyCharacter } from '../../tests/fakes/any-character.ts';
import { processorMsOf } from '../../tests/processor-ms-of.ts';
import { expectSound } from '../../tests/syntax/expect-sound.ts';
import { renderStructure } from '../../tests/syntax/render-structure.ts';
import { readByPattern } from './read-by-pattern.ts';

const examples: readonly (readonly [path: string, text: string, expected: string])[] = [
  [
    'Store.kt',
    `// Keeps things.
import a.b.Flow
import a.b.*

/** A store. */
data class Store<T>(val a: Int) : Base<T>(), Closeable {
    companion object {
        const val MAX = 3
    }
    suspend fun <T> load(x: T): T {
        return x
    }
}
fun String.shout() = uppercase()
val TOP = 1`,
    `pattern: Keeps things.
6-13 class Store < Base, Closeable : A store.
8-8 constant Store.MAX
10-12 method Store.load
14-14 function shout
15-15 constant TOP
2 import a.b.Flow {}
3 import a.b {}`,
  ],
  [
    'view.swift',
    `import Foundation
public final class View: UIView, Thing {
  func draw() {
    let x = 1
  }
}
extension View: Codable {}
protocol P {}`,
    `pattern: -
2-6 class View < UIView, Thing
3-5 method View.draw
7-7 class View < Codable
8-8 interface P
1 import Foundation {}`,
  ],
  [
    'Main.scala',
    `import scala.collection.{Map, Set => S}
object Main extends App {
  def run(x: Int) = {
    1
  }
}`,
    `pattern: -
2-6 class Main < App
3-5 method Main.run
1 import scala.collection {Map, Set}`,
  ],
  [
    'paths.lua',
    `-- Paths.
local m = require("a.b")
-- Joins.
function M.join(a)
  return a
end
local f = function() end`,
    `pattern: Paths.
4-6 function join : Joins.
7-7 function f
2 import a.b {}`,
  ],
  [
    'a.ex',
    `defmodule A.B do
  # Runs.
  def run!(x) do
    x
  end
  alias A.{C, D}
end`,
    `pattern: -
1-7 module A.B
3-5 method A.B.run! : Runs.
6 import A {C, D}`,
  ],
  [
    'deploy.sh',
    `#!/bin/sh
# Deploys it.
. ./lib.sh
HOST=x
deploy() {
  echo
}`,
    `pattern: Deploys it.
4-4 constant HOST
5-7 function deploy
3 import ./lib.sh {}`,
  ],
  [
    'vec.pyx',
    `"""Fast."""
cimport numpy as np
from libc.math cimport sin, cos as c
cdef class Vec(Base):
    """A vector."""
    cdef inline double norm(self):
        return 1
    def go(self): pass
cpdef double dist(double a):
    return a
LIMIT = 2`,
    `pattern: Fast.
4-8 class Vec < Base : A vector.
6-7 method Vec.norm
8-8 method Vec.go
9-10 function dist
11-11 constant LIMIT
2 import numpy {}
3 import libc.math {sin, cos}`,
  ],
  [
    'view.vue',
    `<template><p>function no() {}</p></template>
<script setup lang="ts">
import { ref, watch as w } from 'vue'
export default class Foo extends Bar {
  method() {}
}
const go = (x) => x
</script>
<style>class No {}</style>`,
    `pattern: -
4-6 class Foo < Bar
7-7 function go
3 import vue {ref, watch}`,
  ],
  [
    'engine.cpp',
    `#include <vector>
#define MAX 3
class X : public Y {
  int size() const {
    return f(1);
  }
};
int A::go(int x) {
  return 1;
}`,
    `pattern: -
2-2 constant MAX
3-7 class X < Y
4-6 method X.size
8-10 function go
1 import vector {}`,
  ],
];

test.each(examples)('%s: definitions and imports', (path, text, expected) => {
  expect(renderStructure(readByPattern(text, path)).trimEnd()).toBe(expected);
  expect(readByPattern(text.replaceAll('\n', '\r\n'), path)).toEqual(readByPattern(text, path));
});

test('a path that tells no language is not read', () => {
  expect(readByPattern('def f(): pass', 'notes.txt').parser).toBe('none');
  expect(readByPattern('def f(): pass', 'LICENSE').parser).toBe('none');
});

const extensions = ['py', 'pyx', 'ts', 'vue', 'kt', 'swift', 'scala', 'lua', 'ex', 'sh', 'rb', 'cpp'];

test('any text gives a sound structure', () => {
  const piece = fc.constantFrom(
    ...[
      'class A',
      'def f',
      'fun f(',
      'function g(',
      '  ',
      '\n',
      '\n    ',
      '}',
      'end',
      '{',
      ':',
      '(',
      ')',
      '=',
      '<script>',
    ],
    ...[
      '</script>',
      'import a.b',
      '"""',
      '/*',
      '#',
      '\0',
      '\ud800',
      '\r\n',
      'const X =',
      'object O',
      'defmodule M do',
    ],
  );
  const text = fc.array(fc.oneof({ weight: 9, arbitrary: piece }, fc.string({ unit: anyCharacter })));
  fc.assert(
    fc.property(text, fc.constantFrom(...extensions), (parts, extension) => {
      const source = parts.join('');
      expectSound(readByPattern(source, `a.${extension}`), source);
    }),
    { numRuns: times(500) },
  );
});

test.each(['public ', 'a:<', 'import ', '[[', 'const a =', 'a.', '* ', '(', ' '])(
  'two megabytes of %j take no longer than their length',
  (part) => {
    const line = part.repeat(Math.floor(990 / part.length));
    for (const text of [`${line}\n`.repeat(2000), part.repeat(2_000_000 / part.length)]) {
      for (const extension of extensions) {
        expect(
          processorMsOf(() => readByPattern(text, `a.${extension}`)),
          extension,
        ).toBeLessThan(10_000);
      }
    }
  },
);

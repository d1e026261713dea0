import { expect, test } from 'vitest';
import { readBases, readCallee, readName, readReceiver } from './captures.ts';

test('a name is taken apart', () => {
  expect(readName('f')).toEqual({ name: 'f' });
  expect(readName('ns::A<T>::~A')).toEqual({ name: '~A', container: 'ns.A' });
  expect(readName('A::operator<<')).toEqual({ name: 'operator<<', container: 'A' });
  expect(readName('x'.repeat(201))).toBeUndefined();
});

test('a callee is its last name', () => {
  expect(readCallee('save!')).toBe('save!');
  expect(readCallee('std::make_unique<Point>')).toBe('make_unique');
  expect(readCallee('\\strlen')).toBe('strlen');
  expect(readCallee('名前')).toBe('名前');
  expect(readCallee('()')).toBeUndefined();
});

test('a receiver is its type', () => {
  expect(readReceiver('(s *Stack[T])')).toBe('Stack');
  expect(readReceiver('(Stack)')).toBe('Stack');
});

test.each([
  ['(A, b.C[int], metaclass=M, *rest, f(x))', ['A', 'b.C', 'f']],
  ['extends A<B, C> implements D, e.F', ['A', 'D', 'e.F']],
  [': public A<B>, private virtual n::C', ['A', 'n::C']],
  ['< Base::Thing', ['Base::Thing']],
  [": Debug + Send + ?Sized + 'static", ['Debug', 'Send', 'Sized']],
  ['(\n  A,  # why\n  B,\n)', ['A', 'B']],
  ['()', []],
])('bases of %s', (list, bases) => {
  expect(readBases(list)).toEqual(bases);
});

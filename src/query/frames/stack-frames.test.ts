import { describe, expect, it } from 'vitest';
import { stackFrames } from './stack-frames.ts';

interface Case {
  readonly of: string;
  readonly trace: string;
  /** Innermost last: path, and function where one is told. */
  readonly frames: readonly (readonly [string, string?])[];
}

const worktree = '/home/ada/ledger';

const cases: readonly Case[] = [
  {
    of: 'python',
    trace: `Traceback (most recent call last):
  File "/home/ada/ledger/main.py", line 7, in <module>
    start()
  File "/home/ada/ledger/ledger/report.py", line 31, in start
    return table(rows)
           ^^^^^^^^^^^
  File "/usr/lib/python3.12/json/decoder.py", line 355, in raw_decode
    raise JSONDecodeError
  File "<frozen importlib._bootstrap>", line 1360, in _find_and_load
ValueError: no rows`,
    frames: [['main.py'], ['ledger/report.py', 'start']],
  },
  {
    of: 'python, an error while another was handled',
    trace: `Traceback (most recent call last):
  File "first.py", line 2, in one
KeyError: 'a'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "second.py", line 9, in two
ValueError: b`,
    frames: [['second.py', 'two']],
  },
  {
    of: 'pytest',
    trace: `tests/test_money.py:18: in test_rounds
    check(2.5)
tests/support.py:4: in check
    assert round_money(value) == 3
E   assert 2 == 3`,
    frames: [
      ['tests/test_money.py', 'test_rounds'],
      ['tests/support.py', 'check'],
    ],
  },
  {
    of: 'node',
    trace: `TypeError: Cannot read properties of undefined (reading 'id')
    at findOwner (/home/ada/ledger/src/owner.js:12:20)
    at async Object.<anonymous> (file:///home/ada/ledger/src/index.js:3:1)
    at Layer.handle (/home/ada/ledger/node_modules/express/lib/router/layer.js:95:5)
    at node:internal/main/run_main_module:28:49`,
    frames: [['src/index.js'], ['src/owner.js', 'findOwner']],
  },
  {
    of: 'vitest',
    trace: `AssertionError: expected 2 to be 3
 ❯ addItem src/cart.ts:14:24
 ❯ src/cart.test.ts:9:3`,
    frames: [['src/cart.test.ts'], ['src/cart.ts', 'addItem']],
  },
  {
    of: 'go',
    trace: `panic: runtime error: invalid memory address or nil pointer dereference

goroutine 1 [running]:
example.org/ledger/store.(*Store).Open(0x0, {0x1, 0x2})
	/home/ada/ledger/store/store.go:41 +0x1d
main.main()
	/home/ada/ledger/cmd/main.go:12 +0x25
runtime.main()
	/usr/local/go/src/runtime/proc.go:271 +0x29d`,
    frames: [
      ['cmd/main.go', 'main.main'],
      ['store/store.go', 'store.(*Store).Open'],
    ],
  },
  {
    of: 'rust',
    trace: `stack backtrace:
   0: rust_begin_unwind
             at /rustc/9fc6b43126469e3858e2fe86cafb4f0fd5068869/library/std/src/panicking.rs:665:5
   1: ledger::store::open
             at ./src/store.rs:22:9
   2: ledger::main
             at ./src/main.rs:7:5`,
    frames: [
      ['src/main.rs', 'ledger::main'],
      ['src/store.rs', 'ledger::store::open'],
    ],
  },
  {
    of: 'a rust panic',
    trace: "thread 'sums' panicked at src/lib.rs:22:9:\nno total",
    frames: [['src/lib.rs']],
  },
  {
    of: 'java',
    trace: `java.lang.IllegalStateException: closed
	at java.base/java.util.Optional.get(Optional.java:143)
	at org.example.ledger.Store.open(Store.java:31)
	at app//org.example.Main$Inner.lambda$run$0(Main.java:9)
	at org.junit.platform.Runner.run(Runner.java:3)`,
    frames: [
      ['org/example/Main.java', 'Main.lambda$run$0'],
      ['org/example/ledger/Store.java', 'Store.open'],
    ],
  },
  {
    of: 'ruby',
    trace: `/home/ada/ledger/lib/store.rb:3:in \`open': no store (RuntimeError)
	from /home/ada/ledger/app.rb:9:in \`block in run'
	from /usr/lib/ruby/3.2/set.rb:501:in \`each'
	from app.rb:12:in \`<main>'`,
    frames: [['app.rb'], ['app.rb', 'run'], ['lib/store.rb', 'open']],
  },
  {
    of: 'gdb',
    trace: `#0  0x0000555555555131 in open_store (path=0x0) at src/store.c:12
#1  main () at src/main.c:3
#2  0x00007ffff7df in __libc_start_main () at ../csu/libc-start.c:308`,
    frames: [
      ['src/main.c', 'main'],
      ['src/store.c', 'open_store'],
    ],
  },
  {
    of: 'AddressSanitizer',
    trace: `==7==ERROR: AddressSanitizer: heap-use-after-free
    #0 0x55d1 in Store::open(char const*) /home/ada/ledger/src/store.cc:12:3
    #1 0x55d2 in main /home/ada/ledger/src/main.cc:3
    #2 0x7f01  (/lib/x86_64-linux-gnu/libc.so.6+0x2409a)`,
    frames: [
      ['src/main.cc', 'main'],
      ['src/store.cc', 'Store::open'],
    ],
  },
  {
    of: 'php',
    trace: `#0 /home/ada/ledger/src/Store.php(12): Ledger\\Store->open()
#1 /home/ada/ledger/vendor/phpunit/phpunit/src/Framework/TestCase.php(3): x()
#2 {main}`,
    frames: [['src/Store.php', 'Ledger\\Store->open']],
  },
  {
    of: 'c#',
    trace: `Unhandled exception. System.InvalidOperationException: closed
   at System.Linq.ThrowHelper.ThrowNoElementsException()
   at Ledger.Store.Open(String path) in C:\\work\\ledger\\Store.cs:line 12`,
    frames: [['path_Store.cs', 'Ledger.Store.Open']],
  },
  {
    of: 'elixir',
    trace: `** (CompileError) undefined function i/1
    (ledger 1.0.0) lib/ledger/store.ex:12: Ledger.Store.open/1
    (elixir 1.16.0) lib/enum.ex:987: Enum.map/2`,
    frames: [
      ['lib/enum.ex', 'Enum.map/2'],
      ['lib/ledger/store.ex', 'Ledger.Store.open/1'],
    ],
  },
];

describe('stackFrames', () => {
  it.each(cases)('$of', ({ trace, frames }) => {
    const lines = trace.split('\n');
    const near = lines.findIndex(
      (line, index) => index > 0 && /^(?:ValueError|E )/.test(line) && !/: b$/.test(line),
    );
    const expected = frames.map(([path, name]) => (name === undefined ? { path } : { path, function: name }));
    expect(stackFrames(lines, near === -1 ? lines.length - 1 : near, worktree)).toEqual(expected);
  });

  it('reads the trace beneath the cause, not that of what wraps it', () => {
    const lines = `RuntimeException: start failed
	at org.example.Main.main(Main.java:9)
Caused by: IllegalStateException: closed
	at org.example.Store.open(Store.java:31)`.split('\n');
    expect(stackFrames(lines, 2)).toEqual([{ path: 'org/example/Store.java', function: 'Store.open' }]);
  });

  it('does not say a recursion again and again', () => {
    const lines = Array.from(
      { length: 400 },
      (_, place) => `    at walk (/home/ada/ledger/src/tree.js:${place}:1)`,
    );
    expect(stackFrames(lines, 0, worktree)).toEqual([{ path: 'src/tree.js', function: 'walk' }]);
  });

  it('knows no frame in prose and findings', () => {
    const lines = [
      'meet at the corner (house 3:2)',
      'src/a.ts:3:1: error: no',
      'Listening at http://localhost:80:1',
    ];
    expect(stackFrames(lines, 0)).toEqual([]);
  });
});

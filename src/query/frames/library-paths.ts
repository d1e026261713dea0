/** Folders that packages and standard libraries are installed in, in lower case. */
const installed: readonly string[] = (
  'site-packages dist-packages node_modules bower_components rubygems .rustup rustlib .rvm .nvm .pnpm .pyenv/versions .rbenv/versions ' +
  'vendor/bundle vendor/autoload.php vendor/composer .cargo/registry .cargo/git cargo/registry cargo/git go/pkg/mod pkg/mod ' +
  'usr/local/go/src go/libexec/src .m2/repository .gradle/caches .yarn/cache .yarn/releases .yarn/unplugged lib/ruby lib/node python.framework ' +
  'library/std library/core library/alloc src/libstd src/libcore src/libtest src/liballoc sysdeps csu usr/include usr/lib usr/lib64 ' +
  'usr/share internal/modules phpunit/phpunit elixir/lib'
)
  .split(' ')
  .map((folder) => `/${folder}/`);
/** The same, with a version or a digest in it. */
const installedVersion =
  /\/(?:lib\/python\d[\d.]*|gems\/[\w.-]+-\d[\w.]*|rustc\/[0-9a-f]+|python\d+\/lib|vendor\/(?:[\w.-]+\/){1,2}src)\//;
/** Names that are no files. */
const notAFile =
  /^(?:<.*>|node:.*|internal\/.*|native|native code|unknown source|native method|\?+|\[eval\].*|evalmachine.*|anonymous|wasm:.*|bun:.*|deno:.*|ext:.*|webpack\/.*|webpack:\/\/\/?(?:webpack|\(webpack\)|external).*|https?:.*)$/i;
/** Modules that Node.js named without `node:` before version 16, and the Go and C standard libraries. */
const bare =
  /^(?:(?:events|module|fs|net|http|https|stream|vm|timers|util|assert|child_process|_stream_\w+|_http_\w+|bootstrap_node)\.js|(?:runtime|testing|reflect|net\/http|panic|proc|asm_\w+)\.(?:go|s)|libc-start\.c)$/;

/** Whether a path in a stack trace is no part of the project: a package, the standard library, or code without a file. */
export function isLibraryPath(path: string): boolean {
  const folders = `/${path.toLowerCase()}/`.replace('//', '/');
  return (
    installed.some((folder) => folders.includes(folder)) ||
    notAFile.test(path) ||
    bare.test(path) ||
    installedVersion.test(folders)
  );
}

const javaLibraries =
  /^(?:java|javax|jdk|sun|com\.sun|kotlin|kotlinx|scala|groovy|clojure|android|androidx|dalvik|jakarta|org\.(?:junit|testng|mockito|gradle|apache\.(?:maven|tools|catalina|tomcat|coyote)|springframework|hibernate|codehaus|eclipse\.jdt|scalatest|assertj|hamcrest|codehaus)|worker\.org\.gradle|sbt|io\.netty|reactor|com\.google\.common|junit)\./;

/** Whether a class of the Java virtual machine, by its full name, is no part of the project. */
export function isLibraryClass(name: string): boolean {
  return javaLibraries.test(name);
}

/** Folders that packages and standard libraries are installed in, and names that are no files. */
const installed =
  /(?:^|\/)(?:site-packages|dist-packages|node_modules|bower_components|vendor\/bundle|vendor\/(?:[\w.-]+\/){1,2}src|vendor\/autoload\.php|gems\/[\w.-]+-\d[\w.]*|rubygems|\.cargo\/(?:registry|git)|cargo\/(?:registry|git)|go\/pkg\/mod|usr\/local\/go\/src|libexec\/src|\.rustup|rustlib|rustc\/[0-9a-f]+|\.m2\/repository|\.gradle\/caches|\.pyenv\/versions|\.rbenv\/versions|\.rvm|\.nvm|\.yarn\/(?:cache|releases|unplugged)|\.pnpm|lib\/python\d[\d.]*|lib\/ruby|lib\/node|Python\d+\/lib|Python\.framework|library\/(?:std|core|alloc)\/src|src\/libstd|src\/libcore|src\/libtest|src\/liballoc|sysdeps|csu|usr\/(?:include|lib|lib64|share)|lib64?\/(?:x86_64|aarch64)[\w-]*|internal\/modules|phpunit\/phpunit|elixir\/lib)(?:\/|$)/i;
const notAFile =
  /^(?:<.*>|node:.*|internal\/.*|native|native code|unknown source|native method|\?+|\[eval\].*|evalmachine.*|anonymous|wasm:.*|bun:.*|deno:.*|ext:.*|webpack\/.*|webpack:\/\/\/?(?:webpack|\(webpack\)|external).*|https?:.*)$/i;
/** Modules that Node.js named without `node:` before version 16, and the Go and C standard libraries. */
const bare =
  /^(?:(?:events|module|fs|net|http|https|stream|vm|timers|util|assert|child_process|_stream_\w+|_http_\w+|bootstrap_node)\.js|(?:runtime|testing|reflect|net\/http|panic|proc|asm_\w+)\.(?:go|s)|libc-start\.c)$/;

/** Whether a path in a stack trace is no part of the project: a package, the standard library, or code without a file. */
export function isLibraryPath(path: string): boolean {
  return notAFile.test(path) || bare.test(path) || installed.test(path);
}

const javaLibraries =
  /^(?:java|javax|jdk|sun|com\.sun|kotlin|kotlinx|scala|groovy|clojure|android|androidx|dalvik|jakarta|org\.(?:junit|testng|mockito|gradle|apache\.(?:maven|tools|catalina|tomcat|coyote)|springframework|hibernate|codehaus|eclipse\.jdt|scalatest|assertj|hamcrest|codehaus)|worker\.org\.gradle|sbt|io\.netty|reactor|com\.google\.common|junit)\./;

/** Whether a class of the Java virtual machine, by its full name, is no part of the project. */
export function isLibraryClass(name: string): boolean {
  return javaLibraries.test(name);
}

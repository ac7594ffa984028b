/**
 * Environment variables whose value makes the loader, an interpreter, a compiler or a tool run code or a command, grouped
 * by the program that reads them. The list covers all languages of the images and the tools that programs often start.
 * Names are compared exactly, as Linux does. Not listed: variables that only locate data (`SSL_CERT_FILE`,
 * `PIP_INDEX_URL`) and variables that hold a credential (`NODE_AUTH_TOKEN`, `CARGO_REGISTRY_TOKEN`).
 *
 * Sources: ld.so(8), the C library's list of unsafe variables (sysdeps/generic/unsecvars.h), perlrun(1), and the names
 * found in the programs of the scripting image. The names for C, Go, Rust and Java were not checked in their images.
 */
export const codeVariables: Readonly<Record<string, readonly string[]>> = {
  'the loader': ['GCONV_PATH', 'GETCONF_DIR', 'LD_AUDIT', 'LD_LIBRARY_PATH', 'LD_PRELOAD'],
  OpenSSL: ['OPENSSL_CONF', 'OPENSSL_ENGINES', 'OPENSSL_MODULES'],
  Python: [
    ...['PYTHONBREAKPOINT', 'PYTHONEXECUTABLE', 'PYTHONHOME', 'PYTHONINSPECT', 'PYTHONPATH', 'PYTHONPLATLIBDIR'],
    ...['PYTHONPYCACHEPREFIX', 'PYTHONSTARTUP', 'PYTHONUSERBASE', 'PYTHONWARNINGS', 'PYTHON_PRESITE'],
  ],
  'Node.js': ['NODE_COMPILE_CACHE', 'NODE_OPTIONS', 'NODE_PATH', 'NODE_REPL_EXTERNAL_MODULE'],
  'a shell': [
    ...['BASHOPTS', 'BASH_ENV', 'BASH_LOADABLES_PATH', 'ENV', 'FCEDIT', 'MAILPATH', 'PROMPT_COMMAND'],
    ...['PS0', 'PS1', 'PS2', 'PS4', 'SHELL', 'SHELLOPTS'],
  ],
  Perl: ['PERL5DB', 'PERL5LIB', 'PERL5OPT', 'PERLLIB', 'PERL_USE_UNSAFE_INC'],
  Ruby: [
    ...['BUNDLER_SETUP', 'BUNDLE_APP_CONFIG', 'BUNDLE_GEMFILE', 'BUNDLE_PATH', 'GEMRC', 'GEM_HOME', 'GEM_PATH'],
    ...['IRBRC', 'RUBYGEMS_GEMDEPS', 'RUBYLIB', 'RUBYOPT', 'RUBYPATH', 'RUBY_CRASH_REPORT', 'RUBY_ON_BUG'],
  ],
  PHP: ['PHPRC', 'PHP_INI_SCAN_DIR'],
  Lua: ['LUA_CPATH', 'LUA_CPATH_5_4', 'LUA_INIT', 'LUA_INIT_5_4', 'LUA_PATH', 'LUA_PATH_5_4'],
  R: [
    ...['RHOME', 'R_ARCH', 'R_BROWSER', 'R_BZIPCMD', 'R_DEFAULT_PACKAGES', 'R_ENVIRON', 'R_ENVIRON_USER'],
    ...['R_GZIPCMD', 'R_HOME', 'R_JAVA_LD_LIBRARY_PATH', 'R_LD_LIBRARY_PATH', 'R_LIBS', 'R_LIBS_SITE', 'R_LIBS_USER'],
    ...['R_MAKEVARS_SITE', 'R_MAKEVARS_USER', 'R_PDFVIEWER', 'R_PRINTCMD', 'R_PROFILE', 'R_PROFILE_USER'],
    ...['R_SCRIPT_DEFAULT_PACKAGES', 'R_TESTS', 'R_TEXI2DVICMD', 'R_UNZIPCMD', 'R_ZIPCMD'],
  ],
  Java: ['CLASSPATH', 'JAVA_HOME', 'JAVA_TOOL_OPTIONS', 'JDK_JAVAC_OPTIONS', 'JDK_JAVA_OPTIONS', '_JAVA_OPTIONS'],
  'a C compiler or make': [
    ...['AR', 'CC', 'COMPILER_PATH', 'CPATH', 'CPLUS_INCLUDE_PATH', 'CXX', 'C_INCLUDE_PATH', 'GCC_EXEC_PREFIX'],
    ...['GNUMAKEFLAGS', 'LD', 'LIBRARY_PATH', 'MAKE', 'MAKEFILES', 'MAKEFLAGS'],
  ],
  Go: [
    ...['CGO_CFLAGS', 'CGO_CPPFLAGS', 'CGO_CXXFLAGS', 'CGO_FFLAGS', 'CGO_LDFLAGS', 'GCCGO', 'GOAUTH', 'GOCACHE'],
    ...['GOCACHEPROG', 'GOENV', 'GOFLAGS', 'GOMODCACHE', 'GOPACKAGESDRIVER', 'GOPATH', 'GOROOT', 'GOTOOLCHAIN'],
    ...['GOTOOLDIR', 'GOWORK', 'PKG_CONFIG'],
  ],
  Rust: [
    ...['CARGO_BUILD_RUSTC', 'CARGO_BUILD_RUSTC_WRAPPER', 'CARGO_ENCODED_RUSTFLAGS', 'CARGO_HOME', 'RUSTC'],
    ...['RUSTC_WORKSPACE_WRAPPER', 'RUSTC_WRAPPER', 'RUSTDOC', 'RUSTDOCFLAGS', 'RUSTFLAGS', 'RUSTUP_HOME'],
    ...['RUSTUP_TOOLCHAIN', 'RUST_TARGET_PATH'],
  ],
  Git: [
    ...[
      'GIT_ASKPASS',
      'GIT_COMMON_DIR',
      'GIT_CONFIG',
      'GIT_CONFIG_COUNT',
      'GIT_CONFIG_GLOBAL',
      'GIT_CONFIG_PARAMETERS',
    ],
    ...['GIT_CONFIG_SYSTEM', 'GIT_DIR', 'GIT_EDITOR', 'GIT_EXEC_PATH', 'GIT_EXTERNAL_DIFF', 'GIT_PAGER'],
    ...['GIT_PROXY_COMMAND', 'GIT_SEQUENCE_EDITOR', 'GIT_SSH', 'GIT_SSH_COMMAND', 'GIT_TEMPLATE_DIR'],
  ],
  'a tool that starts another': [
    ...['BROWSER', 'EDITOR', 'LESSCLOSE', 'LESSOPEN', 'MANPAGER', 'PAGER', 'SED', 'SSH_ASKPASS', 'SUDO_ASKPASS'],
    ...['TAR', 'TAR_OPTIONS', 'VISUAL'],
  ],
};

const readers: ReadonlyMap<string, string> = new Map(
  Object.entries(codeVariables).flatMap(([reader, names]) => names.map((name) => [name, reader])),
);

/** Returns the program that takes code from a variable of this name; undefined if none does. */
export function codeReaderOf(name: string): string | undefined {
  return readers.get(name);
}

/** Returns why a new secret cannot have this name, to be read after the name; undefined if it can. */
export function codeVariableProblem(name: string): string | undefined {
  const reader = codeReaderOf(name);
  return reader && `is a variable from which ${reader} takes code, so a secret cannot have this name; use another one`;
}

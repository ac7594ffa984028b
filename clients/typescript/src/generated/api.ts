/**
 * Types of the HTTP API, generated from its OpenAPI document by "npm run types:clients". Do not edit.
 */
export interface components {
  schemas: {
    VerifyInput: {
      /** @description A session token or an API key. */
      token?: string;
    };
    /** @description A challenge of this daemon, at most 30 s old and not used before, and the proof: HMAC-SHA256(K, purpose ‖ 0x00 ‖ challenge) in base64. K is HKDF-SHA256(proofKey, info "strongroom/shell-proof/1"); proofKey is in the run file, which only its owner can read; purpose is "keep" or "restore". */
    ShellProof: {
      challenge: string;
      proof: string;
    };
    NewApiKey: {
      name: string;
      scopes: components['schemas']['Scope'][];
      /** @description The only secrets that runs with this key get and that the key can see, write and delete (these three require the scope `secrets`). Such a key sees only its own runs, unless it has the scope `audit`, and cannot add packages. */
      secretNames?: string[];
      /** @description The only hosts that network rules of runs with this key can allow. Such a key cannot use the network `full`. */
      networkHosts?: string[];
      /** Format: date-time */
      expiresAt?: string;
    };
    /** @enum {string} */
    Scope: 'execute' | 'secrets' | 'packages' | 'vault' | 'audit' | 'generate' | 'admin';
    ExecutionIds: {
      ids: string[];
    };
    ExecuteRequest: {
      stdin?: string;
      args?: string[];
      files?: components['schemas']['InputFile'][];
      env?: {
        [key: string]: string;
      };
      /** @description Secrets that become environment variables; `all` if absent, none for a run with network access. A secret with `hosts` becomes a placeholder and must be named by a network rule. */
      secrets?: 'all' | string[];
      /** @description Whether the program can import the packages of the package list; true if absent. */
      packages?: boolean;
      /** @description Packages that this run needs in addition to the list, such as `requests>=2.31` or `lodash@4.17.21`. They are installed once and then cached, without a change of the list. A package that the list also has gets the version of this field. A key needs the scope `packages`, unless they are installed already. */
      withPackages?: string[];
      /** @description Whether the packages that the code itself declares are installed like those of `withPackages`: in a header (`# /// script`, PEP 723) of Python, in comments `// npm: zod@^4` at the beginning of JavaScript and TypeScript. True if absent; false if absent for code that a model writes and that runs without an approval. */
      inlinePackages?: boolean;
      timeoutMs?: number;
      /** @description Time limit of the compile step of a compiled language; 60,000 if absent. `timeoutMs` limits the program. */
      compileTimeoutMs?: number;
      memoryMb?: number;
      /** @description Maximum time in the queue; 0 starts the run at once or refuses it. A run that would wait longer is refused with 429 `queue_timeout`, and no part of it runs. No limit if absent. */
      maxQueueMs?: number;
      /** @description `none` if absent. `full` is the whole public network and needs the setting `network.allowed`. Rules must lie within the setting `network.ceiling`. */
      network?: ('none' | 'full') | components['schemas']['NetworkRules'];
      /**
       * @description The part of a stream over 1 MiB that is returned: its first 1 MiB (`head`, the default), or its first and last 512 KiB with a line between them that says how much is missing (`ends`).
       * @enum {string}
       */
      outputKeep?: 'head' | 'ends';
      /** @description Keeps the input of the program open: the client sends it to `/executions/:id/stdin` while the program runs, and ends it there. Cannot be used with `stdin`. */
      openStdin?: boolean;
      /**
       * @description Encoding of `stdout` and `stderr`, and of the events with output: text (`utf8`, the default), in which bytes that are not UTF-8 become U+FFFD and `stdoutNotUtf8` or `stderrNotUtf8` is set; or the exact bytes in `base64`.
       * @enum {string}
       */
      outputEncoding?: 'utf8' | 'base64';
      /** @description True lets a run continue to its end after its event stream was closed. If absent, it is cancelled 60 s later. The run of a JSON request always continues. */
      detached?: boolean;
      /** @description An id or alias of GET /api/v1/languages. */
      language: string;
      code: string;
      /** @description Path of the program in the working directory, such as `src/app.py`, from where it finds the other `files`. Usually `main` with the extension of the language. */
      entry?: string;
      /** @description Name of the program in the history, such as its file; stored sealed. If absent, the history shows `entry`, or the first comment or statement of the code. */
      name?: string;
      /** @description False removes the run from the history when it ends: only the answer and its events have the output and the files. The audit log has its entry. True if absent. */
      keep?: boolean;
      /** @description For code that a model wrote and a person approved. `secrets` then defaults to none. */
      generated?: components['schemas']['GeneratedRun'];
    };
    InputFile: {
      path: string;
      content: string;
      /**
       * @description Encoding of `content`; utf8 if absent.
       * @enum {string}
       */
      encoding?: 'utf8' | 'base64';
      /** @description Whether a program can execute the file; false if absent. */
      executable?: boolean;
    };
    NetworkRules: {
      allow: components['schemas']['NetworkRule'][];
      /**
       * @description `deny` if absent. With `ask`, a connection to port 443 or 80 that no rule allows is held for up to 60 s, until a person decides.
       * @enum {string}
       */
      onBlocked?: 'deny' | 'ask';
    };
    NetworkRule: {
      /** @description A name, or `*.` and a name for all names below it at any depth. */
      host: string;
      /** @description Address of this host, which is then not looked up. It is the only way to an address that is not public. Only a session can set it. */
      address?: string;
      /** @description [443] if absent, [80] for `http`. A `tcp` rule must name them. */
      ports?: number[];
      /**
       * @description `tls` if absent. `http` is HTTP without encryption, `tcp` any protocol.
       * @enum {string}
       */
      protocol?: 'tls' | 'http' | 'tcp';
      methods?: string[];
      /** @description Globs of the decoded path: `*` matches within one part, `**` any number of parts. Paths with `..` or an encoded slash are refused. */
      paths?: string[];
      /** @description Whether an intercepted connection can become a WebSocket, which is not scanned after its start. */
      websocket?: boolean;
      /** @description Secrets with `hosts` that are put into requests to this host. */
      secrets?: string[];
      /** @description Whether each request must contain a value of `secrets`, and no other credential in its headers and query. The body is not checked. */
      onlySecrets?: boolean;
    };
    GeneratedRun: {
      /** @description At most 64 KiB in UTF-8. It is sent to the model and stored in the audit log. */
      prompt: string;
      model: string;
      /** @description Number of the attempt, from 1; 1 if absent. */
      attempt?: number;
      /** @description SHA-256 of the approved run; docs/ai.md describes how it is computed. */
      approval: string;
    };
    ExecutionPatch: {
      pinned: boolean;
    };
    NetworkDecision: {
      host: string;
      port: number;
      /** @enum {string} */
      decision: 'allow' | 'deny';
    };
    CreateSandboxRequest: {
      /** @description Language of the default context, an id or alias of GET /api/v1/languages; `python` if absent. */
      language?: string;
      /** @description Whether the program can import the packages of the package list; true if absent. */
      packages?: boolean;
      /** @description Packages that this sandbox needs in addition to the list, such as `requests>=2.31` or `lodash@4.17.21`. They are installed once and then cached, without a change of the list; `maxQueueMs` counts from then on. A package that the list also has gets the version of this field. A key needs the scope `packages`, unless they are installed already. */
      withPackages?: string[];
      /** @description Secrets that every process and context gets as environment variables; none if absent. */
      secrets?: 'all' | string[];
      env?: {
        [key: string]: string;
      };
      files?: components['schemas']['InputFile'][];
      /** @description 512 if absent. */
      memoryMb?: number;
      /** @description Size of the working directory; 256 if absent, or less if the memory is small. Its content counts as memory, so it must be at least 64 less than `memoryMb`. */
      diskMb?: number;
      /** @description `none` if absent. `full` is the whole public network and needs the setting `network.allowed`. Rules must lie within the setting `network.ceiling`. */
      network?: ('none' | 'full') | components['schemas']['NetworkRules'];
      /** @description The sandbox ends after this time without a request, a cell or a foreground process; 15 minutes if absent. Background processes, reading its state and watching files do not count. */
      idleTimeoutMs?: number;
      /** @description The sandbox ends this long after its creation; 8 hours if absent. */
      maxLifetimeMs?: number;
      /** @description Maximum time in the queue; 0 starts the run at once or refuses it. A run that would wait longer is refused with 429 `queue_timeout`, and no part of it runs. No limit if absent. */
      maxQueueMs?: number;
      /** @description Texts of the client, returned unchanged. They are not secret: every reader of the sandbox sees them. */
      metadata?: {
        [key: string]: string;
      };
    };
    ExtendSandboxRequest: {
      idleTimeoutMs?: number;
      maxLifetimeMs?: number;
    };
    ProcessRequest: {
      /** @description A program with its arguments, without a shell. A name without / is searched in PATH. */
      command?: string[];
      /** @description A command line for Bash. */
      shell?: string;
      /** @description A program in `language`. */
      code?: string;
      /** @description Language of `code`; that of the sandbox if absent. */
      language?: string;
      /** @description Folder below the working directory; that itself if absent. */
      cwd?: string;
      env?: {
        [key: string]: string;
      };
      /** @description The whole input. With `background`, input can follow through /stdin unless `stdin` is present. */
      stdin?: string;
      /** @description Keeps the input of a foreground process open: it follows through /stdin. Cannot be used with `stdin`. */
      openStdin?: boolean;
      /**
       * @description Encoding of `stdout` and `stderr`, and of the events with output: text (`utf8`, the default), in which bytes that are not UTF-8 become U+FFFD and `stdoutNotUtf8` or `stderrNotUtf8` is set; or the exact bytes in `base64`.
       * @enum {string}
       */
      outputEncoding?: 'utf8' | 'base64';
      /** @description The process group is killed after this time; 30,000 if absent, none with `background`. */
      timeoutMs?: number;
      /** @description Answers 201 when the process has started. It runs until it exits, and does not keep the sandbox from its idle end. */
      background?: boolean;
    };
    ProcessInput: {
      text?: string;
      base64?: string;
      /** @description Closes the input after this text. */
      end?: boolean;
    };
    ProcessSignal: {
      /** @enum {string} */
      signal:
        | 'SIGINT'
        | 'SIGTERM'
        | 'SIGKILL'
        | 'SIGHUP'
        | 'SIGQUIT'
        | 'SIGUSR1'
        | 'SIGUSR2'
        | 'SIGSTOP'
        | 'SIGCONT'
        | 'SIGWINCH'
        | 'SIGALRM'
        | 'SIGPIPE'
        | 'SIGABRT'
        | 'SIGTSTP';
    };
    ContextRequest: {
      /** @description That of the sandbox if absent. */
      language?: string;
      /** @description Folder below the working directory; that itself if absent. */
      cwd?: string;
      env?: {
        [key: string]: string;
      };
    };
    CellRequest: {
      code: string;
      /** @description The cell is interrupted after this time; `contextEnded` says if the context stays. 30,000 if absent. */
      timeoutMs?: number;
      /** @description Does not count, and has no result. */
      silent?: boolean;
    };
    CompleteRequest: {
      code: string;
      /** @description Position in `code`, in UTF-16 units. */
      cursor: number;
    };
    InspectRequest: {
      code: string;
      /** @description Position in `code`, in UTF-16 units. */
      cursor: number;
    };
    FolderRequest: {
      path: string;
    };
    MoveRequest: {
      from: string;
      to: string;
      /** @description Replaces an existing file; false if absent. */
      replace?: boolean;
    };
    SecretInput: {
      /** @description The name in the path, for clients that repeat it; another name is an error. */
      name?: string;
      /**
       * Format: password
       * @description 1 byte to 64 KiB in UTF-8.
       */
      value: string;
      /** @description An update without it keeps the current description. */
      description?: string;
      /** @description Hosts whose requests can contain the value. A secret with hosts is never an environment variable: a program gets a placeholder, and the daemon puts the value into its requests. */
      hosts?: components['schemas']['SecretHost'][];
      /** @description Beginning of the placeholder, for clients that check the form of a key; `srph_<NAME>_` if absent. */
      placeholderPrefix?: string;
    };
    SecretHost: {
      host: string;
      /** @description Places in requests to this host: names of headers in lower case, `query:<parameter>`, `body:<JSON pointer>`, and `path` for any part of the path. If absent: authorization, x-api-key, api-key, x-auth-token, private-token. */
      in?: string[];
    };
    SecretPatch: {
      description?: string;
      /** @description Hosts whose requests can contain the value. A secret with hosts is never an environment variable: a program gets a placeholder, and the daemon puts the value into its requests. */
      hosts?: components['schemas']['SecretHost'][];
      /** @description null removes it; a secret without hosts has none. */
      placeholderPrefix?: string | null;
    };
    SecretRelease: {
      names: string[];
      /**
       * Format: password
       * @description Password of the account.
       */
      password: string;
    };
    PackageListInput: {
      /** @description Each entry is a name, which can include a version (`six==1.16.0`), or an object. */
      packages: (string | components['schemas']['PackageSpec'])[];
    };
    PackageSpec: {
      /** @description Id or alias of a language; TypeScript shares the list of JavaScript. Absent: python. */
      language?: string;
      /** @description Package name by the rules of the ecosystem; `name==1.2` and `name@1.2` include a version, `name[extra]` extras. */
      name: string;
      /** @description A version or a range: PEP 440 for pip (`1.2`, `>=1,<2`), semver for npm (`1.2`, `^1.2`). */
      version?: string;
      /** @description Extras of a Python package: `["socks"]` of `requests[socks]`. */
      extras?: string[];
      /** @description Digests of the files of a Python package, as `sha256:` and hexadecimal digits. The installer then accepts no other file. The package needs an exact version, and every other package of the list, also one that is only needed by another, needs hashes too. */
      hashes?: string[];
    };
    PackageInput: {
      /** @description Id or alias of a language; TypeScript shares the list of JavaScript. Absent: python. */
      language?: string;
      /** @description Package name by the rules of the ecosystem; `name==1.2` and `name@1.2` include a version, `name[extra]` extras. */
      name?: string;
      /** @description A version or a range: PEP 440 for pip (`1.2`, `>=1,<2`), semver for npm (`1.2`, `^1.2`). */
      version?: string;
      /** @description Extras of a Python package: `["socks"]` of `requests[socks]`. */
      extras?: string[];
      /** @description Digests of the files of a Python package, as `sha256:` and hexadecimal digits. The installer then accepts no other file. The package needs an exact version, and every other package of the list, also one that is only needed by another, needs hashes too. */
      hashes?: string[];
      /** @description Several packages, in addition to those in the lists; replaces `name` and `version`. Each entry is a name, which can include a version (`six==1.16.0`), or an object. `language` applies to the entries that name none. */
      packages?: (string | components['schemas']['PackageSpec'])[];
    };
    EncryptedCodeInput: {
      encryptedPayload: components['schemas']['ZKPayload'];
      /** @description An id or alias of GET /api/v1/languages. */
      language: string;
      /** @description A replacement without it keeps the current description. */
      description?: string;
      /** @description Network rules of runs of this code that name no network; null: none. A replacement without it keeps the current rules. */
      network?: components['schemas']['NetworkRules'] | null;
    };
    ZKPayload: {
      /** @constant */
      v: 1;
      /** @description 16 random bytes. */
      salt: string;
      /** @description 24 random bytes. */
      nonce: string;
      /** @description Key commitment (32 bytes) and XChaCha20-Poly1305 of the code. */
      ciphertext: string;
    };
    ExecuteStoredRequest: {
      stdin?: string;
      args?: string[];
      files?: components['schemas']['InputFile'][];
      env?: {
        [key: string]: string;
      };
      /** @description Secrets that become environment variables; `all` if absent, none for a run with network access. A secret with `hosts` becomes a placeholder and must be named by a network rule. */
      secrets?: 'all' | string[];
      /** @description Whether the program can import the packages of the package list; true if absent. */
      packages?: boolean;
      /** @description Packages that this run needs in addition to the list, such as `requests>=2.31` or `lodash@4.17.21`. They are installed once and then cached, without a change of the list. A package that the list also has gets the version of this field. A key needs the scope `packages`, unless they are installed already. */
      withPackages?: string[];
      /** @description Whether the packages that the code itself declares are installed like those of `withPackages`: in a header (`# /// script`, PEP 723) of Python, in comments `// npm: zod@^4` at the beginning of JavaScript and TypeScript. True if absent; false if absent for code that a model writes and that runs without an approval. */
      inlinePackages?: boolean;
      timeoutMs?: number;
      /** @description Time limit of the compile step of a compiled language; 60,000 if absent. `timeoutMs` limits the program. */
      compileTimeoutMs?: number;
      memoryMb?: number;
      /** @description Maximum time in the queue; 0 starts the run at once or refuses it. A run that would wait longer is refused with 429 `queue_timeout`, and no part of it runs. No limit if absent. */
      maxQueueMs?: number;
      /** @description `none` if absent. `full` is the whole public network and needs the setting `network.allowed`. Rules must lie within the setting `network.ceiling`. */
      network?: ('none' | 'full') | components['schemas']['NetworkRules'];
      /**
       * @description The part of a stream over 1 MiB that is returned: its first 1 MiB (`head`, the default), or its first and last 512 KiB with a line between them that says how much is missing (`ends`).
       * @enum {string}
       */
      outputKeep?: 'head' | 'ends';
      /** @description Keeps the input of the program open: the client sends it to `/executions/:id/stdin` while the program runs, and ends it there. Cannot be used with `stdin`. */
      openStdin?: boolean;
      /**
       * @description Encoding of `stdout` and `stderr`, and of the events with output: text (`utf8`, the default), in which bytes that are not UTF-8 become U+FFFD and `stdoutNotUtf8` or `stderrNotUtf8` is set; or the exact bytes in `base64`.
       * @enum {string}
       */
      outputEncoding?: 'utf8' | 'base64';
      /** @description True lets a run continue to its end after its event stream was closed. If absent, it is cancelled 60 s later. The run of a JSON request always continues. */
      detached?: boolean;
      /** @description Path of the program in the working directory, such as `src/app.py`, from where it finds the other `files`. Usually `main` with the extension of the language. */
      entry?: string;
      /** Format: password */
      masterPassword: string;
    };
    ResealedCode: {
      /** @description The current revision, whose code the payload has. */
      revision: number;
      encryptedPayload: components['schemas']['ZKPayload'];
    };
    ResealCommit: {
      /** @description Scripts that stay as they are, with all their revisions, because another password seals them. */
      otherPassword?: string[];
    };
    DraftPayload: {
      /** @constant */
      v: 1;
      salt: string | null;
      nonce: string;
      /** @description Key commitment (32 bytes) and XChaCha20-Poly1305 of the draft. */
      ciphertext: string;
    };
    ProviderInput: {
      /**
       * Format: uri
       * @description A trailing slash and `/v1` are optional.
       */
      baseUrl: string;
      model: string;
      /** @description Write-only. If absent, the stored key is kept as long as scheme, host and port stay the same; null removes it. */
      apiKey?: string | null;
      /** @description Maximum time without data from the endpoint; 120,000 if absent. */
      timeoutMs?: number;
      /** @description Whether this provider is used for requests that name none. The first provider is the default; true makes this one the default instead. */
      default?: boolean;
    };
    ProviderTrial: {
      /**
       * Format: uri
       * @description A trailing slash and `/v1` are optional.
       */
      baseUrl: string;
      /** @description Maximum time without data from the endpoint; 120,000 if absent. */
      timeoutMs?: number;
      /** @description Checked if present. */
      model?: string;
      /**
       * Format: password
       * @description Sent to this endpoint only, and not stored.
       */
      apiKey?: string;
      /** @description Without `apiKey`: the provider whose stored key is sent, if scheme, host and port of its address are the same. */
      keyOf?: string;
    };
    GenerateRequest: {
      stdin?: string;
      args?: string[];
      files?: components['schemas']['InputFile'][];
      env?: {
        [key: string]: string;
      };
      /** @description Secrets that the code can read; the model gets their names. None if absent. */
      secrets?: 'all' | string[];
      /** @description Whether the program can import the packages of the package list; true if absent. */
      packages?: boolean;
      /** @description Packages that this run needs in addition to the list, such as `requests>=2.31` or `lodash@4.17.21`. They are installed once and then cached, without a change of the list. A package that the list also has gets the version of this field. A key needs the scope `packages`, unless they are installed already. */
      withPackages?: string[];
      /** @description Whether the packages that the code itself declares are installed like those of `withPackages`: in a header (`# /// script`, PEP 723) of Python, in comments `// npm: zod@^4` at the beginning of JavaScript and TypeScript. True if absent; false if absent for code that a model writes and that runs without an approval. */
      inlinePackages?: boolean;
      timeoutMs?: number;
      /** @description Time limit of the compile step of a compiled language; 60,000 if absent. `timeoutMs` limits the program. */
      compileTimeoutMs?: number;
      memoryMb?: number;
      /** @description Maximum time in the queue; 0 starts the run at once or refuses it. A run that would wait longer is refused with 429 `queue_timeout`, and no part of it runs. No limit if absent. */
      maxQueueMs?: number;
      /** @description `none` if absent. `full` is the whole public network and needs the setting `network.allowed`. Rules must lie within the setting `network.ceiling`. */
      network?: ('none' | 'full') | components['schemas']['NetworkRules'];
      /**
       * @description The part of a stream over 1 MiB that is returned: its first 1 MiB (`head`, the default), or its first and last 512 KiB with a line between them that says how much is missing (`ends`).
       * @enum {string}
       */
      outputKeep?: 'head' | 'ends';
      /** @description At most 64 KiB in UTF-8. It is sent to the model and stored in the audit log. */
      prompt: string;
      /** @description An id or alias of GET /api/v1/languages. */
      language: string;
      /** @description Whether to run the code; true if absent. */
      execute?: boolean;
      /** @description Id of the model provider; the default provider if absent. */
      provider?: string;
      /** @description Name of the model; the provider's model if absent. */
      model?: string;
      /** @description Maximum number of repairs by the model after the code failed; 0 if absent, and if `execute` is false. */
      maxRepairs?: number;
      /** @description Code that the model should repair or change; `prompt` is the original prompt. */
      previous?: {
        code: string;
        /** @description How the code failed: exit code and errors. The model gets the last 8,000 characters. */
        output?: string;
      };
    };
    SettingsPatch: {
      network?: {
        /** @description Whether a run can request the whole network (`full`). */
        allowed?: boolean;
        /** @description Hosts that network rules can allow. No rule is accepted while it is empty. */
        ceiling?: components['schemas']['NetworkCeilingEntry'][];
        /** @description Proxy that connects the hosts of network rules (`CONNECT`), for a machine that reaches them through one only. The proxy looks their names up: whether an address is public is not checked then. Only a session can change it. */
        proxy?: string | null;
      };
      cluster?: {
        /** @description Whether code, input and secrets of the account may leave the machine, for sandboxes that run in a cluster. Only a session can turn it on. */
        allowed?: boolean;
      };
      limits?: {
        /** @description Time limit of runs that set none, in milliseconds. */
        timeoutMs?: number;
        /** @description Memory limit of runs that set none, in MiB. */
        memoryMb?: number;
      };
      installer?: {
        pipIndexUrl?: string | null;
        npmRegistry?: string | null;
        caBundlePath?: string | null;
        proxy?: string | null;
        /** @description Whether packages can run their own code during installation: builds from source and scripts of npm packages. */
        builds?: boolean;
        /** @description Whether a run can have packages of its own: those that its code declares, and `withPackages`. */
        forRuns?: boolean;
      };
      history?: {
        keepRuns?: number;
        keepOutputs?: boolean;
        maxBytes?: number;
      };
      sandboxes?: {
        /** @description Maximum number of sandboxes of the account at the same time. */
        perAccount?: number;
      };
      secrets?: {
        /** @description Whether `strongroom with` can give values of secrets to programs of this machine, with the password each time. Only a session can turn it on. */
        release?: boolean;
      };
      autoLockMinutes?: number;
      /**
       * @description Setting of the whole machine; only the first account can change it.
       * @enum {string}
       */
      registration?: 'open' | 'closed';
      /** @description Ignored, so that a reply of GET can be sent back. */
      readOnly?: 'registration'[];
    };
    NetworkCeilingEntry: {
      host: string;
      ports?: number[];
      protocols?: ('tls' | 'http' | 'tcp')[];
    };
    /** @description A message of the Model Context Protocol. */
    JsonRpcMessage: {
      [key: string]: unknown;
    };
    HealthResponse: {
      /** @enum {string} */
      status: 'ok' | 'degraded';
      version: string;
      uptimeSeconds: number;
      engine: {
        name: string;
        /** @enum {string} */
        status: 'ready' | 'starting' | 'building_image' | 'unavailable';
        place: components['schemas']['EngineLocation'];
        /** @description Cluster and namespace, for people. */
        cluster?: string;
        reason?: string;
        nextStep?: string;
      };
      /** @enum {string} */
      database: 'ok' | 'failing';
      /**
       * @description failing: the newest head of the audit log could not be copied to the key store.
       * @enum {string}
       */
      auditCopy: 'ok' | 'failing';
      /** @description failing: the audit log or an item differs from the state that this daemon last wrote. */
      integrity: {
        /** @enum {string} */
        status: 'ok' | 'failing';
        reason?: string;
        nextStep?: string;
      };
      /** @enum {string} */
      keyStore: 'os' | 'file' | 'passphrase';
      /**
       * @description unexpected: the previous daemon did not stop cleanly, so the sessions of browsers were ended.
       * @enum {string}
       */
      previousStop: 'clean' | 'unexpected';
      /** @description Whether an account exists; a new browser then begins with the login. */
      hasAccounts: boolean;
    };
    /**
     * @description cluster: Kubernetes, so code leaves the machine of the daemon.
     * @enum {string}
     */
    EngineLocation: 'machine' | 'cluster';
    Error: {
      error: {
        /** @enum {string} */
        code:
          | 'invalid_request'
          | 'unauthorized'
          | 'invalid_credentials'
          | 'forbidden'
          | 'foreign_origin'
          | 'shell_not_proven'
          | 'registration_closed'
          | 'network_not_allowed'
          | 'cluster_not_allowed'
          | 'secret_release_off'
          | 'not_found'
          | 'nothing_remembered'
          | 'session_not_found'
          | 'api_key_not_found'
          | 'execution_not_found'
          | 'secret_not_found'
          | 'reseal_not_found'
          | 'code_not_found'
          | 'package_not_found'
          | 'provider_not_found'
          | 'generation_not_found'
          | 'item_not_found'
          | 'file_not_found'
          | 'sandbox_not_found'
          | 'process_not_found'
          | 'context_not_found'
          | 'cell_not_found'
          | 'method_not_allowed'
          | 'request_timeout'
          | 'email_taken'
          | 'item_rolled_back'
          | 'code_name_taken'
          | 'reseal_outdated'
          | 'draft_changed'
          | 'execution_finished'
          | 'execution_running'
          | 'stdin_not_open'
          | 'stdin_ended'
          | 'generation_finished'
          | 'generation_cancelled'
          | 'sandbox_paused'
          | 'process_ended'
          | 'file_exists'
          | 'sandbox_ended'
          | 'precondition_failed'
          | 'too_large'
          | 'unsupported_media_type'
          | 'expectation_failed'
          | 'wrong_host'
          | 'unknown_language'
          | 'language_needs_docker'
          | 'memory_needs_docker'
          | 'network_not_supported'
          | 'pause_not_supported'
          | 'environment_too_large'
          | 'secrets_must_be_named'
          | 'secret_not_bound'
          | 'secret_proxy_only'
          | 'unknown_secret'
          | 'too_many_secrets'
          | 'too_many_pinned'
          | 'drafts_full'
          | 'packages_not_supported'
          | 'packages_failed'
          | 'too_many_packages'
          | 'no_provider'
          | 'too_many_providers'
          | 'unknown_model'
          | 'no_code_in_answer'
          | 'model_refused'
          | 'not_approved'
          | 'decryption_failed'
          | 'sandbox_needs_docker'
          | 'language_has_no_kernel'
          | 'language_not_in_sandbox'
          | 'program_not_found'
          | 'path_is_link'
          | 'file_not_accessible'
          | 'wrong_file_type'
          | 'locked'
          | 'headers_too_large'
          | 'rate_limited'
          | 'queue_full'
          | 'queue_timeout'
          | 'model_rate_limited'
          | 'too_many_generations'
          | 'too_many_sandboxes'
          | 'sandbox_capacity_full'
          | 'sandbox_memory_full'
          | 'too_many_channels'
          | 'context_queue_full'
          | 'account_memory_full'
          | 'input_queue_full'
          | 'internal'
          | 'model_unreachable'
          | 'model_key_refused'
          | 'model_failed'
          | 'answer_too_large'
          | 'egress_unavailable'
          | 'engine_unavailable'
          | 'capacity_unavailable'
          | 'run_interrupted'
          | 'packages_unavailable'
          | 'key_store_unavailable'
          | 'language_not_installed'
          | 'storage_unavailable'
          | 'sandbox_disk_full'
          | 'model_timeout'
          | 'shutting_down';
        message: string;
        requestId: string;
        details?: {
          path: string;
          message: string;
        }[];
      };
    };
    ApiInfo: {
      /** @constant */
      name: 'strongroom';
      version: string;
      documentation: {
        page: string;
        openapi: string;
      };
      operations: {
        summary: string;
        method: string;
        path: string;
      }[];
    };
    AuthResponse: {
      /** @description A session token, valid for one hour. It is a credential: keep it in memory only. */
      token: string;
      apiKey: string;
      user: components['schemas']['UserInfo'];
    };
    /** @description An account on this machine. */
    UserInfo: {
      id: number;
      email: string;
      /** Format: date-time */
      createdAt: string;
    };
    Login: {
      /** @description A session token, valid for one hour. It is a credential: keep it in memory only. */
      token: string;
      user: components['schemas']['UserInfo'];
    };
    Verification: {
      /** @constant */
      valid: true;
      user: components['schemas']['UserInfo'];
      /** @enum {string} */
      credential: 'session' | 'apiKey';
      /** @description null: the API key does not expire. */
      expiresAt: string | null;
    };
    Refreshed: {
      /** @description A session token, valid for one hour. It is a credential: keep it in memory only. */
      token: string;
    };
    Logout: {
      /** @description Number of sandboxes that ended with the session. */
      sandboxesEnded: number;
    };
    Session: {
      id: string;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      expiresAt: string;
      lastUsedAt: string | null;
      ipAddress: string;
      userAgent: string | null;
      current: boolean;
    };
    PasswordChange: {
      sessionsEnded: number;
      apiKeysKept: number;
    };
    Remembered: {
      remembered: boolean;
    };
    ApiKey: {
      id: string;
      name: string;
      scopes: components['schemas']['Scope'][];
      /** @description The only secrets that this key can use, see, write and delete; null: the scopes decide. */
      secretNames: string[] | null;
      /** @description The only hosts that network rules of this key can allow; null: the account decides. */
      networkHosts: string[] | null;
      /** Format: date-time */
      createdAt: string;
      expiresAt: string | null;
      lastUsedAt: string | null;
      /** @description What the key could do when it was created and can no longer do, because rules became stricter: one sentence each, with the way around it. Absent if it has lost nothing. */
      lostRights?: string[];
    };
    CreatedApiKey: {
      id: string;
      name: string;
      scopes: components['schemas']['Scope'][];
      /** @description The only secrets that this key can use, see, write and delete; null: the scopes decide. */
      secretNames: string[] | null;
      /** @description The only hosts that network rules of this key can allow; null: the account decides. */
      networkHosts: string[] | null;
      /** Format: date-time */
      createdAt: string;
      expiresAt: string | null;
      lastUsedAt: string | null;
      /** @description What the key could do when it was created and can no longer do, because rules became stricter: one sentence each, with the way around it. Absent if it has lost nothing. */
      lostRights?: string[];
      apiKey: string;
    };
    RevokedApiKey: {
      /** @description Number of sandboxes that ended with the key. */
      sandboxesEnded: number;
    };
    SessionWatch: {
      /** @description 128 random bits in base64url. It identifies a session to the clients that know the id. */
      watchId: string;
    };
    DaemonEvent:
      | {
          /** @constant */
          event: 'connected';
          data: {
            /** @description The valid watch ids of the request. */
            watchIds: string[];
          };
        }
      | {
          /** @constant */
          event: 'session_ended';
          data: {
            /** @description 128 random bits in base64url. It identifies a session to the clients that know the id. */
            watchId: string;
            /** @enum {string} */
            reason:
              | 'logged_out'
              | 'locked'
              | 'revoked'
              | 'password_changed'
              | 'account_deleted'
              | 'expired'
              | 'reused'
              | 'unexpected_stop';
          };
        };
    /** @description A failed program is still a successful request; `status` has the result. */
    ExecuteResponse: {
      id: string;
      language: string;
      stdout: string;
      stderr: string;
      exitCode: number | null;
      signal: string | null;
      stdoutTruncated: boolean;
      stderrTruncated: boolean;
      /**
       * @description Present if `stdout` and `stderr` are base64 of the exact bytes, and not text.
       * @constant
       */
      outputEncoding?: 'base64';
      /**
       * @description Present if `stdout` has U+FFFD instead of bytes that are not UTF-8. See `outputEncoding`.
       * @constant
       */
      stdoutNotUtf8?: true;
      /**
       * @description Present if `stderr` has U+FFFD instead of bytes that are not UTF-8.
       * @constant
       */
      stderrNotUtf8?: true;
      stdoutGap?: components['schemas']['OutputGap'];
      stderrGap?: components['schemas']['OutputGap'];
      durationMs: number;
      queuedMs: number;
      startupMs: number;
      memoryPeakBytes?: number;
      files: components['schemas']['ResultFile'][];
      engine: string;
      place: components['schemas']['EngineLocation'];
      /** @description Messages for users about differences from the request, such as packages that are not installed. */
      notices?: string[];
      /** @description Packages that the code declares or the request names, with the installed versions; absent: none. */
      packages?: components['schemas']['RunPackage'][];
      /** @description Probable reasons of a failure with what would help; absent if none is known. */
      hints?: components['schemas']['Hint'][];
      /** @enum {string} */
      status: 'succeeded' | 'failed' | 'timed_out' | 'out_of_memory' | 'cancelled';
    };
    /** @description With `outputKeep: "ends"`: position of the part of a stream that was left out. */
    OutputGap: {
      /** @description Number, from 1, of the line that replaces the missing bytes. */
      line: number;
      /** @description Number of missing bytes of the output. */
      bytes: number;
    };
    /** @description A regular file that the program left in its working directory. */
    ResultFile: {
      path: string;
      /** @description Size in bytes. */
      size: number;
      mediaType: string;
      content?: string;
      /** @enum {string} */
      encoding?: 'utf8' | 'base64';
    };
    /** @description A package of a run, with the installed version. */
    RunPackage: {
      name: string;
      version: string;
    };
    /** @description Why a run probably failed, from facts about the run, and what would help. */
    Hint: {
      /** @enum {string} */
      code:
        | 'package_missing'
        | 'packages_off'
        | 'network_off'
        | 'host_blocked'
        | 'secret_not_used'
        | 'secret_needs_host'
        | 'file_missing'
        | 'folder_missing'
        | 'command_missing'
        | 'needs_docker'
        | 'input_missing'
        | 'memory_limit'
        | 'time_limit';
      /** @description One or two sentences for a person, without names of options. */
      text: string;
      /** @description The change of the next run that would help. */
      action?: components['schemas']['HintAction'];
    };
    HintAction:
      | {
          /** @constant */
          type: 'add_package';
          language: string;
          name: string;
          /** @description True if the package is known to have the module; false if only the names are the same. */
          isKnown: boolean;
        }
      | {
          /** @constant */
          type: 'use_packages';
        }
      | {
          /** @constant */
          type: 'allow_host';
          host: string;
          port: number;
        }
      | {
          /** @constant */
          type: 'use_secret';
          name: string;
          /** @description Hosts that the secret is bound to; absent: the program gets it as a variable. */
          hosts?: string[];
        }
      | {
          /** @constant */
          type: 'give_input';
        }
      | {
          /** @constant */
          type: 'raise_memory';
          memoryMb: number;
        }
      | {
          /** @constant */
          type: 'raise_time';
          timeoutMs: number;
        };
    ExecutionEvent:
      | {
          /** @constant */
          event: 'started';
          data: {
            id: string;
          };
        }
      | {
          /** @constant */
          event: 'installing';
          /** @description The run waits until these packages, which it requested itself, are installed. This happens once. */
          data: {
            packages: string[];
          };
        }
      | {
          /** @constant */
          event: 'install_log';
          /** @description A line of the installer. */
          data: {
            text: string;
          };
        }
      | {
          /** @constant */
          event: 'installed';
          /** @description The packages of `installing` are installed, and the run waits for a sandbox. */
          data: {
            packages: components['schemas']['RunPackage'][];
          };
        }
      | {
          /** @constant */
          event: 'stdout';
          data: {
            text: string;
            /**
             * @description Present if `text` is base64 of the exact bytes, as the request asked with `outputEncoding`.
             * @constant
             */
            encoding?: 'base64';
            /** @description If present, the text is a line that replaces this number of omitted bytes of output. */
            missingBytes?: number;
          };
        }
      | {
          /** @constant */
          event: 'stderr';
          data: {
            text: string;
            /**
             * @description Present if `text` is base64 of the exact bytes, as the request asked with `outputEncoding`.
             * @constant
             */
            encoding?: 'base64';
            /** @description If present, the text is a line that replaces this number of omitted bytes of output. */
            missingBytes?: number;
          };
        }
      | {
          /** @constant */
          event: 'printed';
          /** @description With `outputKeep: "ends"`, once the first 512 KiB were sent: number of bytes printed so far. The last 512 KiB follow at the end of the run. */
          data: {
            stdoutBytes: number;
            stderrBytes: number;
          };
        }
      | {
          /** @constant */
          event: 'network';
          data: components['schemas']['NetworkEvent'];
        }
      | {
          /** @constant */
          event: 'file';
          data: components['schemas']['ResultFile'];
        }
      | {
          /** @constant */
          event: 'finished';
          data: components['schemas']['ExecuteResponse'];
        }
      | {
          /** @constant */
          event: 'error';
          data: components['schemas']['Error'];
        };
    NetworkEvent: {
      /** @description Number of the connection within the run. */
      id: number;
      /** @enum {string} */
      phase: 'open' | 'request' | 'close' | 'blocked' | 'held';
      host: string;
      port: number;
      /** @description Index of the rule in `allow`; null if no rule allowed it. */
      rule: number | null;
      method?: string;
      status?: number;
      /** @description Bytes from the host so far. */
      bytesIn: number;
      /** @description Bytes to the host so far. */
      bytesOut: number;
      /** @description Number of values of secrets that were masked in responses so far; absent: none. */
      masked?: number;
      /** @description Names of the secrets that the request contained. */
      secrets?: string[];
      /**
       * @description Of the phase `blocked`: `name_not_found`, `connect_failed`, `bad_certificate`, `bad_response` and `timeout` are failures, all others are refusals.
       * @enum {string}
       */
      reason?:
        | 'name_not_allowed'
        | 'port_not_allowed'
        | 'denied'
        | 'name_not_found'
        | 'closed_address'
        | 'connect_failed'
        | 'not_tls'
        | 'sni_mismatch'
        | 'host_mismatch'
        | 'bad_request'
        | 'method_not_allowed'
        | 'path_not_allowed'
        | 'websocket_not_allowed'
        | 'placeholder_misplaced'
        | 'secret_unusable'
        | 'secret_missing'
        | 'other_credential'
        | 'bad_certificate'
        | 'bad_response'
        | 'too_large'
        | 'timeout'
        | 'limit';
    };
    ExecutionPage: {
      executions: components['schemas']['Execution'][];
      nextBefore: number | null;
    };
    /** @description In a list, each stream is cut to 4 KiB and files have no content. A run with `outputEncoding: "base64"` has text here, unless its output is not UTF-8. */
    Execution: {
      id: string;
      language: string;
      stdout: string;
      stderr: string;
      exitCode: number | null;
      signal: string | null;
      stdoutTruncated: boolean;
      stderrTruncated: boolean;
      /**
       * @description Present if `stdout` and `stderr` are base64 of the exact bytes, and not text.
       * @constant
       */
      outputEncoding?: 'base64';
      /**
       * @description Present if `stdout` has U+FFFD instead of bytes that are not UTF-8. See `outputEncoding`.
       * @constant
       */
      stdoutNotUtf8?: true;
      /**
       * @description Present if `stderr` has U+FFFD instead of bytes that are not UTF-8.
       * @constant
       */
      stderrNotUtf8?: true;
      stdoutGap?: components['schemas']['OutputGap'];
      stderrGap?: components['schemas']['OutputGap'];
      durationMs: number;
      queuedMs: number;
      startupMs: number;
      memoryPeakBytes?: number;
      files: components['schemas']['ResultFile'][];
      engine: string;
      place: components['schemas']['EngineLocation'];
      /** @description Messages for users about differences from the request, such as packages that are not installed. */
      notices?: string[];
      /** @description Packages that the code declares or the request names, with the installed versions; absent: none. */
      packages?: components['schemas']['RunPackage'][];
      /** @description Probable reasons of a failure with what would help; absent if none is known. */
      hints?: components['schemas']['Hint'][];
      /** @enum {string} */
      status:
        | 'succeeded'
        | 'failed'
        | 'timed_out'
        | 'out_of_memory'
        | 'cancelled'
        | 'queued'
        | 'running'
        | 'interrupted';
      /** Format: date-time */
      createdAt: string;
      source: string;
      /** @description The stored script, the `name` or `entry` of the request, or the first comment or statement of the code: one line of at most 120 characters. Absent for a program without text. */
      name?: string;
      /** @description True if the history does not remove the run on its own. */
      pinned: boolean;
      /** @description What started the run; absent if an earlier version did not record it. */
      startedBy?: components['schemas']['RunMaker'];
      /** @description The original request, so that the run can be repeated; absent in lists and for vault runs. */
      request?: components['schemas']['ExecuteRequest'];
    };
    RunMaker: {
      /** @enum {string} */
      client: 'interface' | 'cli' | 'api' | 'agent';
      /** @description An agent's name for itself, or else the name that the API key had; absent for a session. */
      name?: string;
    };
    RunNetworkReport: {
      /** @description At most 256. */
      totals: components['schemas']['NetworkTotal'][];
      /** @description The first 1,000, in order. */
      requests: components['schemas']['NetworkRequest'][];
      requestsOmitted: number;
      /** @description Connections that wait for a decision; absent if there are none. */
      held?: {
        host: string;
        port: number;
        connections: number;
      }[];
    };
    NetworkTotal: {
      host: string;
      port: number;
      /** @description Index of the rule; null if no rule allowed the connections. */
      rule: number | null;
      connections: number;
      /** @description Connections and requests that were refused. */
      blocked: number;
      /** @description Connections and requests that failed, such as those to a host that does not answer; absent: none. */
      failed?: number;
      reasons: (
        | 'name_not_allowed'
        | 'port_not_allowed'
        | 'denied'
        | 'name_not_found'
        | 'closed_address'
        | 'connect_failed'
        | 'not_tls'
        | 'sni_mismatch'
        | 'host_mismatch'
        | 'bad_request'
        | 'method_not_allowed'
        | 'path_not_allowed'
        | 'websocket_not_allowed'
        | 'placeholder_misplaced'
        | 'secret_unusable'
        | 'secret_missing'
        | 'other_credential'
        | 'bad_certificate'
        | 'bad_response'
        | 'too_large'
        | 'timeout'
        | 'limit'
      )[];
      /** @description Number of requests by method. */
      methods: {
        [key: string]: number;
      };
      /** @description Number of responses by class: `2xx`, `4xx`, … */
      statuses: {
        [key: string]: number;
      };
      bytesIn: number;
      bytesOut: number;
      /** @description Number of values of secrets that were masked in responses; absent: none. */
      masked?: number;
      /** @description Names of the secrets whose values were sent. */
      secrets: string[];
    };
    NetworkRequest: {
      host: string;
      port: number;
      method: string;
      /** @description Without the query. */
      path: string;
      /** @description null if there was no response. */
      status: number | null;
      /** @description Names of the secrets whose values the request contained; absent: none. */
      secrets?: string[];
    };
    Language: {
      id: string;
      name: string;
      /** @description Version that the image reports; null while no image is installed. */
      version: string | null;
      aliases: string[];
      fileExtension: string;
      packageManager: string | null;
      /** @description Id of the language whose package list is used: its own or a shared one. Null: no package list. */
      packageList: string | null;
      available: boolean;
    };
    Sandbox: {
      id: string;
      language: string;
      /** @enum {string} */
      status: 'running' | 'paused';
      memoryMb: number;
      diskMb: number;
      /** @description `none` if absent. `full` is the whole public network and needs the setting `network.allowed`. Rules must lie within the setting `network.ceiling`. */
      network: ('none' | 'full') | components['schemas']['NetworkRules'];
      secretNames: string[];
      /** @description Number of installed packages that its programs can import. */
      packages: number;
      /** @description Packages that the request named, with the installed versions; absent: none. */
      withPackages?: components['schemas']['RunPackage'][];
      metadata: {
        [key: string]: string;
      };
      idleTimeoutMs: number;
      maxLifetimeMs: number;
      /** Format: date-time */
      createdAt: string;
      /**
       * Format: date-time
       * @description End of its lifetime, or of its idle time if nothing happens before.
       */
      expiresAt: string;
      queuedMs: number;
      startupMs: number;
      source: string;
      usage?: components['schemas']['SandboxUsage'];
      notices?: string[];
    };
    /** @description Current use. Only in the answer of `GET /api/v1/sandboxes/:id`, and absent while it is paused. */
    SandboxUsage: {
      memoryBytes: number;
      memoryPeakBytes: number;
      processes: number;
      /** @description Size of the working directory. */
      diskBytes: number;
      diskUsedBytes: number;
    };
    SandboxList: {
      sandboxes: components['schemas']['Sandbox'][];
    };
    SandboxCreationEvent:
      | {
          /** @constant */
          event: 'installing';
          /** @description The creation waits until these packages, which it requested itself, are installed. */
          data: {
            packages: string[];
          };
        }
      | {
          /** @constant */
          event: 'install_log';
          /** @description A line of the installer. */
          data: {
            text: string;
          };
        }
      | {
          /** @constant */
          event: 'installed';
          /** @description The packages of `installing` are installed. */
          data: {
            packages: components['schemas']['RunPackage'][];
          };
        }
      | {
          /** @constant */
          event: 'created';
          data: components['schemas']['Sandbox'];
        }
      | {
          /** @constant */
          event: 'error';
          data: components['schemas']['Error'];
        };
    /** @description Each stream has its first 1 MiB. */
    ProcessResult: {
      pid: number;
      stdout: string;
      stderr: string;
      exitCode: number | null;
      signal: string | null;
      stdoutTruncated: boolean;
      stderrTruncated: boolean;
      /**
       * @description Present if `stdout` and `stderr` are base64 of the exact bytes, and not text.
       * @constant
       */
      outputEncoding?: 'base64';
      /**
       * @description Present if `stdout` has U+FFFD instead of bytes that are not UTF-8. See `outputEncoding`.
       * @constant
       */
      stdoutNotUtf8?: true;
      /**
       * @description Present if `stderr` has U+FFFD instead of bytes that are not UTF-8.
       * @constant
       */
      stderrNotUtf8?: true;
      /** @description Probable reasons of a failure with what would help; absent if none is known. */
      hints?: components['schemas']['Hint'][];
      /** @enum {string} */
      status: 'succeeded' | 'failed' | 'timed_out' | 'out_of_memory' | 'cancelled';
      durationMs: number;
    };
    StartedProcess: {
      pid: number;
    };
    ProcessList: {
      processes: components['schemas']['ProcessStatus'][];
    };
    /** @description Each stream has its last 64 KiB. */
    ProcessStatus: {
      pid: number;
      stdout: string;
      stderr: string;
      exitCode: number | null;
      signal: string | null;
      stdoutTruncated: boolean;
      stderrTruncated: boolean;
      /**
       * @description Present if `stdout` and `stderr` are base64 of the exact bytes, and not text.
       * @constant
       */
      outputEncoding?: 'base64';
      /**
       * @description Present if `stdout` has U+FFFD instead of bytes that are not UTF-8. See `outputEncoding`.
       * @constant
       */
      stdoutNotUtf8?: true;
      /**
       * @description Present if `stderr` has U+FFFD instead of bytes that are not UTF-8.
       * @constant
       */
      stderrNotUtf8?: true;
      /** @description Probable reasons of a failure with what would help; absent if none is known. */
      hints?: components['schemas']['Hint'][];
      /** @enum {string} */
      status: 'running' | 'succeeded' | 'failed' | 'timed_out' | 'out_of_memory' | 'cancelled';
      durationMs: number;
      /** Format: date-time */
      startedAt: string;
      background: boolean;
      /** @description The program, `shell` or `code`; without its arguments, which may be secret. */
      description: string;
    };
    ProcessEvent:
      | {
          /** @constant */
          event: 'started';
          data: components['schemas']['StartedProcess'];
        }
      | {
          /** @constant */
          event: 'stdout';
          data: {
            text: string;
            /**
             * @description Present if `text` is base64 of the exact bytes, as the request asked with `outputEncoding`.
             * @constant
             */
            encoding?: 'base64';
          };
        }
      | {
          /** @constant */
          event: 'stderr';
          data: {
            text: string;
            /**
             * @description Present if `text` is base64 of the exact bytes, as the request asked with `outputEncoding`.
             * @constant
             */
            encoding?: 'base64';
          };
        }
      | {
          /** @constant */
          event: 'finished';
          data: components['schemas']['ProcessResult'];
        }
      | {
          /** @constant */
          event: 'error';
          data: components['schemas']['Error'];
        };
    Context: {
      id: string;
      language: string;
      /** @enum {string} */
      status: 'idle' | 'busy';
      executionCount: number;
      /** Format: date-time */
      createdAt: string;
    };
    ContextList: {
      contexts: components['schemas']['Context'][];
    };
    /** @description A cell that fails is still a successful request; `status` has the result. */
    CellResult: {
      id: string;
      /** @enum {string} */
      status: 'succeeded' | 'failed' | 'timed_out' | 'out_of_memory' | 'cancelled' | 'interrupted' | 'context_ended';
      /** @description True if the kernel ended and all variables of the context are lost: always with `context_ended` and `out_of_memory`; with `timed_out` and `cancelled` if the kernel ignored the interrupt for 2 s. If the kernel ended before the cell, the cell did not run, and `error` has the name `ContextEnded`. The next cell of `default` starts a new kernel; another context no longer exists. */
      contextEnded: boolean;
      executionCount: number;
      stdout: string;
      stderr: string;
      outputs: components['schemas']['CellOutput'][];
      error?: components['schemas']['CellError'];
      /** @description Of the last command of a Bash cell; of the kernel if it exited during the cell. */
      exitCode?: number;
      /** @description The signal that ended the kernel, such as `SIGSEGV`. */
      signal?: string;
      durationMs: number;
      queuedMs: number;
      /** @description Output over 1 MiB a stream, or rich output over 16 MiB or 1,000 pieces, was left out. */
      truncated: boolean;
      /** @description Probable reasons of a failure with what would help; absent if none is known. */
      hints?: components['schemas']['Hint'][];
    };
    CellOutput: {
      /** @enum {string} */
      kind: 'display' | 'result';
      data: components['schemas']['OutputData'];
      metadata?: components['schemas']['OutputMetadata'];
      displayId?: string;
    };
    /** @description By media type: `text/plain`, `text/html`, `text/markdown`, `text/latex`, `image/svg+xml`, `application/javascript`, `application/json` and `application/…+json` as text; `image/png`, `image/jpeg`, `image/gif`, `image/webp` and `application/pdf` in base64. Written by the program: a page must not run it at its own origin. */
    OutputData: {
      [key: string]: string;
    };
    /** @description For a media type of the output, such as the `width` of an image. */
    OutputMetadata: {
      [key: string]: {
        [key: string]: string | number | boolean;
      };
    };
    CellError: {
      name: string;
      message: string;
      traceback: string;
    };
    CellEvent:
      | {
          /** @constant */
          event: 'started';
          data: {
            id: string;
          };
        }
      | {
          /** @constant */
          event: 'stdout';
          data: {
            text: string;
          };
        }
      | {
          /** @constant */
          event: 'stderr';
          data: {
            text: string;
          };
        }
      | {
          /** @constant */
          event: 'display';
          data: {
            data: components['schemas']['OutputData'];
            metadata?: components['schemas']['OutputMetadata'];
            displayId?: string;
          };
        }
      | {
          /** @constant */
          event: 'update_display';
          data: {
            data: components['schemas']['OutputData'];
            metadata?: components['schemas']['OutputMetadata'];
            displayId?: string;
          };
        }
      | {
          /** @constant */
          event: 'clear_output';
          data: {
            wait: boolean;
          };
        }
      | {
          /** @constant */
          event: 'result';
          data: {
            data: components['schemas']['OutputData'];
            metadata?: components['schemas']['OutputMetadata'];
          };
        }
      | {
          /** @constant */
          event: 'traceback';
          data: components['schemas']['CellError'];
        }
      | {
          /** @constant */
          event: 'finished';
          data: components['schemas']['CellResult'];
        }
      | {
          /** @constant */
          event: 'error';
          data: components['schemas']['Error'];
        };
    Completion: {
      matches: string[];
      /** @description Start of the text that a match replaces, in UTF-16 units. */
      start: number;
      end: number;
    };
    Inspection: {
      found: boolean;
      data?: components['schemas']['OutputData'];
    };
    SandboxEntry: {
      /** @description Relative to the working directory, with / between names. */
      path: string;
      /** @enum {string} */
      type: 'file' | 'folder' | 'link' | 'other';
      size: number;
      /** @description POSIX permission bits. */
      mode: number;
      /** Format: date-time */
      modifiedAt: string;
      /** @description Of a link. Links are listed, and never followed. */
      target?: string;
    };
    SandboxEntryList: {
      entries: components['schemas']['SandboxEntry'][];
      /** @description There are more than 10,000 entries, or 4 MiB of paths. */
      truncated: boolean;
    };
    /** @description `lost`: changes were dropped; read the folder again. */
    WatchEvent:
      | {
          /** @constant */
          event: 'watching';
          data: {
            path: string;
          };
        }
      | {
          /** @constant */
          event: 'change';
          data: {
            /** @enum {string} */
            type: 'created' | 'modified' | 'deleted' | 'attributes' | 'lost';
            path: string;
          };
        }
      | {
          /** @constant */
          event: 'error';
          data: components['schemas']['Error'];
        };
    SecretMetadata: {
      name: string;
      description: string;
      /** @description Counts the changes of the secret, from 1: new values, and edits of other fields. */
      version: number;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
      /** @description Hosts whose requests can contain the value; absent: the value is an environment variable. */
      hosts?: components['schemas']['SecretHost'][];
      placeholderPrefix?: string;
      /** @description Time of the last run, or release to a program of this machine, that got the secret. */
      lastUsedAt: string | null;
      /**
       * @description false: the value is too short to be masked in the output of programs.
       * @constant
       */
      masked?: false;
      /**
       * @description true: the secret has hosts and its value has less than 16 bytes. A program can send guesses to a host that returns them, and masking shows it which one is right. Use a longer random value.
       * @constant
       */
      guessable?: true;
      /**
       * @description false: no run gets the secret, because an interpreter, the loader or a tool takes code from a variable of this name.
       * @constant
       */
      injected?: false;
    };
    SecretList: {
      secrets: components['schemas']['SecretMetadata'][];
    };
    ReleasedSecrets: {
      secrets: {
        name: string;
        /** Format: password */
        value: string;
      }[];
    };
    PackageList: {
      packages: components['schemas']['PackageInfo'][];
    };
    PackageInfo: {
      language: string;
      name: string;
      /** @description Installed version; null while none is installed. */
      version: string | null;
      /** @description Requested version or range; null: any version. */
      requested: string | null;
      /** @description Requested extras; absent: none. */
      extras?: string[];
      /** @description Digests that are checked; absent: none. */
      hashes?: string[];
      /** @enum {string} */
      status: 'installed' | 'installing' | 'failed';
      /** @description Why the last installation of the list failed. */
      error?: string;
      /** Format: date-time */
      addedAt: string;
    };
    AddedPackage: {
      language: string;
      name: string;
      /** @description Installed version; null while none is installed. */
      version: string | null;
      /** @description Requested version or range; null: any version. */
      requested: string | null;
      /** @description Requested extras; absent: none. */
      extras?: string[];
      /** @description Digests that are checked; absent: none. */
      hashes?: string[];
      /** @enum {string} */
      status: 'installed' | 'installing' | 'failed';
      /** @description Why the last installation of the list failed. */
      error?: string;
      /** Format: date-time */
      addedAt: string;
      /** @description Every package of a request with `packages`; the other fields describe the first. */
      packages?: components['schemas']['PackageInfo'][];
    };
    PackageEvent:
      | {
          /** @constant */
          event: 'started';
          data: {
            language: string;
            packages: string[];
          };
        }
      | {
          /** @constant */
          event: 'log';
          data: {
            language: string;
            text: string;
          };
        }
      | {
          /** @constant */
          event: 'installed';
          data: {
            language: string;
            packages: number;
            sizeBytes: number;
          };
        }
      | {
          /** @constant */
          event: 'failed';
          data: {
            language: string;
            error: string;
          };
        };
    StoredCode: {
      name: string;
      language: string;
      description: string;
      /** @constant */
      stored: true;
      /** @constant */
      zeroKnowledge: true;
    };
    /** @description The encrypted code: only a client with the master password can decrypt it. */
    EncryptedCode: {
      name: string;
      language: string;
      description: string;
      /** @constant */
      stored: true;
      /** @constant */
      zeroKnowledge: true;
      /** @description Size of the code in bytes of UTF-8. */
      size: number;
      /** @description Network rules of runs that name no network themselves. */
      network?: components['schemas']['NetworkRules'];
      revision: number;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
      encryptedPayload: components['schemas']['ZKPayload'];
    };
    EncryptedCodeList: {
      code: components['schemas']['EncryptedCodeMetadata'][];
    };
    EncryptedCodeMetadata: {
      name: string;
      language: string;
      description: string;
      /** @constant */
      stored: true;
      /** @constant */
      zeroKnowledge: true;
      /** @description Size of the code in bytes of UTF-8. */
      size: number;
      /** @description Network rules of runs that name no network themselves. */
      network?: components['schemas']['NetworkRules'];
      revision: number;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
    };
    CodeRevisionList: {
      revisions: components['schemas']['CodeRevision'][];
    };
    CodeRevision: {
      revision: number;
      language: string;
      description: string;
      size: number;
      /** Format: date-time */
      createdAt: string;
    };
    Reseal: {
      id: string;
    };
    Resealed: {
      /** @description Number of scripts. */
      code: number;
    };
    DraftList: {
      /** @description 32 bytes, derived from the account's key and used for drafts only. */
      key: string;
      drafts: components['schemas']['DraftInfo'][];
    };
    DraftInfo: {
      id: string;
      /** Format: date-time */
      updatedAt: string;
      /** @description Size of the ciphertext in bytes. */
      size: number;
    };
    DraftReply: {
      draft: components['schemas']['Draft'] | null;
    };
    Draft: {
      id: string;
      /** Format: date-time */
      updatedAt: string;
      /** @description Size of the ciphertext in bytes. */
      size: number;
      payload: components['schemas']['DraftPayload'];
    };
    ProviderList: {
      providers: components['schemas']['Provider'][];
    };
    /** @description An OpenAI-compatible endpoint; its key is never returned. */
    Provider: {
      id: string;
      /** @description The address in use, with its version segment. */
      baseUrl: string;
      model: string;
      hasKey: boolean;
      timeoutMs: number;
      default: boolean;
      /** @description Number of changes, from 1. */
      version: number;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
    };
    ProviderTest: {
      /**
       * @description `ok`: the endpoint answers and has the model, if one is named. `no_models`: it lists no models, but the model answered a question; or no model is named. `refused_request`: it refuses every question to the model. `not_openai`: the endpoint does not speak the OpenAI protocol.
       * @enum {string}
       */
      outcome:
        | 'ok'
        | 'dns'
        | 'refused'
        | 'tls'
        | 'timeout'
        | 'unreachable'
        | 'redirected'
        | 'unauthorized'
        | 'rate_limited'
        | 'server_error'
        | 'no_models'
        | 'unknown_model'
        | 'refused_request'
        | 'not_openai';
      /** @description The outcome in a sentence, with the next step. */
      message: string;
      /** @description Models of the endpoint, if it lists them. */
      models?: string[];
    };
    GenerateResponse: {
      id: string;
      /** @description Code of the last attempt that was run, else of the last attempt. */
      code: string;
      language: string;
      model: string;
      provider: string;
      /** @description All attempts, oldest first. */
      attempts: components['schemas']['GenerationAttempt'][];
      /** @description The last run, which is the run of `code`. */
      execution?: components['schemas']['ExecuteResponse'];
      usage: {
        /** @description Total of all attempts; null if the endpoint does not report it. */
        promptTokens: number | null;
        /** @description Total of all attempts; null if the endpoint does not report it. */
        completionTokens: number | null;
        /** @description Total of all attempts; null if the endpoint does not report it. */
        totalTokens: number | null;
      };
      /**
       * @description `failed`: the program failed and no repair was left. `identical_code`: the model returned the same code again. `repair_failed`: the model returned no repaired code. `run_failed`: the last program could not be run, and `runError` says why.
       * @enum {string}
       */
      stopReason:
        | 'not_executed'
        | 'succeeded'
        | 'failed'
        | 'identical_code'
        | 'repair_failed'
        | 'run_failed'
        | 'cancelled';
      /** @description Why the last attempt could not be run: the error that POST /api/v1/execute would return. */
      runError?: {
        /** @enum {string} */
        code:
          | 'invalid_request'
          | 'unauthorized'
          | 'invalid_credentials'
          | 'forbidden'
          | 'foreign_origin'
          | 'shell_not_proven'
          | 'registration_closed'
          | 'network_not_allowed'
          | 'cluster_not_allowed'
          | 'secret_release_off'
          | 'not_found'
          | 'nothing_remembered'
          | 'session_not_found'
          | 'api_key_not_found'
          | 'execution_not_found'
          | 'secret_not_found'
          | 'reseal_not_found'
          | 'code_not_found'
          | 'package_not_found'
          | 'provider_not_found'
          | 'generation_not_found'
          | 'item_not_found'
          | 'file_not_found'
          | 'sandbox_not_found'
          | 'process_not_found'
          | 'context_not_found'
          | 'cell_not_found'
          | 'method_not_allowed'
          | 'request_timeout'
          | 'email_taken'
          | 'item_rolled_back'
          | 'code_name_taken'
          | 'reseal_outdated'
          | 'draft_changed'
          | 'execution_finished'
          | 'execution_running'
          | 'stdin_not_open'
          | 'stdin_ended'
          | 'generation_finished'
          | 'generation_cancelled'
          | 'sandbox_paused'
          | 'process_ended'
          | 'file_exists'
          | 'sandbox_ended'
          | 'precondition_failed'
          | 'too_large'
          | 'unsupported_media_type'
          | 'expectation_failed'
          | 'wrong_host'
          | 'unknown_language'
          | 'language_needs_docker'
          | 'memory_needs_docker'
          | 'network_not_supported'
          | 'pause_not_supported'
          | 'environment_too_large'
          | 'secrets_must_be_named'
          | 'secret_not_bound'
          | 'secret_proxy_only'
          | 'unknown_secret'
          | 'too_many_secrets'
          | 'too_many_pinned'
          | 'drafts_full'
          | 'packages_not_supported'
          | 'packages_failed'
          | 'too_many_packages'
          | 'no_provider'
          | 'too_many_providers'
          | 'unknown_model'
          | 'no_code_in_answer'
          | 'model_refused'
          | 'not_approved'
          | 'decryption_failed'
          | 'sandbox_needs_docker'
          | 'language_has_no_kernel'
          | 'language_not_in_sandbox'
          | 'program_not_found'
          | 'path_is_link'
          | 'file_not_accessible'
          | 'wrong_file_type'
          | 'locked'
          | 'headers_too_large'
          | 'rate_limited'
          | 'queue_full'
          | 'queue_timeout'
          | 'model_rate_limited'
          | 'too_many_generations'
          | 'too_many_sandboxes'
          | 'sandbox_capacity_full'
          | 'sandbox_memory_full'
          | 'too_many_channels'
          | 'context_queue_full'
          | 'account_memory_full'
          | 'input_queue_full'
          | 'internal'
          | 'model_unreachable'
          | 'model_key_refused'
          | 'model_failed'
          | 'answer_too_large'
          | 'egress_unavailable'
          | 'engine_unavailable'
          | 'capacity_unavailable'
          | 'run_interrupted'
          | 'packages_unavailable'
          | 'key_store_unavailable'
          | 'language_not_installed'
          | 'storage_unavailable'
          | 'sandbox_disk_full'
          | 'model_timeout'
          | 'shutting_down';
        message: string;
      };
      /** @description Messages for users. */
      notices?: string[];
    };
    GenerationAttempt: {
      code: string;
      execution?: components['schemas']['ExecuteResponse'];
    };
    /** @description Each attempt sends `attempt`, then `code` and `words` (text of the model around its code) as they arrive, then `generated` with the whole code, which is authoritative. If the code is run, `run_started`, the events of the run and `run_finished` follow. The last event is `finished` or `error`. */
    GenerationEvent:
      | {
          /** @constant */
          event: 'started';
          data: {
            id: string;
          };
        }
      | {
          /** @constant */
          event: 'attempt';
          data: {
            /** @description Number of the attempt, from 1. */
            attempt: number;
            model: string;
          };
        }
      | {
          /** @constant */
          event: 'code';
          data: {
            text: string;
          };
        }
      | {
          /** @constant */
          event: 'words';
          data: {
            text: string;
          };
        }
      | {
          /** @constant */
          event: 'generated';
          data: {
            /** @description Number of the attempt, from 1. */
            attempt: number;
            code: string;
          };
        }
      | {
          /** @constant */
          event: 'run_started';
          data: {
            /** @description Number of the attempt, from 1. */
            attempt: number;
            id: string;
          };
        }
      | {
          /** @constant */
          event: 'installing';
          /** @description The run waits until these packages, which it requested itself, are installed. This happens once. */
          data: {
            packages: string[];
          };
        }
      | {
          /** @constant */
          event: 'install_log';
          /** @description A line of the installer. */
          data: {
            text: string;
          };
        }
      | {
          /** @constant */
          event: 'installed';
          /** @description The packages of `installing` are installed, and the run waits for a sandbox. */
          data: {
            packages: components['schemas']['RunPackage'][];
          };
        }
      | {
          /** @constant */
          event: 'stdout';
          data: {
            text: string;
            /**
             * @description Present if `text` is base64 of the exact bytes, as the request asked with `outputEncoding`.
             * @constant
             */
            encoding?: 'base64';
            /** @description If present, the text is a line that replaces this number of omitted bytes of output. */
            missingBytes?: number;
          };
        }
      | {
          /** @constant */
          event: 'stderr';
          data: {
            text: string;
            /**
             * @description Present if `text` is base64 of the exact bytes, as the request asked with `outputEncoding`.
             * @constant
             */
            encoding?: 'base64';
            /** @description If present, the text is a line that replaces this number of omitted bytes of output. */
            missingBytes?: number;
          };
        }
      | {
          /** @constant */
          event: 'printed';
          /** @description With `outputKeep: "ends"`, once the first 512 KiB were sent: number of bytes printed so far. The last 512 KiB follow at the end of the run. */
          data: {
            stdoutBytes: number;
            stderrBytes: number;
          };
        }
      | {
          /** @constant */
          event: 'network';
          data: components['schemas']['NetworkEvent'];
        }
      | {
          /** @constant */
          event: 'file';
          data: components['schemas']['ResultFile'];
        }
      | {
          /** @constant */
          event: 'run_finished';
          data: components['schemas']['ExecuteResponse'];
        }
      | {
          /** @constant */
          event: 'finished';
          data: components['schemas']['GenerateResponse'];
        }
      | {
          /** @constant */
          event: 'error';
          data: components['schemas']['Error'];
        };
    AuditPage: {
      logs: components['schemas']['AuditEntry'][];
      nextBefore: number | null;
    };
    AuditEntry: {
      id: number;
      user_id: number;
      action: string;
      resource_type: string;
      resource_id: string | null;
      ip_address: string;
      metadata: {
        [key: string]: unknown;
      };
      /** Format: date-time */
      created_at: string;
    };
    AuditVerification: {
      /** @enum {string} */
      verdict: 'intact' | 'edited' | 'gap' | 'truncated' | 'rolled_back' | 'unanchored';
      /** @description The account's own entries. */
      entries: number;
      /** @description Id of the first entry that was changed or is missing. */
      firstBadId?: number;
    };
    RolledBackItems: {
      items: components['schemas']['RolledBackItem'][];
    };
    RolledBackItem: {
      /** @enum {string} */
      kind: 'secret' | 'script' | 'api_key';
      id: string;
      name: string;
      /** @description Current version in the database, or the last version of a missing item. */
      version: number;
      /**
       * @description no_head: the item is not recorded. changed: it differs from the recorded state. older: a later change is recorded. log_broken: the audit log is damaged after its last change. missing: it is missing, but no deletion is recorded.
       * @enum {string}
       */
      fault: 'no_head' | 'changed' | 'older' | 'log_broken' | 'missing';
      /** @description Digest of the state that was shown, so that no other state is accepted. */
      digest: string;
    };
    AcceptedItems: {
      accepted: number;
    };
    Settings: {
      network: {
        /** @description Whether a run can request the whole network (`full`). */
        allowed: boolean;
        /** @description Hosts that network rules can allow. No rule is accepted while it is empty. */
        ceiling: components['schemas']['NetworkCeilingEntry'][];
        /** @description Proxy that connects the hosts of network rules (`CONNECT`), for a machine that reaches them through one only. The proxy looks their names up: whether an address is public is not checked then. Only a session can change it. */
        proxy: string | null;
      };
      cluster: {
        /** @description Whether code, input and secrets of the account may leave the machine, for sandboxes that run in a cluster. Only a session can turn it on. */
        allowed: boolean;
      };
      limits: {
        /** @description Time limit of runs that set none, in milliseconds. */
        timeoutMs: number;
        /** @description Memory limit of runs that set none, in MiB. */
        memoryMb: number;
      };
      installer: {
        pipIndexUrl: string | null;
        npmRegistry: string | null;
        caBundlePath: string | null;
        proxy: string | null;
        /** @description Whether packages can run their own code during installation: builds from source and scripts of npm packages. */
        builds: boolean;
        /** @description Whether a run can have packages of its own: those that its code declares, and `withPackages`. */
        forRuns: boolean;
      };
      history: {
        keepRuns: number;
        keepOutputs: boolean;
        maxBytes: number;
      };
      sandboxes: {
        /** @description Maximum number of sandboxes of the account at the same time. */
        perAccount: number;
      };
      secrets: {
        /** @description Whether `strongroom with` can give values of secrets to programs of this machine, with the password each time. Only a session can turn it on. */
        release: boolean;
      };
      autoLockMinutes: number;
      /**
       * @description Setting of the whole machine; only the first account can change it.
       * @enum {string}
       */
      registration: 'open' | 'closed';
      /** @description Settings that this account cannot change; absent for the first account. */
      readOnly?: 'registration'[];
    };
    /** @description An error of the Model Context Protocol (JSON-RPC 2.0). */
    JsonRpcError: {
      /** @constant */
      jsonrpc: '2.0';
      id?: string | number | null;
      error: {
        code: number;
        message: string;
        data?: unknown;
      } & {
        [key: string]: unknown;
      };
    } & {
      [key: string]: unknown;
    };
    Operations: {
      /** @description Health check */
      'GET /api/v1/health': {
        reply: components['schemas']['HealthResponse'];
      };
      /** @description Prove the daemon to a client */
      'POST /api/v1/handshake': {
        body: {
          /** @description 16 to 64 random bytes in base64. */
          nonce: string;
        };
        reply: {
          proof: string;
        };
      };
      /** @description Prove the daemon to a page */
      'POST /api/v1/handshake/page': {
        body: {
          /** @description The id with which the page was served. */
          page: string;
          /** @description 16 to 64 random bytes in base64. */
          nonce: string;
        };
        reply: {
          proof: string;
        };
      };
      /** @description API info */
      'GET /api/v1': {
        reply: components['schemas']['ApiInfo'];
      };
      /** @description Register a new user */
      'POST /api/register': {
        body: {
          /** Format: email */
          email: string;
          /**
           * Format: password
           * @description 8 to 1,024 bytes, counted in the NFC form in UTF-8. Spaces are ordinary characters.
           */
          password: string;
        };
        reply: components['schemas']['AuthResponse'];
      };
      /** @description Register a new user without an API key */
      'POST /api/v1/auth/register': {
        body: {
          /** Format: email */
          email: string;
          /**
           * Format: password
           * @description 8 to 1,024 bytes, counted in the NFC form in UTF-8. Spaces are ordinary characters.
           */
          password: string;
        };
        reply: components['schemas']['Login'];
      };
      /** @description Login */
      'POST /api/v1/auth/login': {
        body: {
          email: string;
          /** Format: password */
          password: string;
        };
        reply: components['schemas']['Login'];
      };
      /** @description Verify token */
      'POST /api/v1/auth/verify': {
        body?: components['schemas']['VerifyInput'];
        reply: components['schemas']['Verification'];
      };
      /** @description Refresh token */
      'POST /api/v1/auth/refresh': {
        reply: components['schemas']['Refreshed'];
      };
      /** @description Log out */
      'POST /api/v1/auth/logout': {
        body?: {
          /** @description A window was locked: its owner will log in again. */
          lock?: boolean;
        };
        reply: components['schemas']['Logout'];
      };
      /** @description List sessions */
      'GET /api/v1/auth/sessions': {
        reply: {
          sessions: components['schemas']['Session'][];
        };
      };
      /** @description End a session */
      'DELETE /api/v1/auth/sessions/{id}': {
        params: {
          id: string;
        };
      };
      /** @description Change password */
      'PUT /api/v1/auth/password': {
        body: {
          /** Format: password */
          currentPassword: string;
          /**
           * Format: password
           * @description 8 to 1,024 bytes, counted in the NFC form in UTF-8. Spaces are ordinary characters.
           */
          newPassword: string;
        };
        reply: components['schemas']['PasswordChange'];
      };
      /** @description Delete the account */
      'DELETE /api/v1/account': {
        body: {
          /** Format: password */
          password: string;
        };
      };
      /** @description Challenge the desktop shell */
      'POST /api/v1/auth/remembered/challenge': {
        reply: {
          challenge: string;
        };
      };
      /** @description Read whether this computer remembers a session of the account */
      'GET /api/v1/auth/remembered': {
        reply: components['schemas']['Remembered'];
      };
      /** @description Remember the session on this computer */
      'PUT /api/v1/auth/remembered': {
        body: components['schemas']['ShellProof'];
      };
      /** @description Forget the remembered session */
      'DELETE /api/v1/auth/remembered': Record<string, never>;
      /** @description Restore the remembered session */
      'POST /api/v1/auth/remembered/session': {
        body: components['schemas']['ShellProof'];
        reply: components['schemas']['Login'];
      };
      /** @description List API keys */
      'GET /api/v1/api-keys': {
        reply: {
          apiKeys: components['schemas']['ApiKey'][];
        };
      };
      /** @description Create an API key */
      'POST /api/v1/api-keys': {
        body: components['schemas']['NewApiKey'];
        reply: components['schemas']['CreatedApiKey'];
      };
      /** @description Revoke an API key */
      'DELETE /api/v1/api-keys/{id}': {
        params: {
          id: string;
        };
        reply: components['schemas']['RevokedApiKey'];
      };
      /** @description Watch the session */
      'POST /api/v1/events/watches': {
        reply: components['schemas']['SessionWatch'];
      };
      /** @description Follow the events */
      'GET /api/v1/events': {
        query?: {
          /** @description Up to 64 watch ids, separated by commas. */
          watch?: string;
        };
        events: components['schemas']['DaemonEvent'];
      };
      /** @description Delete executions */
      'POST /api/v1/executions/delete': {
        body: components['schemas']['ExecutionIds'];
        reply: {
          deleted: number;
        };
      };
      /** @description Execute code */
      'POST /api/v1/execute': {
        headers?: {
          /** @description A name for this request, such as a UUID. The same request with the same name and credential starts no second run: it is answered when the first one has ended, so that a client whose connection was closed can ask again. */
          'Idempotency-Key'?: string;
        };
        body: components['schemas']['ExecuteRequest'];
        reply: components['schemas']['ExecuteResponse'];
      };
      /** @description Execute code: event stream */
      'POST /api/v1/execute/stream': {
        headers?: {
          /** @description A name for this request, such as a UUID. The same request with the same name and credential starts no second run: it is answered when the first one has ended, so that a client whose connection was closed can ask again. */
          'Idempotency-Key'?: string;
        };
        body: components['schemas']['ExecuteRequest'];
        events: components['schemas']['ExecutionEvent'];
      };
      /** @description List executions */
      'GET /api/v1/executions': {
        query?: {
          /** @description Text within the `name` of the run or the name in `startedBy`, in upper or lower case. Code and output are not searched. */
          search?: string;
          /** @description Beginning of the id, with or without `run_`. */
          idPrefix?: string;
          /** @enum {string} */
          status?:
            | 'succeeded'
            | 'failed'
            | 'timed_out'
            | 'out_of_memory'
            | 'cancelled'
            | 'queued'
            | 'running'
            | 'interrupted';
          /** @description An id or alias of GET /api/v1/languages. */
          language?: string;
          /** @enum {string} */
          client?: 'interface' | 'cli' | 'api' | 'agent';
          pinned?: boolean;
          /**
           * Format: date-time
           * @description Runs that started at this time or later.
           */
          from?: string;
          /**
           * Format: date-time
           * @description Runs that started before this time.
           */
          to?: string;
          limit?: number;
          before?: number;
        };
        reply: components['schemas']['ExecutionPage'];
      };
      /** @description Read an execution */
      'GET /api/v1/executions/{id}': {
        params: {
          id: string;
        };
        reply: components['schemas']['Execution'];
      };
      /** @description Pin or unpin an execution */
      'PATCH /api/v1/executions/{id}': {
        params: {
          id: string;
        };
        body: components['schemas']['ExecutionPatch'];
        reply: components['schemas']['Execution'];
      };
      /** @description Delete an execution */
      'DELETE /api/v1/executions/{id}': {
        params: {
          id: string;
        };
      };
      /** @description Cancel an execution */
      'POST /api/v1/executions/{id}/cancel': {
        params: {
          id: string;
        };
        reply: components['schemas']['Execution'];
      };
      /** @description Resume the stream of an execution */
      'GET /api/v1/executions/{id}/events': {
        params: {
          id: string;
        };
        events: components['schemas']['ExecutionEvent'];
      };
      /** @description Download a file that an execution left */
      'GET /api/v1/executions/{id}/files/{path}': {
        params: {
          id: string;
          path: string;
        };
        /** @description Bytes. */
        reply: string;
      };
      /** @description Read an execution's connections and requests */
      'GET /api/v1/executions/{id}/network': {
        params: {
          id: string;
        };
        reply: components['schemas']['RunNetworkReport'];
      };
      /** @description Allow or refuse held connections */
      'POST /api/v1/executions/{id}/network/decisions': {
        params: {
          id: string;
        };
        body: components['schemas']['NetworkDecision'];
        reply: {
          /** @description Number of held connections. */
          decided: number;
        };
      };
      /** @description Write to the input of an execution */
      'POST /api/v1/executions/{id}/stdin': {
        params: {
          id: string;
        };
        query?: {
          end?: boolean;
        };
        /** @description Bytes. */
        body: string;
      };
      /** @description List languages */
      'GET /api/v1/languages': {
        reply: {
          languages: components['schemas']['Language'][];
        };
      };
      /** @description Create a sandbox */
      'POST /api/v1/sandboxes': {
        body?: components['schemas']['CreateSandboxRequest'];
        reply: components['schemas']['Sandbox'];
      };
      /** @description List sandboxes */
      'GET /api/v1/sandboxes': {
        reply: components['schemas']['SandboxList'];
      };
      /** @description Create a sandbox: event stream */
      'POST /api/v1/sandboxes/stream': {
        body?: components['schemas']['CreateSandboxRequest'];
        events: components['schemas']['SandboxCreationEvent'];
      };
      /** @description Read a sandbox */
      'GET /api/v1/sandboxes/{id}': {
        params: {
          id: string;
        };
        reply: components['schemas']['Sandbox'];
      };
      /** @description Extend a sandbox */
      'PATCH /api/v1/sandboxes/{id}': {
        params: {
          id: string;
        };
        body: components['schemas']['ExtendSandboxRequest'];
        reply: components['schemas']['Sandbox'];
      };
      /** @description Delete a sandbox */
      'DELETE /api/v1/sandboxes/{id}': {
        params: {
          id: string;
        };
      };
      /** @description Pause a sandbox */
      'POST /api/v1/sandboxes/{id}/pause': {
        params: {
          id: string;
        };
        reply: components['schemas']['Sandbox'];
      };
      /** @description Resume a sandbox */
      'POST /api/v1/sandboxes/{id}/resume': {
        params: {
          id: string;
        };
        reply: components['schemas']['Sandbox'];
      };
      /** @description Run a process */
      'POST /api/v1/sandboxes/{id}/processes': {
        params: {
          id: string;
        };
        body: components['schemas']['ProcessRequest'];
        reply: components['schemas']['ProcessResult'] | components['schemas']['StartedProcess'];
      };
      /** @description List processes */
      'GET /api/v1/sandboxes/{id}/processes': {
        params: {
          id: string;
        };
        reply: components['schemas']['ProcessList'];
      };
      /** @description Run a process: event stream */
      'POST /api/v1/sandboxes/{id}/processes/stream': {
        params: {
          id: string;
        };
        body: components['schemas']['ProcessRequest'];
        reply: components['schemas']['StartedProcess'];
        events: components['schemas']['ProcessEvent'];
      };
      /** @description Read a process */
      'GET /api/v1/sandboxes/{id}/processes/{pid}': {
        params: {
          id: string;
          pid: number;
        };
        reply: components['schemas']['ProcessStatus'];
      };
      /** @description Follow a process */
      'GET /api/v1/sandboxes/{id}/processes/{pid}/events': {
        params: {
          id: string;
          pid: number;
        };
        events: components['schemas']['ProcessEvent'];
      };
      /** @description Write to the input of a process */
      'POST /api/v1/sandboxes/{id}/processes/{pid}/stdin': {
        params: {
          id: string;
          pid: number;
        };
        body: components['schemas']['ProcessInput'];
      };
      /** @description Send a signal to a process */
      'POST /api/v1/sandboxes/{id}/processes/{pid}/signal': {
        params: {
          id: string;
          pid: number;
        };
        body: components['schemas']['ProcessSignal'];
      };
      /** @description Wait for a process */
      'POST /api/v1/sandboxes/{id}/processes/{pid}/wait': {
        params: {
          id: string;
          pid: number;
        };
        body?: {
          /** @description 30,000 if absent. */
          timeoutMs?: number;
        };
        reply: components['schemas']['ProcessStatus'];
      };
      /** @description Create a context */
      'POST /api/v1/sandboxes/{id}/contexts': {
        params: {
          id: string;
        };
        body?: components['schemas']['ContextRequest'];
        reply: components['schemas']['Context'];
      };
      /** @description List contexts */
      'GET /api/v1/sandboxes/{id}/contexts': {
        params: {
          id: string;
        };
        reply: components['schemas']['ContextList'];
      };
      /** @description Delete a context */
      'DELETE /api/v1/sandboxes/{id}/contexts/{cid}': {
        params: {
          id: string;
          cid: string;
        };
      };
      /** @description Interrupt a context */
      'POST /api/v1/sandboxes/{id}/contexts/{cid}/interrupt': {
        params: {
          id: string;
          cid: string;
        };
      };
      /** @description Restart a context */
      'POST /api/v1/sandboxes/{id}/contexts/{cid}/restart': {
        params: {
          id: string;
          cid: string;
        };
        reply: components['schemas']['Context'];
      };
      /** @description Run a cell */
      'POST /api/v1/sandboxes/{id}/contexts/{cid}/cells': {
        params: {
          id: string;
          cid: string;
        };
        body: components['schemas']['CellRequest'];
        reply: components['schemas']['CellResult'];
      };
      /** @description Run a cell: event stream */
      'POST /api/v1/sandboxes/{id}/contexts/{cid}/cells/stream': {
        params: {
          id: string;
          cid: string;
        };
        body: components['schemas']['CellRequest'];
        events: components['schemas']['CellEvent'];
      };
      /** @description Resume the stream of a cell */
      'GET /api/v1/sandboxes/{id}/contexts/{cid}/cells/{cell}/events': {
        params: {
          id: string;
          cid: string;
          cell: string;
        };
        events: components['schemas']['CellEvent'];
      };
      /** @description Complete code */
      'POST /api/v1/sandboxes/{id}/contexts/{cid}/complete': {
        params: {
          id: string;
          cid: string;
        };
        body: components['schemas']['CompleteRequest'];
        reply: components['schemas']['Completion'];
      };
      /** @description Inspect code */
      'POST /api/v1/sandboxes/{id}/contexts/{cid}/inspect': {
        params: {
          id: string;
          cid: string;
        };
        body: components['schemas']['InspectRequest'];
        reply: components['schemas']['Inspection'];
      };
      /** @description Read a file */
      'GET /api/v1/sandboxes/{id}/files/{path}': {
        params: {
          id: string;
          /** @description Path of the file, relative to the working directory. Its `/` can be sent as they are, or as `%2F`. */
          path: string;
        };
        /** @description Bytes. */
        reply: string;
      };
      /** @description Write a file */
      'PUT /api/v1/sandboxes/{id}/files/{path}': {
        params: {
          id: string;
          /** @description Path of the file, relative to the working directory. Its `/` can be sent as they are, or as `%2F`. */
          path: string;
        };
        query?: {
          /** @description True: programs can execute the file. False: none can. If absent, a new file is not executable. */
          executable?: boolean;
        };
        headers?: {
          /** @description `*`: only creates. If the name exists, the reply is `precondition_failed` and nothing changes. */
          'If-None-Match'?: string;
        };
        /** @description Bytes. */
        body: string;
        reply: components['schemas']['SandboxEntry'];
      };
      /** @description Delete a file or a folder */
      'DELETE /api/v1/sandboxes/{id}/files/{path}': {
        params: {
          id: string;
          /** @description Path of the file, relative to the working directory. Its `/` can be sent as they are, or as `%2F`. */
          path: string;
        };
      };
      /** @description List a folder */
      'GET /api/v1/sandboxes/{id}/entries': {
        params: {
          id: string;
        };
        query?: {
          path?: string;
          /** @description 1, the direct entries, if absent. */
          depth?: number;
        };
        reply: components['schemas']['SandboxEntryList'];
      };
      /** @description Describe a file or a folder */
      'GET /api/v1/sandboxes/{id}/entry': {
        params: {
          id: string;
        };
        query?: {
          path?: string;
        };
        reply: components['schemas']['SandboxEntry'];
      };
      /** @description Watch a folder */
      'GET /api/v1/sandboxes/{id}/watch': {
        params: {
          id: string;
        };
        query?: {
          path?: string;
          recursive?: boolean;
        };
        events: components['schemas']['WatchEvent'];
      };
      /** @description Create a folder */
      'POST /api/v1/sandboxes/{id}/folders': {
        params: {
          id: string;
        };
        body: components['schemas']['FolderRequest'];
        reply: components['schemas']['SandboxEntry'];
      };
      /** @description Move or rename a file or a folder */
      'POST /api/v1/sandboxes/{id}/moves': {
        params: {
          id: string;
        };
        body: components['schemas']['MoveRequest'];
        reply: components['schemas']['SandboxEntry'];
      };
      /** @description Read a sandbox's connections and requests */
      'GET /api/v1/sandboxes/{id}/network': {
        params: {
          id: string;
        };
        reply: components['schemas']['RunNetworkReport'];
      };
      /** @description Allow or refuse held connections of a sandbox */
      'POST /api/v1/sandboxes/{id}/network/decisions': {
        params: {
          id: string;
        };
        body: components['schemas']['NetworkDecision'];
        reply: {
          /** @description Number of held connections. */
          decided: number;
        };
      };
      /** @description Create or update a secret */
      'PUT /api/v1/secrets/{name}': {
        params: {
          name: string;
        };
        headers?: {
          /** @description Changes only this version, for example `"3"`; `*` means any version. If the item has another version or does not exist, the reply is `precondition_failed`. */
          'If-Match'?: string;
          /** @description `*`: only creates. If the name exists, the reply is `precondition_failed` and nothing changes. */
          'If-None-Match'?: string;
        };
        body: components['schemas']['SecretInput'];
        reply: components['schemas']['SecretMetadata'];
      };
      /** @description Change a secret without its value */
      'PATCH /api/v1/secrets/{name}': {
        params: {
          name: string;
        };
        headers?: {
          /** @description Changes only this version, for example `"3"`; `*` means any version. If the item has another version or does not exist, the reply is `precondition_failed`. */
          'If-Match'?: string;
        };
        body: components['schemas']['SecretPatch'];
        reply: components['schemas']['SecretMetadata'];
      };
      /** @description Delete a secret */
      'DELETE /api/v1/secrets/{name}': {
        params: {
          name: string;
        };
      };
      /** @description List secrets */
      'GET /api/v1/secrets': {
        query?: {
          /**
           * @description For a client that completes names while the user types: of the listings of a credential, the audit log records only one in 15 minutes.
           * @constant
           */
          purpose?: 'completion';
        };
        reply: components['schemas']['SecretList'];
      };
      /** @description Read values of secrets for a program of this machine */
      'POST /api/v1/secret-values': {
        body: components['schemas']['SecretRelease'];
        reply: components['schemas']['ReleasedSecrets'];
      };
      /** @description List persistent packages */
      'GET /api/v1/packages': {
        reply: components['schemas']['PackageList'];
      };
      /** @description Set the package list */
      'PUT /api/v1/packages': {
        body: components['schemas']['PackageListInput'];
        reply: components['schemas']['PackageList'];
      };
      /** @description Add a package */
      'POST /api/v1/packages': {
        body: components['schemas']['PackageInput'];
        reply: components['schemas']['AddedPackage'];
      };
      /** @description Remove a package */
      'DELETE /api/v1/packages/{language}/{name}': {
        params: {
          /** @description Id or alias of a language; TypeScript shares the list of JavaScript. */
          language: string;
          name: string;
        };
      };
      /** @description Follow the install log */
      'GET /api/v1/packages/events': {
        events: components['schemas']['PackageEvent'];
      };
      /** @description Client encryption helper */
      'POST /api/v1/zk/encrypt': {
        body: {
          /** Format: password */
          masterPassword: string;
          code: string;
        };
        reply: {
          encryptedPayload: components['schemas']['ZKPayload'];
        };
      };
      /** @description Store encrypted code */
      'PUT /api/v1/zk/code/{name}': {
        params: {
          name: string;
        };
        headers?: {
          /** @description Changes only this version, for example `"3"`; `*` means any version. If the item has another version or does not exist, the reply is `precondition_failed`. */
          'If-Match'?: string;
          /** @description `*`: only creates. If the name exists, the reply is `precondition_failed` and nothing changes. */
          'If-None-Match'?: string;
        };
        body: components['schemas']['EncryptedCodeInput'];
        reply: components['schemas']['StoredCode'];
      };
      /** @description Read encrypted code */
      'GET /api/v1/zk/code/{name}': {
        params: {
          name: string;
        };
        query?: {
          revision?: number;
        };
        reply: components['schemas']['EncryptedCode'];
      };
      /** @description Delete encrypted code */
      'DELETE /api/v1/zk/code/{name}': {
        params: {
          name: string;
        };
        headers?: {
          /** @description Changes only this version, for example `"3"`; `*` means any version. If the item has another version or does not exist, the reply is `precondition_failed`. */
          'If-Match'?: string;
        };
      };
      /** @description List encrypted code */
      'GET /api/v1/zk/code': {
        query?: {
          /**
           * @description For a client that completes names while the user types: of the listings of a credential, the audit log records only one in 15 minutes.
           * @constant
           */
          purpose?: 'completion';
        };
        reply: components['schemas']['EncryptedCodeList'];
      };
      /** @description List the revisions of encrypted code */
      'GET /api/v1/zk/code/{name}/revisions': {
        params: {
          name: string;
        };
        reply: components['schemas']['CodeRevisionList'];
      };
      /** @description Rename or move encrypted code */
      'POST /api/v1/zk/code/{name}/rename': {
        params: {
          name: string;
        };
        headers?: {
          /** @description Changes only this version, for example `"3"`; `*` means any version. If the item has another version or does not exist, the reply is `precondition_failed`. */
          'If-Match'?: string;
        };
        body: {
          name: string;
        };
        reply: components['schemas']['EncryptedCodeMetadata'];
      };
      /** @description Decrypt and execute in sandbox */
      'POST /api/v1/zk/code/{name}/execute': {
        params: {
          name: string;
        };
        headers?: {
          /** @description A name for this request, such as a UUID. The same request with the same name and credential starts no second run: it is answered when the first one has ended, so that a client whose connection was closed can ask again. */
          'Idempotency-Key'?: string;
        };
        body: components['schemas']['ExecuteStoredRequest'];
        reply: components['schemas']['ExecuteResponse'];
      };
      /** @description Decrypt and execute in sandbox: event stream */
      'POST /api/v1/zk/code/{name}/execute/stream': {
        params: {
          name: string;
        };
        headers?: {
          /** @description A name for this request, such as a UUID. The same request with the same name and credential starts no second run: it is answered when the first one has ended, so that a client whose connection was closed can ask again. */
          'Idempotency-Key'?: string;
        };
        body: components['schemas']['ExecuteStoredRequest'];
        events: components['schemas']['ExecutionEvent'];
      };
      /** @description Begin to change the master password */
      'POST /api/v1/zk/reseals': {
        reply: components['schemas']['Reseal'];
      };
      /** @description Send a script that is sealed under the new password */
      'PUT /api/v1/zk/reseals/{id}/code/{name}': {
        params: {
          id: string;
          name: string;
        };
        body: components['schemas']['ResealedCode'];
      };
      /** @description Change the master password */
      'POST /api/v1/zk/reseals/{id}/commit': {
        params: {
          id: string;
        };
        body?: components['schemas']['ResealCommit'];
        reply: components['schemas']['Resealed'];
      };
      /** @description Break off a change of the master password */
      'DELETE /api/v1/zk/reseals/{id}': {
        params: {
          id: string;
        };
      };
      /** @description List drafts */
      'GET /api/v1/drafts': {
        reply: components['schemas']['DraftList'];
      };
      /** @description Read a draft */
      'GET /api/v1/drafts/{id}': {
        params: {
          id: string;
        };
        reply: components['schemas']['DraftReply'];
      };
      /** @description Save a draft */
      'PUT /api/v1/drafts/{id}': {
        params: {
          id: string;
        };
        body: {
          payload: components['schemas']['DraftPayload'];
          /** @description The `updatedAt` that the caller last read; null: the draft is new. Absent: replaces any version. */
          basedOn?: string | null;
        };
        reply: components['schemas']['DraftInfo'];
      };
      /** @description Delete a draft */
      'DELETE /api/v1/drafts/{id}': {
        params: {
          id: string;
        };
        query?: {
          /**
           * Format: date-time
           * @description The `updatedAt` that the caller last read. If the draft was saved after it, the reply is 409.
           */
          basedOn?: string;
        };
      };
      /** @description List model providers */
      'GET /api/v1/providers': {
        reply: components['schemas']['ProviderList'];
      };
      /** @description Create or update a model provider */
      'PUT /api/v1/providers/{id}': {
        params: {
          id: string;
        };
        headers?: {
          /** @description Changes only this version, for example `"3"`; `*` means any version. If the item has another version or does not exist, the reply is `precondition_failed`. */
          'If-Match'?: string;
          /** @description `*`: only creates. If the name exists, the reply is `precondition_failed` and nothing changes. */
          'If-None-Match'?: string;
        };
        body: components['schemas']['ProviderInput'];
        reply: components['schemas']['Provider'];
      };
      /** @description Delete a model provider */
      'DELETE /api/v1/providers/{id}': {
        params: {
          id: string;
        };
      };
      /** @description Test the connection to a model provider */
      'POST /api/v1/providers/{id}/test': {
        params: {
          id: string;
        };
        reply: components['schemas']['ProviderTest'];
      };
      /** @description Test a model provider before it is stored, and list its models */
      'POST /api/v1/provider-trials': {
        body: components['schemas']['ProviderTrial'];
        reply: components['schemas']['ProviderTest'];
      };
      /** @description Generate code with a model, and execute it */
      'POST /api/v1/generate': {
        body: components['schemas']['GenerateRequest'];
        reply: components['schemas']['GenerateResponse'];
      };
      /** @description Generate code with a model, and execute it: event stream */
      'POST /api/v1/generate/stream': {
        body: components['schemas']['GenerateRequest'];
        events: components['schemas']['GenerationEvent'];
      };
      /** @description Cancel a generation */
      'POST /api/v1/generations/{id}/cancel': {
        params: {
          id: string;
        };
      };
      /** @description Resume the stream of a generation */
      'GET /api/v1/generations/{id}/events': {
        params: {
          id: string;
        };
        events: components['schemas']['GenerationEvent'];
      };
      /** @description Get audit log */
      'GET /api/v1/audit-log': {
        query?: {
          action?: string;
          /** Format: date-time */
          from?: string;
          /** Format: date-time */
          to?: string;
          limit?: number;
          before?: number;
        };
        reply: components['schemas']['AuditPage'];
      };
      /** @description Verify the audit log */
      'GET /api/v1/audit-log/verify': {
        reply: components['schemas']['AuditVerification'];
      };
      /** @description Export the audit log */
      'GET /api/v1/audit-log/export': {
        query?: {
          action?: string;
          /** Format: date-time */
          from?: string;
          /** Format: date-time */
          to?: string;
          /**
           * @description jsonl if absent.
           * @enum {string}
           */
          format?: 'jsonl' | 'csv';
        };
        /** @description Bytes. */
        reply: string;
      };
      /** @description List rolled-back items */
      'GET /api/v1/items/rolled-back': {
        reply: components['schemas']['RolledBackItems'];
      };
      /** @description Accept rolled-back items */
      'POST /api/v1/items/accept': {
        body: {
          /** Format: password */
          password: string;
          items: {
            /** @enum {string} */
            kind: 'secret' | 'script' | 'api_key';
            id: string;
            /** @description Digest of the state that was shown, so that no other state is accepted. */
            digest: string;
          }[];
        };
        reply: components['schemas']['AcceptedItems'];
      };
      /** @description Read settings */
      'GET /api/v1/settings': {
        reply: components['schemas']['Settings'];
      };
      /** @description Change settings */
      'PATCH /api/v1/settings': {
        body: components['schemas']['SettingsPatch'];
        reply: components['schemas']['Settings'];
      };
      /** @description Serve an agent (Model Context Protocol) */
      'POST /mcp': {
        body: components['schemas']['JsonRpcMessage'];
        reply: components['schemas']['JsonRpcMessage'];
        events: components['schemas']['JsonRpcMessage'];
      };
      /** @description End an agent's session */
      'DELETE /mcp': Record<string, never>;
      /** @description OpenAPI 3.1 document */
      'GET /api/v1/openapi.json': {
        reply: {
          [key: string]: unknown;
        };
      };
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type VerifyInput = components['schemas']['VerifyInput'];
export type ShellProof = components['schemas']['ShellProof'];
export type NewApiKey = components['schemas']['NewApiKey'];
export type Scope = components['schemas']['Scope'];
export type ExecutionIds = components['schemas']['ExecutionIds'];
export type ExecuteRequest = components['schemas']['ExecuteRequest'];
export type InputFile = components['schemas']['InputFile'];
export type NetworkRules = components['schemas']['NetworkRules'];
export type NetworkRule = components['schemas']['NetworkRule'];
export type GeneratedRun = components['schemas']['GeneratedRun'];
export type ExecutionPatch = components['schemas']['ExecutionPatch'];
export type NetworkDecision = components['schemas']['NetworkDecision'];
export type CreateSandboxRequest = components['schemas']['CreateSandboxRequest'];
export type ExtendSandboxRequest = components['schemas']['ExtendSandboxRequest'];
export type ProcessRequest = components['schemas']['ProcessRequest'];
export type ProcessInput = components['schemas']['ProcessInput'];
export type ProcessSignal = components['schemas']['ProcessSignal'];
export type ContextRequest = components['schemas']['ContextRequest'];
export type CellRequest = components['schemas']['CellRequest'];
export type CompleteRequest = components['schemas']['CompleteRequest'];
export type InspectRequest = components['schemas']['InspectRequest'];
export type FolderRequest = components['schemas']['FolderRequest'];
export type MoveRequest = components['schemas']['MoveRequest'];
export type SecretInput = components['schemas']['SecretInput'];
export type SecretHost = components['schemas']['SecretHost'];
export type SecretPatch = components['schemas']['SecretPatch'];
export type SecretRelease = components['schemas']['SecretRelease'];
export type PackageListInput = components['schemas']['PackageListInput'];
export type PackageSpec = components['schemas']['PackageSpec'];
export type PackageInput = components['schemas']['PackageInput'];
export type EncryptedCodeInput = components['schemas']['EncryptedCodeInput'];
export type ZkPayload = components['schemas']['ZKPayload'];
export type ExecuteStoredRequest = components['schemas']['ExecuteStoredRequest'];
export type ResealedCode = components['schemas']['ResealedCode'];
export type ResealCommit = components['schemas']['ResealCommit'];
export type DraftPayload = components['schemas']['DraftPayload'];
export type ProviderInput = components['schemas']['ProviderInput'];
export type ProviderTrial = components['schemas']['ProviderTrial'];
export type GenerateRequest = components['schemas']['GenerateRequest'];
export type SettingsPatch = components['schemas']['SettingsPatch'];
export type NetworkCeilingEntry = components['schemas']['NetworkCeilingEntry'];
export type JsonRpcMessage = components['schemas']['JsonRpcMessage'];
export type HealthResponse = components['schemas']['HealthResponse'];
export type EngineLocation = components['schemas']['EngineLocation'];
export type Error = components['schemas']['Error'];
export type ApiInfo = components['schemas']['ApiInfo'];
export type AuthResponse = components['schemas']['AuthResponse'];
export type UserInfo = components['schemas']['UserInfo'];
export type Login = components['schemas']['Login'];
export type Verification = components['schemas']['Verification'];
export type Refreshed = components['schemas']['Refreshed'];
export type Logout = components['schemas']['Logout'];
export type Session = components['schemas']['Session'];
export type PasswordChange = components['schemas']['PasswordChange'];
export type Remembered = components['schemas']['Remembered'];
export type ApiKey = components['schemas']['ApiKey'];
export type CreatedApiKey = components['schemas']['CreatedApiKey'];
export type RevokedApiKey = components['schemas']['RevokedApiKey'];
export type SessionWatch = components['schemas']['SessionWatch'];
export type DaemonEvent = components['schemas']['DaemonEvent'];
export type ExecuteResponse = components['schemas']['ExecuteResponse'];
export type OutputGap = components['schemas']['OutputGap'];
export type ResultFile = components['schemas']['ResultFile'];
export type RunPackage = components['schemas']['RunPackage'];
export type Hint = components['schemas']['Hint'];
export type HintAction = components['schemas']['HintAction'];
export type ExecutionEvent = components['schemas']['ExecutionEvent'];
export type NetworkEvent = components['schemas']['NetworkEvent'];
export type ExecutionPage = components['schemas']['ExecutionPage'];
export type Execution = components['schemas']['Execution'];
export type RunMaker = components['schemas']['RunMaker'];
export type RunNetworkReport = components['schemas']['RunNetworkReport'];
export type NetworkTotal = components['schemas']['NetworkTotal'];
export type NetworkRequest = components['schemas']['NetworkRequest'];
export type Language = components['schemas']['Language'];
export type Sandbox = components['schemas']['Sandbox'];
export type SandboxUsage = components['schemas']['SandboxUsage'];
export type SandboxList = components['schemas']['SandboxList'];
export type SandboxCreationEvent = components['schemas']['SandboxCreationEvent'];
export type ProcessResult = components['schemas']['ProcessResult'];
export type StartedProcess = components['schemas']['StartedProcess'];
export type ProcessList = components['schemas']['ProcessList'];
export type ProcessStatus = components['schemas']['ProcessStatus'];
export type ProcessEvent = components['schemas']['ProcessEvent'];
export type Context = components['schemas']['Context'];
export type ContextList = components['schemas']['ContextList'];
export type CellResult = components['schemas']['CellResult'];
export type CellOutput = components['schemas']['CellOutput'];
export type OutputData = components['schemas']['OutputData'];
export type OutputMetadata = components['schemas']['OutputMetadata'];
export type CellError = components['schemas']['CellError'];
export type CellEvent = components['schemas']['CellEvent'];
export type Completion = components['schemas']['Completion'];
export type Inspection = components['schemas']['Inspection'];
export type SandboxEntry = components['schemas']['SandboxEntry'];
export type SandboxEntryList = components['schemas']['SandboxEntryList'];
export type WatchEvent = components['schemas']['WatchEvent'];
export type SecretMetadata = components['schemas']['SecretMetadata'];
export type SecretList = components['schemas']['SecretList'];
export type ReleasedSecrets = components['schemas']['ReleasedSecrets'];
export type PackageList = components['schemas']['PackageList'];
export type PackageInfo = components['schemas']['PackageInfo'];
export type AddedPackage = components['schemas']['AddedPackage'];
export type PackageEvent = components['schemas']['PackageEvent'];
export type StoredCode = components['schemas']['StoredCode'];
export type EncryptedCode = components['schemas']['EncryptedCode'];
export type EncryptedCodeList = components['schemas']['EncryptedCodeList'];
export type EncryptedCodeMetadata = components['schemas']['EncryptedCodeMetadata'];
export type CodeRevisionList = components['schemas']['CodeRevisionList'];
export type CodeRevision = components['schemas']['CodeRevision'];
export type Reseal = components['schemas']['Reseal'];
export type Resealed = components['schemas']['Resealed'];
export type DraftList = components['schemas']['DraftList'];
export type DraftInfo = components['schemas']['DraftInfo'];
export type DraftReply = components['schemas']['DraftReply'];
export type Draft = components['schemas']['Draft'];
export type ProviderList = components['schemas']['ProviderList'];
export type Provider = components['schemas']['Provider'];
export type ProviderTest = components['schemas']['ProviderTest'];
export type GenerateResponse = components['schemas']['GenerateResponse'];
export type GenerationAttempt = components['schemas']['GenerationAttempt'];
export type GenerationEvent = components['schemas']['GenerationEvent'];
export type AuditPage = components['schemas']['AuditPage'];
export type AuditEntry = components['schemas']['AuditEntry'];
export type AuditVerification = components['schemas']['AuditVerification'];
export type RolledBackItems = components['schemas']['RolledBackItems'];
export type RolledBackItem = components['schemas']['RolledBackItem'];
export type AcceptedItems = components['schemas']['AcceptedItems'];
export type Settings = components['schemas']['Settings'];
export type JsonRpcError = components['schemas']['JsonRpcError'];
export type Operations = components['schemas']['Operations'];

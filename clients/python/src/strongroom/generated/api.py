"""Types of the HTTP API, generated from its OpenAPI document by "npm run types:clients". Do not edit."""

from __future__ import annotations

from typing import Any, Dict, Iterable, List, Literal, Mapping, TypedDict, Union


class VerifyInput(TypedDict, total=False):
    """
    token: A session token or an API key.
    """

    token: str


class ShellProof(TypedDict):
    """
    A challenge of this daemon, at most 30 s old and not used before, and the proof: HMAC-SHA256(K,
        purpose ‖ 0x00 ‖ challenge) in base64. K is HKDF-SHA256(proofKey, info
        "strongroom/shell-proof/1"); proofKey is in the run file, which only its owner can read; purpose
        is "keep" or "restore".
    """

    challenge: str
    proof: str


class _NewApiKeyRequired(TypedDict):
    name: str
    scopes: List[Scope]


class NewApiKey(_NewApiKeyRequired, total=False):
    """
    secretNames: The only secrets that runs with this key get and that the key can see, write and delete
        (these three require the scope `secrets`). Such a key sees only its own runs, unless it has the
        scope `audit`, and cannot add packages.
    networkHosts: The only hosts that network rules of runs with this key can allow. Such a key cannot
        use the network `full`.
    """

    secretNames: List[str]
    networkHosts: List[str]
    expiresAt: str


Scope = Literal["execute", "secrets", "packages", "vault", "audit", "generate", "admin"]


class ExecutionIds(TypedDict):
    ids: List[str]


class _ExecuteRequestRequired(TypedDict):
    language: str
    code: str


class ExecuteRequest(_ExecuteRequestRequired, total=False):
    """
    secrets: Secrets that become environment variables; `all` if absent, none for a run with network
        access. A secret with `hosts` becomes a placeholder and must be named by a network rule.
    packages: Whether the program can import the packages of the package list; true if absent.
    withPackages: Packages that this run needs in addition to the list, such as `requests>=2.31` or
        `lodash@4.17.21`. They are installed once and then cached, without a change of the list. A
        package that the list also has gets the version of this field. A key needs the scope `packages`,
        unless they are installed already.
    inlinePackages: Whether the packages that the code itself declares are installed like those of
        `withPackages`: in a header (`# /// script`, PEP 723) of Python, in comments `// npm: zod@^4` at
        the beginning of JavaScript and TypeScript. True if absent; false if absent for code that a
        model writes and that runs without an approval.
    compileTimeoutMs: Time limit of the compile step of a compiled language; 60,000 if absent.
        `timeoutMs` limits the program.
    maxQueueMs: Maximum time in the queue; 0 starts the run at once or refuses it. A run that would wait
        longer is refused with 429 `queue_timeout`, and no part of it runs. No limit if absent.
    network: `none` if absent. `full` is the whole public network and needs the setting
        `network.allowed`. Rules must lie within the setting `network.ceiling`.
    outputKeep: The part of a stream over 1 MiB that is returned: its first 1 MiB (`head`, the default),
        or its first and last 512 KiB with a line between them that says how much is missing (`ends`).
    openStdin: Keeps the input of the program open: the client sends it to `/executions/:id/stdin` while
        the program runs, and ends it there. Cannot be used with `stdin`.
    outputEncoding: Encoding of `stdout` and `stderr`, and of the events with output: text (`utf8`, the
        default), in which bytes that are not UTF-8 become U+FFFD and `stdoutNotUtf8` or `stderrNotUtf8`
        is set; or the exact bytes in `base64`.
    detached: True lets a run continue to its end after its event stream was closed. If absent, it is
        cancelled 60 s later. The run of a JSON request always continues.
    language: An id or alias of GET /api/v1/languages.
    entry: Path of the program in the working directory, such as `src/app.py`, from where it finds the
        other `files`. Usually `main` with the extension of the language.
    name: Name of the program in the history, such as its file; stored sealed. If absent, the history
        shows `entry`, or the first comment or statement of the code.
    keep: False removes the run from the history when it ends: only the answer and its events have the
        output and the files. The audit log has its entry. True if absent.
    generated: For code that a model wrote and a person approved. `secrets` then defaults to none.
    """

    stdin: Union[str, bytes, Iterable[Union[bytes, str]]]
    args: List[str]
    files: List[InputFile]
    env: Dict[str, str]
    secrets: Union[Literal["all"], List[str]]
    packages: bool
    withPackages: List[str]
    inlinePackages: bool
    timeoutMs: int
    compileTimeoutMs: int
    memoryMb: int
    maxQueueMs: int
    network: Union[Literal["none", "full"], NetworkRules]
    outputKeep: Literal["head", "ends"]
    openStdin: bool
    outputEncoding: Literal["utf8", "base64"]
    detached: bool
    entry: str
    name: str
    keep: bool
    generated: GeneratedRun


class _InputFileRequired(TypedDict):
    path: str
    content: str


class InputFile(_InputFileRequired, total=False):
    """
    encoding: Encoding of `content`; utf8 if absent.
    executable: Whether a program can execute the file; false if absent.
    """

    encoding: Literal["utf8", "base64"]
    executable: bool


class _NetworkRulesRequired(TypedDict):
    allow: List[NetworkRule]


class NetworkRules(_NetworkRulesRequired, total=False):
    """
    onBlocked: `deny` if absent. With `ask`, a connection to port 443 or 80 that no rule allows is held
        for up to 60 s, until a person decides.
    """

    onBlocked: Literal["deny", "ask"]


class _NetworkRuleRequired(TypedDict):
    host: str


class NetworkRule(_NetworkRuleRequired, total=False):
    """
    host: A name, or `*.` and a name for all names below it at any depth.
    address: Address of this host, which is then not looked up. It is the only way to an address that is
        not public. Only a session can set it.
    ports: [443] if absent, [80] for `http`. A `tcp` rule must name them.
    protocol: `tls` if absent. `http` is HTTP without encryption, `tcp` any protocol.
    paths: Globs of the decoded path: `*` matches within one part, `**` any number of parts. Paths with
        `..` or an encoded slash are refused.
    websocket: Whether an intercepted connection can become a WebSocket, which is not scanned after its
        start.
    secrets: Secrets with `hosts` that are put into requests to this host.
    onlySecrets: Whether each request must contain a value of `secrets`, and no other credential in its
        headers and query. The body is not checked.
    """

    address: str
    ports: List[int]
    protocol: Literal["tls", "http", "tcp"]
    methods: List[str]
    paths: List[str]
    websocket: bool
    secrets: List[str]
    onlySecrets: bool


class _GeneratedRunRequired(TypedDict):
    prompt: str
    model: str
    approval: str


class GeneratedRun(_GeneratedRunRequired, total=False):
    """
    prompt: At most 64 KiB in UTF-8. It is sent to the model and stored in the audit log.
    attempt: Number of the attempt, from 1; 1 if absent.
    approval: SHA-256 of the approved run; docs/ai.md describes how it is computed.
    """

    attempt: int


class ExecutionPatch(TypedDict):
    pinned: bool


class NetworkDecision(TypedDict):
    host: str
    port: int
    decision: Literal["allow", "deny"]


class CreateSandboxRequest(TypedDict, total=False):
    """
    language: Language of the default context, an id or alias of GET /api/v1/languages; `python` if
        absent.
    packages: Whether the program can import the packages of the package list; true if absent.
    withPackages: Packages that this sandbox needs in addition to the list, such as `requests>=2.31` or
        `lodash@4.17.21`. They are installed once and then cached, without a change of the list;
        `maxQueueMs` counts from then on. A package that the list also has gets the version of this
        field. A key needs the scope `packages`, unless they are installed already.
    secrets: Secrets that every process and context gets as environment variables; none if absent.
    memoryMb: 512 if absent.
    diskMb: Size of the working directory; 256 if absent, or less if the memory is small. Its content
        counts as memory, so it must be at least 64 less than `memoryMb`.
    network: `none` if absent. `full` is the whole public network and needs the setting
        `network.allowed`. Rules must lie within the setting `network.ceiling`.
    idleTimeoutMs: The sandbox ends after this time without a request, a cell or a foreground process;
        15 minutes if absent. Background processes, reading its state and watching files do not count.
    maxLifetimeMs: The sandbox ends this long after its creation; 8 hours if absent.
    maxQueueMs: Maximum time in the queue; 0 starts the run at once or refuses it. A run that would wait
        longer is refused with 429 `queue_timeout`, and no part of it runs. No limit if absent.
    metadata: Texts of the client, returned unchanged. They are not secret: every reader of the sandbox
        sees them.
    """

    language: str
    packages: bool
    withPackages: List[str]
    secrets: Union[Literal["all"], List[str]]
    env: Dict[str, str]
    files: List[InputFile]
    memoryMb: int
    diskMb: int
    network: Union[Literal["none", "full"], NetworkRules]
    idleTimeoutMs: int
    maxLifetimeMs: int
    maxQueueMs: int
    metadata: Dict[str, str]


class ExtendSandboxRequest(TypedDict, total=False):
    idleTimeoutMs: int
    maxLifetimeMs: int


class ProcessRequest(TypedDict, total=False):
    """
    command: A program with its arguments, without a shell. A name without / is searched in PATH.
    shell: A command line for Bash.
    code: A program in `language`.
    language: Language of `code`; that of the sandbox if absent.
    cwd: Folder below the working directory; that itself if absent.
    stdin: The whole input. With `background`, input can follow through /stdin unless `stdin` is
        present.
    openStdin: Keeps the input of a foreground process open: it follows through /stdin. Cannot be used
        with `stdin`.
    outputEncoding: Encoding of `stdout` and `stderr`, and of the events with output: text (`utf8`, the
        default), in which bytes that are not UTF-8 become U+FFFD and `stdoutNotUtf8` or `stderrNotUtf8`
        is set; or the exact bytes in `base64`.
    timeoutMs: The process group is killed after this time; 30,000 if absent, none with `background`.
    background: Answers 201 when the process has started. It runs until it exits, and does not keep the
        sandbox from its idle end.
    """

    command: List[str]
    shell: str
    code: str
    language: str
    cwd: str
    env: Dict[str, str]
    stdin: Union[str, bytes, Iterable[Union[bytes, str]]]
    openStdin: bool
    outputEncoding: Literal["utf8", "base64"]
    timeoutMs: int
    background: bool


class ProcessInput(TypedDict, total=False):
    """
    end: Closes the input after this text.
    """

    text: str
    base64: str
    end: bool


class ProcessSignal(TypedDict):
    signal: Literal["SIGINT", "SIGTERM", "SIGKILL", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGSTOP", "SIGCONT", "SIGWINCH", "SIGALRM", "SIGPIPE", "SIGABRT", "SIGTSTP"]


class ContextRequest(TypedDict, total=False):
    """
    language: That of the sandbox if absent.
    cwd: Folder below the working directory; that itself if absent.
    """

    language: str
    cwd: str
    env: Dict[str, str]


class _CellRequestRequired(TypedDict):
    code: str


class CellRequest(_CellRequestRequired, total=False):
    """
    timeoutMs: The cell is interrupted after this time; `contextEnded` says if the context stays. 30,000
        if absent.
    silent: Does not count, and has no result.
    """

    timeoutMs: int
    silent: bool


class CompleteRequest(TypedDict):
    """
    cursor: Position in `code`, in UTF-16 units.
    """

    code: str
    cursor: int


class InspectRequest(TypedDict):
    """
    cursor: Position in `code`, in UTF-16 units.
    """

    code: str
    cursor: int


class FolderRequest(TypedDict):
    path: str


_MoveRequestRequired = TypedDict(
    "_MoveRequestRequired",
    {
        "from": str,
        "to": str,
    },
)

_MoveRequestOptional = TypedDict(
    "_MoveRequestOptional",
    {
        "replace": bool,
    },
    total=False,
)


class MoveRequest(_MoveRequestRequired, _MoveRequestOptional):
    """
    replace: Replaces an existing file; false if absent.
    """

    pass


class _SecretInputRequired(TypedDict):
    value: str


class SecretInput(_SecretInputRequired, total=False):
    """
    name: The name in the path, for clients that repeat it; another name is an error.
    value: 1 byte to 64 KiB in UTF-8.
    description: An update without it keeps the current description.
    hosts: Hosts whose requests can contain the value. A secret with hosts is never an environment
        variable: a program gets a placeholder, and the daemon puts the value into its requests.
    placeholderPrefix: Beginning of the placeholder, for clients that check the form of a key;
        `srph_<NAME>_` if absent.
    """

    name: str
    description: str
    hosts: List[SecretHost]
    placeholderPrefix: str


_SecretHostRequired = TypedDict(
    "_SecretHostRequired",
    {
        "host": str,
    },
)

_SecretHostOptional = TypedDict(
    "_SecretHostOptional",
    {
        "in": List[str],
    },
    total=False,
)


class SecretHost(_SecretHostRequired, _SecretHostOptional):
    """
    in: Places in requests to this host: names of headers in lower case, `query:<parameter>`,
        `body:<JSON pointer>`, and `path` for any part of the path. If absent: authorization, x-api-key,
        api-key, x-auth-token, private-token.
    """

    pass


class SecretPatch(TypedDict, total=False):
    """
    hosts: Hosts whose requests can contain the value. A secret with hosts is never an environment
        variable: a program gets a placeholder, and the daemon puts the value into its requests.
    placeholderPrefix: null removes it; a secret without hosts has none.
    """

    description: str
    hosts: List[SecretHost]
    placeholderPrefix: Union[str, None]


class SecretRelease(TypedDict):
    """
    password: Password of the account.
    """

    names: List[str]
    password: str


class PackageListInput(TypedDict):
    """
    packages: Each entry is a name, which can include a version (`six==1.16.0`), or an object.
    """

    packages: List[Union[str, PackageSpec]]


class _PackageSpecRequired(TypedDict):
    name: str


class PackageSpec(_PackageSpecRequired, total=False):
    """
    language: Id or alias of a language; TypeScript shares the list of JavaScript. Absent: python.
    name: Package name by the rules of the ecosystem; `name==1.2` and `name@1.2` include a version,
        `name[extra]` extras.
    version: A version or a range: PEP 440 for pip (`1.2`, `>=1,<2`), semver for npm (`1.2`, `^1.2`).
    extras: Extras of a Python package: `["socks"]` of `requests[socks]`.
    hashes: Digests of the files of a Python package, as `sha256:` and hexadecimal digits. The installer
        then accepts no other file. The package needs an exact version, and every other package of the
        list, also one that is only needed by another, needs hashes too.
    """

    language: str
    version: str
    extras: List[str]
    hashes: List[str]


class PackageInput(TypedDict, total=False):
    """
    language: Id or alias of a language; TypeScript shares the list of JavaScript. Absent: python.
    name: Package name by the rules of the ecosystem; `name==1.2` and `name@1.2` include a version,
        `name[extra]` extras.
    version: A version or a range: PEP 440 for pip (`1.2`, `>=1,<2`), semver for npm (`1.2`, `^1.2`).
    extras: Extras of a Python package: `["socks"]` of `requests[socks]`.
    hashes: Digests of the files of a Python package, as `sha256:` and hexadecimal digits. The installer
        then accepts no other file. The package needs an exact version, and every other package of the
        list, also one that is only needed by another, needs hashes too.
    packages: Several packages, in addition to those in the lists; replaces `name` and `version`. Each
        entry is a name, which can include a version (`six==1.16.0`), or an object. `language` applies
        to the entries that name none.
    """

    language: str
    name: str
    version: str
    extras: List[str]
    hashes: List[str]
    packages: List[Union[str, PackageSpec]]


class _EncryptedCodeInputRequired(TypedDict):
    encryptedPayload: ZKPayload
    language: str


class EncryptedCodeInput(_EncryptedCodeInputRequired, total=False):
    """
    language: An id or alias of GET /api/v1/languages.
    description: A replacement without it keeps the current description.
    network: Network rules of runs of this code that name no network; null: none. A replacement without
        it keeps the current rules.
    """

    description: str
    network: Union[NetworkRules, None]


class ZKPayload(TypedDict):
    """
    salt: 16 random bytes.
    nonce: 24 random bytes.
    ciphertext: Key commitment (32 bytes) and XChaCha20-Poly1305 of the code.
    """

    v: Literal[1]
    salt: str
    nonce: str
    ciphertext: str


class _ExecuteStoredRequestRequired(TypedDict):
    masterPassword: str


class ExecuteStoredRequest(_ExecuteStoredRequestRequired, total=False):
    """
    secrets: Secrets that become environment variables; `all` if absent, none for a run with network
        access. A secret with `hosts` becomes a placeholder and must be named by a network rule.
    packages: Whether the program can import the packages of the package list; true if absent.
    withPackages: Packages that this run needs in addition to the list, such as `requests>=2.31` or
        `lodash@4.17.21`. They are installed once and then cached, without a change of the list. A
        package that the list also has gets the version of this field. A key needs the scope `packages`,
        unless they are installed already.
    inlinePackages: Whether the packages that the code itself declares are installed like those of
        `withPackages`: in a header (`# /// script`, PEP 723) of Python, in comments `// npm: zod@^4` at
        the beginning of JavaScript and TypeScript. True if absent; false if absent for code that a
        model writes and that runs without an approval.
    compileTimeoutMs: Time limit of the compile step of a compiled language; 60,000 if absent.
        `timeoutMs` limits the program.
    maxQueueMs: Maximum time in the queue; 0 starts the run at once or refuses it. A run that would wait
        longer is refused with 429 `queue_timeout`, and no part of it runs. No limit if absent.
    network: `none` if absent. `full` is the whole public network and needs the setting
        `network.allowed`. Rules must lie within the setting `network.ceiling`.
    outputKeep: The part of a stream over 1 MiB that is returned: its first 1 MiB (`head`, the default),
        or its first and last 512 KiB with a line between them that says how much is missing (`ends`).
    openStdin: Keeps the input of the program open: the client sends it to `/executions/:id/stdin` while
        the program runs, and ends it there. Cannot be used with `stdin`.
    outputEncoding: Encoding of `stdout` and `stderr`, and of the events with output: text (`utf8`, the
        default), in which bytes that are not UTF-8 become U+FFFD and `stdoutNotUtf8` or `stderrNotUtf8`
        is set; or the exact bytes in `base64`.
    detached: True lets a run continue to its end after its event stream was closed. If absent, it is
        cancelled 60 s later. The run of a JSON request always continues.
    entry: Path of the program in the working directory, such as `src/app.py`, from where it finds the
        other `files`. Usually `main` with the extension of the language.
    """

    stdin: Union[str, bytes, Iterable[Union[bytes, str]]]
    args: List[str]
    files: List[InputFile]
    env: Dict[str, str]
    secrets: Union[Literal["all"], List[str]]
    packages: bool
    withPackages: List[str]
    inlinePackages: bool
    timeoutMs: int
    compileTimeoutMs: int
    memoryMb: int
    maxQueueMs: int
    network: Union[Literal["none", "full"], NetworkRules]
    outputKeep: Literal["head", "ends"]
    openStdin: bool
    outputEncoding: Literal["utf8", "base64"]
    detached: bool
    entry: str


class ResealedCode(TypedDict):
    """
    revision: The current revision, whose code the payload has.
    """

    revision: int
    encryptedPayload: ZKPayload


class ResealCommit(TypedDict, total=False):
    """
    otherPassword: Scripts that stay as they are, with all their revisions, because another password
        seals them.
    """

    otherPassword: List[str]


class DraftPayload(TypedDict):
    """
    ciphertext: Key commitment (32 bytes) and XChaCha20-Poly1305 of the draft.
    """

    v: Literal[1]
    salt: Union[str, None]
    nonce: str
    ciphertext: str


class _ProviderInputRequired(TypedDict):
    baseUrl: str
    model: str


class ProviderInput(_ProviderInputRequired, total=False):
    """
    baseUrl: A trailing slash and `/v1` are optional.
    apiKey: Write-only. If absent, the stored key is kept as long as scheme, host and port stay the
        same; null removes it.
    timeoutMs: Maximum time without data from the endpoint; 120,000 if absent.
    default: Whether this provider is used for requests that name none. The first provider is the
        default; true makes this one the default instead.
    """

    apiKey: Union[str, None]
    timeoutMs: int
    default: bool


class _ProviderTrialRequired(TypedDict):
    baseUrl: str


class ProviderTrial(_ProviderTrialRequired, total=False):
    """
    baseUrl: A trailing slash and `/v1` are optional.
    timeoutMs: Maximum time without data from the endpoint; 120,000 if absent.
    model: Checked if present.
    apiKey: Sent to this endpoint only, and not stored.
    keyOf: Without `apiKey`: the provider whose stored key is sent, if scheme, host and port of its
        address are the same.
    """

    timeoutMs: int
    model: str
    apiKey: str
    keyOf: str


class _GenerateRequestPreviousRequired(TypedDict):
    code: str


class GenerateRequestPrevious(_GenerateRequestPreviousRequired, total=False):
    """
    Code that the model should repair or change; `prompt` is the original prompt.

    output: How the code failed: exit code and errors. The model gets the last 8,000 characters.
    """

    output: str


class _GenerateRequestRequired(TypedDict):
    prompt: str
    language: str


class GenerateRequest(_GenerateRequestRequired, total=False):
    """
    secrets: Secrets that the code can read; the model gets their names. None if absent.
    packages: Whether the program can import the packages of the package list; true if absent.
    withPackages: Packages that this run needs in addition to the list, such as `requests>=2.31` or
        `lodash@4.17.21`. They are installed once and then cached, without a change of the list. A
        package that the list also has gets the version of this field. A key needs the scope `packages`,
        unless they are installed already.
    inlinePackages: Whether the packages that the code itself declares are installed like those of
        `withPackages`: in a header (`# /// script`, PEP 723) of Python, in comments `// npm: zod@^4` at
        the beginning of JavaScript and TypeScript. True if absent; false if absent for code that a
        model writes and that runs without an approval.
    compileTimeoutMs: Time limit of the compile step of a compiled language; 60,000 if absent.
        `timeoutMs` limits the program.
    maxQueueMs: Maximum time in the queue; 0 starts the run at once or refuses it. A run that would wait
        longer is refused with 429 `queue_timeout`, and no part of it runs. No limit if absent.
    network: `none` if absent. `full` is the whole public network and needs the setting
        `network.allowed`. Rules must lie within the setting `network.ceiling`.
    outputKeep: The part of a stream over 1 MiB that is returned: its first 1 MiB (`head`, the default),
        or its first and last 512 KiB with a line between them that says how much is missing (`ends`).
    prompt: At most 64 KiB in UTF-8. It is sent to the model and stored in the audit log.
    language: An id or alias of GET /api/v1/languages.
    execute: Whether to run the code; true if absent.
    provider: Id of the model provider; the default provider if absent.
    model: Name of the model; the provider's model if absent.
    maxRepairs: Maximum number of repairs by the model after the code failed; 0 if absent, and if
        `execute` is false.
    previous: Code that the model should repair or change; `prompt` is the original prompt.
    """

    stdin: str
    args: List[str]
    files: List[InputFile]
    env: Dict[str, str]
    secrets: Union[Literal["all"], List[str]]
    packages: bool
    withPackages: List[str]
    inlinePackages: bool
    timeoutMs: int
    compileTimeoutMs: int
    memoryMb: int
    maxQueueMs: int
    network: Union[Literal["none", "full"], NetworkRules]
    outputKeep: Literal["head", "ends"]
    execute: bool
    provider: str
    model: str
    maxRepairs: int
    previous: GenerateRequestPrevious


class SettingsPatchNetwork(TypedDict, total=False):
    """
    allowed: Whether a run can request the whole network (`full`).
    ceiling: Hosts that network rules can allow. No rule is accepted while it is empty.
    proxy: Proxy that connects the hosts of network rules (`CONNECT`), for a machine that reaches them
        through one only. The proxy looks their names up: whether an address is public is not checked
        then. Only a session can change it.
    """

    allowed: bool
    ceiling: List[NetworkCeilingEntry]
    proxy: Union[str, None]


class SettingsPatchCluster(TypedDict, total=False):
    """
    allowed: Whether code, input and secrets of the account may leave the machine, for sandboxes that
        run in a cluster. Only a session can turn it on.
    """

    allowed: bool


class SettingsPatchLimits(TypedDict, total=False):
    """
    timeoutMs: Time limit of runs that set none, in milliseconds.
    memoryMb: Memory limit of runs that set none, in MiB.
    """

    timeoutMs: int
    memoryMb: int


class SettingsPatchInstaller(TypedDict, total=False):
    """
    builds: Whether packages can run their own code during installation: builds from source and scripts
        of npm packages.
    forRuns: Whether a run can have packages of its own: those that its code declares, and
        `withPackages`.
    """

    pipIndexUrl: Union[str, None]
    npmRegistry: Union[str, None]
    caBundlePath: Union[str, None]
    proxy: Union[str, None]
    builds: bool
    forRuns: bool


class SettingsPatchHistory(TypedDict, total=False):
    keepRuns: int
    keepOutputs: bool
    maxBytes: int


class SettingsPatchSandboxes(TypedDict, total=False):
    """
    perAccount: Maximum number of sandboxes of the account at the same time.
    """

    perAccount: int


class SettingsPatchSecrets(TypedDict, total=False):
    """
    release: Whether `strongroom with` can give values of secrets to programs of this machine, with the
        password each time. Only a session can turn it on.
    """

    release: bool


class SettingsPatch(TypedDict, total=False):
    """
    registration: Setting of the whole machine; only the first account can change it.
    readOnly: Ignored, so that a reply of GET can be sent back.
    """

    network: SettingsPatchNetwork
    cluster: SettingsPatchCluster
    limits: SettingsPatchLimits
    installer: SettingsPatchInstaller
    history: SettingsPatchHistory
    sandboxes: SettingsPatchSandboxes
    secrets: SettingsPatchSecrets
    autoLockMinutes: int
    registration: Literal["open", "closed"]
    readOnly: List[Literal["registration"]]


class _NetworkCeilingEntryRequired(TypedDict):
    host: str


class NetworkCeilingEntry(_NetworkCeilingEntryRequired, total=False):
    ports: List[int]
    protocols: List[Literal["tls", "http", "tcp"]]


JsonRpcMessage = Dict[str, Any]


class _HealthResponseEngineRequired(TypedDict):
    name: str
    status: Literal["ready", "starting", "building_image", "unavailable"]
    place: EngineLocation


class HealthResponseEngine(_HealthResponseEngineRequired, total=False):
    """
    cluster: Cluster and namespace, for people.
    """

    cluster: str
    reason: str
    nextStep: str


class _HealthResponseIntegrityRequired(TypedDict):
    status: Literal["ok", "failing"]


class HealthResponseIntegrity(_HealthResponseIntegrityRequired, total=False):
    """
    failing: the audit log or an item differs from the state that this daemon last wrote.
    """

    reason: str
    nextStep: str


class HealthResponse(TypedDict):
    """
    auditCopy: failing: the newest head of the audit log could not be copied to the key store.
    integrity: failing: the audit log or an item differs from the state that this daemon last wrote.
    previousStop: unexpected: the previous daemon did not stop cleanly, so the sessions of browsers were
        ended.
    hasAccounts: Whether an account exists; a new browser then begins with the login.
    """

    status: Literal["ok", "degraded"]
    version: str
    uptimeSeconds: float
    engine: HealthResponseEngine
    database: Literal["ok", "failing"]
    auditCopy: Literal["ok", "failing"]
    integrity: HealthResponseIntegrity
    keyStore: Literal["os", "file", "passphrase"]
    previousStop: Literal["clean", "unexpected"]
    hasAccounts: bool


EngineLocation = Literal["machine", "cluster"]


class ErrorErrorDetailsItem(TypedDict):
    path: str
    message: str


class _ErrorErrorRequired(TypedDict):
    code: Literal["invalid_request", "unauthorized", "invalid_credentials", "forbidden", "foreign_origin", "shell_not_proven", "registration_closed", "network_not_allowed", "cluster_not_allowed", "secret_release_off", "not_found", "nothing_remembered", "session_not_found", "api_key_not_found", "execution_not_found", "secret_not_found", "reseal_not_found", "code_not_found", "package_not_found", "provider_not_found", "generation_not_found", "item_not_found", "file_not_found", "sandbox_not_found", "process_not_found", "context_not_found", "cell_not_found", "method_not_allowed", "request_timeout", "email_taken", "item_rolled_back", "code_name_taken", "reseal_outdated", "draft_changed", "execution_finished", "execution_running", "stdin_not_open", "stdin_ended", "generation_finished", "generation_cancelled", "sandbox_paused", "process_ended", "file_exists", "sandbox_ended", "precondition_failed", "too_large", "unsupported_media_type", "expectation_failed", "wrong_host", "unknown_language", "language_needs_docker", "memory_needs_docker", "network_not_supported", "pause_not_supported", "environment_too_large", "secrets_must_be_named", "secret_not_bound", "secret_proxy_only", "unknown_secret", "too_many_secrets", "too_many_pinned", "drafts_full", "packages_not_supported", "packages_failed", "too_many_packages", "no_provider", "too_many_providers", "unknown_model", "no_code_in_answer", "model_refused", "not_approved", "decryption_failed", "sandbox_needs_docker", "language_has_no_kernel", "language_not_in_sandbox", "program_not_found", "path_is_link", "file_not_accessible", "wrong_file_type", "locked", "headers_too_large", "rate_limited", "queue_full", "queue_timeout", "model_rate_limited", "too_many_generations", "too_many_sandboxes", "sandbox_capacity_full", "sandbox_memory_full", "too_many_channels", "context_queue_full", "account_memory_full", "input_queue_full", "internal", "model_unreachable", "model_key_refused", "model_failed", "answer_too_large", "egress_unavailable", "engine_unavailable", "capacity_unavailable", "run_interrupted", "packages_unavailable", "key_store_unavailable", "language_not_installed", "storage_unavailable", "sandbox_disk_full", "model_timeout", "shutting_down"]
    message: str
    requestId: str


class ErrorError(_ErrorErrorRequired, total=False):
    details: List[ErrorErrorDetailsItem]


class Error(TypedDict):
    error: ErrorError


class ApiInfoDocumentation(TypedDict):
    page: str
    openapi: str


class ApiInfoOperationsItem(TypedDict):
    summary: str
    method: str
    path: str


class ApiInfo(TypedDict):
    name: Literal["strongroom"]
    version: str
    documentation: ApiInfoDocumentation
    operations: List[ApiInfoOperationsItem]


class AuthResponse(TypedDict):
    """
    token: A session token, valid for one hour. It is a credential: keep it in memory only.
    """

    token: str
    apiKey: str
    user: UserInfo


class UserInfo(TypedDict):
    """
    An account on this machine.
    """

    id: int
    email: str
    createdAt: str


class Login(TypedDict):
    """
    token: A session token, valid for one hour. It is a credential: keep it in memory only.
    """

    token: str
    user: UserInfo


class Verification(TypedDict):
    """
    expiresAt: null: the API key does not expire.
    """

    valid: Literal[True]
    user: UserInfo
    credential: Literal["session", "apiKey"]
    expiresAt: Union[str, None]


class Refreshed(TypedDict):
    """
    token: A session token, valid for one hour. It is a credential: keep it in memory only.
    """

    token: str


class Logout(TypedDict):
    """
    sandboxesEnded: Number of sandboxes that ended with the session.
    """

    sandboxesEnded: int


class Session(TypedDict):
    id: str
    createdAt: str
    expiresAt: str
    lastUsedAt: Union[str, None]
    ipAddress: str
    userAgent: Union[str, None]
    current: bool


class PasswordChange(TypedDict):
    sessionsEnded: int
    apiKeysKept: int


class Remembered(TypedDict):
    remembered: bool


class _ApiKeyRequired(TypedDict):
    id: str
    name: str
    scopes: List[Scope]
    secretNames: Union[List[str], None]
    networkHosts: Union[List[str], None]
    createdAt: str
    expiresAt: Union[str, None]
    lastUsedAt: Union[str, None]


class ApiKey(_ApiKeyRequired, total=False):
    """
    secretNames: The only secrets that this key can use, see, write and delete; null: the scopes decide.
    networkHosts: The only hosts that network rules of this key can allow; null: the account decides.
    lostRights: What the key could do when it was created and can no longer do, because rules became
        stricter: one sentence each, with the way around it. Absent if it has lost nothing.
    """

    lostRights: List[str]


class _CreatedApiKeyRequired(TypedDict):
    id: str
    name: str
    scopes: List[Scope]
    secretNames: Union[List[str], None]
    networkHosts: Union[List[str], None]
    createdAt: str
    expiresAt: Union[str, None]
    lastUsedAt: Union[str, None]
    apiKey: str


class CreatedApiKey(_CreatedApiKeyRequired, total=False):
    """
    secretNames: The only secrets that this key can use, see, write and delete; null: the scopes decide.
    networkHosts: The only hosts that network rules of this key can allow; null: the account decides.
    lostRights: What the key could do when it was created and can no longer do, because rules became
        stricter: one sentence each, with the way around it. Absent if it has lost nothing.
    """

    lostRights: List[str]


class RevokedApiKey(TypedDict):
    """
    sandboxesEnded: Number of sandboxes that ended with the key.
    """

    sandboxesEnded: int


class SessionWatch(TypedDict):
    """
    watchId: 128 random bits in base64url. It identifies a session to the clients that know the id.
    """

    watchId: str


class DaemonEventConnectedData(TypedDict):
    """
    watchIds: The valid watch ids of the request.
    """

    watchIds: List[str]


class DaemonEventConnected(TypedDict):
    id: int
    event: Literal["connected"]
    data: DaemonEventConnectedData


class DaemonEventSessionEndedData(TypedDict):
    """
    watchId: 128 random bits in base64url. It identifies a session to the clients that know the id.
    """

    watchId: str
    reason: Literal["logged_out", "locked", "revoked", "password_changed", "account_deleted", "expired", "reused", "unexpected_stop"]


class DaemonEventSessionEnded(TypedDict):
    id: int
    event: Literal["session_ended"]
    data: DaemonEventSessionEndedData


DaemonEvent = Union["DaemonEventConnected", "DaemonEventSessionEnded"]


class _ExecuteResponseRequired(TypedDict):
    id: str
    language: str
    stdout: str
    stderr: str
    exitCode: Union[int, None]
    signal: Union[str, None]
    stdoutTruncated: bool
    stderrTruncated: bool
    durationMs: float
    queuedMs: float
    startupMs: float
    files: List[ResultFile]
    engine: str
    place: EngineLocation
    status: Literal["succeeded", "failed", "timed_out", "out_of_memory", "cancelled"]


class ExecuteResponse(_ExecuteResponseRequired, total=False):
    """
    A failed program is still a successful request; `status` has the result.

    outputEncoding: Present if `stdout` and `stderr` are base64 of the exact bytes, and not text.
    stdoutNotUtf8: Present if `stdout` has U+FFFD instead of bytes that are not UTF-8. See
        `outputEncoding`.
    stderrNotUtf8: Present if `stderr` has U+FFFD instead of bytes that are not UTF-8.
    notices: Messages for users about differences from the request, such as packages that are not
        installed.
    packages: Packages that the code declares or the request names, with the installed versions; absent:
        none.
    hints: Probable reasons of a failure with what would help; absent if none is known.
    """

    outputEncoding: Literal["base64"]
    stdoutNotUtf8: Literal[True]
    stderrNotUtf8: Literal[True]
    stdoutGap: OutputGap
    stderrGap: OutputGap
    memoryPeakBytes: int
    notices: List[str]
    packages: List[RunPackage]
    hints: List[Hint]


class OutputGap(TypedDict):
    """
    With `outputKeep: "ends"`: position of the part of a stream that was left out.

    line: Number, from 1, of the line that replaces the missing bytes.
    bytes: Number of missing bytes of the output.
    """

    line: int
    bytes: int


class _ResultFileRequired(TypedDict):
    path: str
    size: int
    mediaType: str


class ResultFile(_ResultFileRequired, total=False):
    """
    A regular file that the program left in its working directory.

    size: Size in bytes.
    """

    content: str
    encoding: Literal["utf8", "base64"]


class RunPackage(TypedDict):
    """
    A package of a run, with the installed version.
    """

    name: str
    version: str


class _HintRequired(TypedDict):
    code: Literal["package_missing", "packages_off", "network_off", "host_blocked", "secret_not_used", "secret_needs_host", "file_missing", "folder_missing", "command_missing", "needs_docker", "input_missing", "memory_limit", "time_limit"]
    text: str


class Hint(_HintRequired, total=False):
    """
    Why a run probably failed, from facts about the run, and what would help.

    text: One or two sentences for a person, without names of options.
    action: The change of the next run that would help.
    """

    action: HintAction


class HintAction1(TypedDict):
    """
    isKnown: True if the package is known to have the module; false if only the names are the same.
    """

    type: Literal["add_package"]
    language: str
    name: str
    isKnown: bool


class HintAction2(TypedDict):
    type: Literal["use_packages"]


class HintAction3(TypedDict):
    type: Literal["allow_host"]
    host: str
    port: int


class _HintAction4Required(TypedDict):
    type: Literal["use_secret"]
    name: str


class HintAction4(_HintAction4Required, total=False):
    """
    hosts: Hosts that the secret is bound to; absent: the program gets it as a variable.
    """

    hosts: List[str]


class HintAction5(TypedDict):
    type: Literal["give_input"]


class HintAction6(TypedDict):
    type: Literal["raise_memory"]
    memoryMb: int


class HintAction7(TypedDict):
    type: Literal["raise_time"]
    timeoutMs: int


HintAction = Union["HintAction1", "HintAction2", "HintAction3", "HintAction4", "HintAction5", "HintAction6", "HintAction7"]


class ExecutionEventStartedData(TypedDict):
    id: str


class ExecutionEventStarted(TypedDict):
    id: int
    event: Literal["started"]
    data: ExecutionEventStartedData


class ExecutionEventInstallingData(TypedDict):
    """
    The run waits until these packages, which it requested itself, are installed. This happens once.
    """

    packages: List[str]


class ExecutionEventInstalling(TypedDict):
    """
    data: The run waits until these packages, which it requested itself, are installed. This happens
        once.
    """

    id: int
    event: Literal["installing"]
    data: ExecutionEventInstallingData


class ExecutionEventInstallLogData(TypedDict):
    """
    A line of the installer.
    """

    text: str


class ExecutionEventInstallLog(TypedDict):
    """
    data: A line of the installer.
    """

    id: int
    event: Literal["install_log"]
    data: ExecutionEventInstallLogData


class ExecutionEventInstalledData(TypedDict):
    """
    The packages of `installing` are installed, and the run waits for a sandbox.
    """

    packages: List[RunPackage]


class ExecutionEventInstalled(TypedDict):
    """
    data: The packages of `installing` are installed, and the run waits for a sandbox.
    """

    id: int
    event: Literal["installed"]
    data: ExecutionEventInstalledData


class _ExecutionEventStdoutDataRequired(TypedDict):
    text: str


class ExecutionEventStdoutData(_ExecutionEventStdoutDataRequired, total=False):
    """
    encoding: Present if `text` is base64 of the exact bytes, as the request asked with
        `outputEncoding`.
    missingBytes: If present, the text is a line that replaces this number of omitted bytes of output.
    """

    encoding: Literal["base64"]
    missingBytes: int


class ExecutionEventStdout(TypedDict):
    id: int
    event: Literal["stdout"]
    data: ExecutionEventStdoutData


class _ExecutionEventStderrDataRequired(TypedDict):
    text: str


class ExecutionEventStderrData(_ExecutionEventStderrDataRequired, total=False):
    """
    encoding: Present if `text` is base64 of the exact bytes, as the request asked with
        `outputEncoding`.
    missingBytes: If present, the text is a line that replaces this number of omitted bytes of output.
    """

    encoding: Literal["base64"]
    missingBytes: int


class ExecutionEventStderr(TypedDict):
    id: int
    event: Literal["stderr"]
    data: ExecutionEventStderrData


class ExecutionEventPrintedData(TypedDict):
    """
    With `outputKeep: "ends"`, once the first 512 KiB were sent: number of bytes printed so far. The
        last 512 KiB follow at the end of the run.
    """

    stdoutBytes: int
    stderrBytes: int


class ExecutionEventPrinted(TypedDict):
    """
    data: With `outputKeep: "ends"`, once the first 512 KiB were sent: number of bytes printed so far.
        The last 512 KiB follow at the end of the run.
    """

    id: int
    event: Literal["printed"]
    data: ExecutionEventPrintedData


class ExecutionEventNetwork(TypedDict):
    id: int
    event: Literal["network"]
    data: NetworkEvent


class ExecutionEventFile(TypedDict):
    id: int
    event: Literal["file"]
    data: ResultFile


class ExecutionEventFinished(TypedDict):
    id: int
    event: Literal["finished"]
    data: ExecuteResponse


ExecutionEvent = Union["ExecutionEventStarted", "ExecutionEventInstalling", "ExecutionEventInstallLog", "ExecutionEventInstalled", "ExecutionEventStdout", "ExecutionEventStderr", "ExecutionEventPrinted", "ExecutionEventNetwork", "ExecutionEventFile", "ExecutionEventFinished"]


class _NetworkEventRequired(TypedDict):
    id: int
    phase: Literal["open", "request", "close", "blocked", "held"]
    host: str
    port: int
    rule: Union[int, None]
    bytesIn: int
    bytesOut: int


class NetworkEvent(_NetworkEventRequired, total=False):
    """
    id: Number of the connection within the run.
    rule: Index of the rule in `allow`; null if no rule allowed it.
    bytesIn: Bytes from the host so far.
    bytesOut: Bytes to the host so far.
    masked: Number of values of secrets that were masked in responses so far; absent: none.
    secrets: Names of the secrets that the request contained.
    reason: Of the phase `blocked`: `name_not_found`, `connect_failed`, `bad_certificate`,
        `bad_response` and `timeout` are failures, all others are refusals.
    """

    method: str
    status: int
    masked: int
    secrets: List[str]
    reason: Literal["name_not_allowed", "port_not_allowed", "denied", "name_not_found", "closed_address", "connect_failed", "not_tls", "sni_mismatch", "host_mismatch", "bad_request", "method_not_allowed", "path_not_allowed", "websocket_not_allowed", "placeholder_misplaced", "secret_unusable", "secret_missing", "other_credential", "bad_certificate", "bad_response", "too_large", "timeout", "limit"]


class ExecutionPage(TypedDict):
    executions: List[Execution]
    nextBefore: Union[int, None]


class _ExecutionRequired(TypedDict):
    id: str
    language: str
    stdout: str
    stderr: str
    exitCode: Union[int, None]
    signal: Union[str, None]
    stdoutTruncated: bool
    stderrTruncated: bool
    durationMs: float
    queuedMs: float
    startupMs: float
    files: List[ResultFile]
    engine: str
    place: EngineLocation
    status: Literal["succeeded", "failed", "timed_out", "out_of_memory", "cancelled", "queued", "running", "interrupted"]
    createdAt: str
    source: str
    pinned: bool


class Execution(_ExecutionRequired, total=False):
    """
    In a list, each stream is cut to 4 KiB and files have no content. A run with `outputEncoding:
        "base64"` has text here, unless its output is not UTF-8.

    outputEncoding: Present if `stdout` and `stderr` are base64 of the exact bytes, and not text.
    stdoutNotUtf8: Present if `stdout` has U+FFFD instead of bytes that are not UTF-8. See
        `outputEncoding`.
    stderrNotUtf8: Present if `stderr` has U+FFFD instead of bytes that are not UTF-8.
    notices: Messages for users about differences from the request, such as packages that are not
        installed.
    packages: Packages that the code declares or the request names, with the installed versions; absent:
        none.
    hints: Probable reasons of a failure with what would help; absent if none is known.
    name: The stored script, the `name` or `entry` of the request, or the first comment or statement of
        the code: one line of at most 120 characters. Absent for a program without text.
    pinned: True if the history does not remove the run on its own.
    startedBy: What started the run; absent if an earlier version did not record it.
    request: The original request, so that the run can be repeated; absent in lists and for vault runs.
    """

    outputEncoding: Literal["base64"]
    stdoutNotUtf8: Literal[True]
    stderrNotUtf8: Literal[True]
    stdoutGap: OutputGap
    stderrGap: OutputGap
    memoryPeakBytes: int
    notices: List[str]
    packages: List[RunPackage]
    hints: List[Hint]
    name: str
    startedBy: RunMaker
    request: ExecuteRequest


class _RunMakerRequired(TypedDict):
    client: Literal["interface", "cli", "api", "agent"]


class RunMaker(_RunMakerRequired, total=False):
    """
    name: An agent's name for itself, or else the name that the API key had; absent for a session.
    """

    name: str


class RunNetworkReportHeldItem(TypedDict):
    host: str
    port: int
    connections: int


class _RunNetworkReportRequired(TypedDict):
    totals: List[NetworkTotal]
    requests: List[NetworkRequest]
    requestsOmitted: int


class RunNetworkReport(_RunNetworkReportRequired, total=False):
    """
    totals: At most 256.
    requests: The first 1,000, in order.
    held: Connections that wait for a decision; absent if there are none.
    """

    held: List[RunNetworkReportHeldItem]


class _NetworkTotalRequired(TypedDict):
    host: str
    port: int
    rule: Union[int, None]
    connections: int
    blocked: int
    reasons: List[Literal["name_not_allowed", "port_not_allowed", "denied", "name_not_found", "closed_address", "connect_failed", "not_tls", "sni_mismatch", "host_mismatch", "bad_request", "method_not_allowed", "path_not_allowed", "websocket_not_allowed", "placeholder_misplaced", "secret_unusable", "secret_missing", "other_credential", "bad_certificate", "bad_response", "too_large", "timeout", "limit"]]
    methods: Dict[str, int]
    statuses: Dict[str, int]
    bytesIn: int
    bytesOut: int
    secrets: List[str]


class NetworkTotal(_NetworkTotalRequired, total=False):
    """
    rule: Index of the rule; null if no rule allowed the connections.
    blocked: Connections and requests that were refused.
    failed: Connections and requests that failed, such as those to a host that does not answer; absent:
        none.
    methods: Number of requests by method.
    statuses: Number of responses by class: `2xx`, `4xx`, …
    masked: Number of values of secrets that were masked in responses; absent: none.
    secrets: Names of the secrets whose values were sent.
    """

    failed: int
    masked: int


class _NetworkRequestRequired(TypedDict):
    host: str
    port: int
    method: str
    path: str
    status: Union[int, None]


class NetworkRequest(_NetworkRequestRequired, total=False):
    """
    path: Without the query.
    status: null if there was no response.
    secrets: Names of the secrets whose values the request contained; absent: none.
    """

    secrets: List[str]


class Language(TypedDict):
    """
    version: Version that the image reports; null while no image is installed.
    packageList: Id of the language whose package list is used: its own or a shared one. Null: no
        package list.
    """

    id: str
    name: str
    version: Union[str, None]
    aliases: List[str]
    fileExtension: str
    packageManager: Union[str, None]
    packageList: Union[str, None]
    available: bool


class _SandboxRequired(TypedDict):
    id: str
    language: str
    status: Literal["running", "paused"]
    memoryMb: int
    diskMb: int
    network: Union[Literal["none", "full"], NetworkRules]
    secretNames: List[str]
    packages: int
    metadata: Dict[str, str]
    idleTimeoutMs: int
    maxLifetimeMs: int
    createdAt: str
    expiresAt: str
    queuedMs: int
    startupMs: int
    source: str


class Sandbox(_SandboxRequired, total=False):
    """
    network: `none` if absent. `full` is the whole public network and needs the setting
        `network.allowed`. Rules must lie within the setting `network.ceiling`.
    packages: Number of installed packages that its programs can import.
    withPackages: Packages that the request named, with the installed versions; absent: none.
    expiresAt: End of its lifetime, or of its idle time if nothing happens before.
    """

    withPackages: List[RunPackage]
    usage: SandboxUsage
    notices: List[str]


class SandboxUsage(TypedDict):
    """
    Current use. Only in the answer of `GET /api/v1/sandboxes/:id`, and absent while it is paused.

    diskBytes: Size of the working directory.
    """

    memoryBytes: int
    memoryPeakBytes: int
    processes: int
    diskBytes: int
    diskUsedBytes: int


class SandboxList(TypedDict):
    sandboxes: List[Sandbox]


class SandboxCreationEventInstallingData(TypedDict):
    """
    The creation waits until these packages, which it requested itself, are installed.
    """

    packages: List[str]


class SandboxCreationEventInstalling(TypedDict):
    """
    data: The creation waits until these packages, which it requested itself, are installed.
    """

    id: int
    event: Literal["installing"]
    data: SandboxCreationEventInstallingData


class SandboxCreationEventInstallLogData(TypedDict):
    """
    A line of the installer.
    """

    text: str


class SandboxCreationEventInstallLog(TypedDict):
    """
    data: A line of the installer.
    """

    id: int
    event: Literal["install_log"]
    data: SandboxCreationEventInstallLogData


class SandboxCreationEventInstalledData(TypedDict):
    """
    The packages of `installing` are installed.
    """

    packages: List[RunPackage]


class SandboxCreationEventInstalled(TypedDict):
    """
    data: The packages of `installing` are installed.
    """

    id: int
    event: Literal["installed"]
    data: SandboxCreationEventInstalledData


class SandboxCreationEventCreated(TypedDict):
    id: int
    event: Literal["created"]
    data: Sandbox


SandboxCreationEvent = Union["SandboxCreationEventInstalling", "SandboxCreationEventInstallLog", "SandboxCreationEventInstalled", "SandboxCreationEventCreated"]


class _ProcessResultRequired(TypedDict):
    pid: int
    stdout: str
    stderr: str
    exitCode: Union[int, None]
    signal: Union[str, None]
    stdoutTruncated: bool
    stderrTruncated: bool
    status: Literal["succeeded", "failed", "timed_out", "out_of_memory", "cancelled"]
    durationMs: int


class ProcessResult(_ProcessResultRequired, total=False):
    """
    Each stream has its first 1 MiB.

    outputEncoding: Present if `stdout` and `stderr` are base64 of the exact bytes, and not text.
    stdoutNotUtf8: Present if `stdout` has U+FFFD instead of bytes that are not UTF-8. See
        `outputEncoding`.
    stderrNotUtf8: Present if `stderr` has U+FFFD instead of bytes that are not UTF-8.
    hints: Probable reasons of a failure with what would help; absent if none is known.
    """

    outputEncoding: Literal["base64"]
    stdoutNotUtf8: Literal[True]
    stderrNotUtf8: Literal[True]
    hints: List[Hint]


class StartedProcess(TypedDict):
    pid: int


class ProcessList(TypedDict):
    processes: List[ProcessStatus]


class _ProcessStatusRequired(TypedDict):
    pid: int
    stdout: str
    stderr: str
    exitCode: Union[int, None]
    signal: Union[str, None]
    stdoutTruncated: bool
    stderrTruncated: bool
    status: Literal["running", "succeeded", "failed", "timed_out", "out_of_memory", "cancelled"]
    durationMs: int
    startedAt: str
    background: bool
    description: str


class ProcessStatus(_ProcessStatusRequired, total=False):
    """
    Each stream has its last 64 KiB.

    outputEncoding: Present if `stdout` and `stderr` are base64 of the exact bytes, and not text.
    stdoutNotUtf8: Present if `stdout` has U+FFFD instead of bytes that are not UTF-8. See
        `outputEncoding`.
    stderrNotUtf8: Present if `stderr` has U+FFFD instead of bytes that are not UTF-8.
    hints: Probable reasons of a failure with what would help; absent if none is known.
    description: The program, `shell` or `code`; without its arguments, which may be secret.
    """

    outputEncoding: Literal["base64"]
    stdoutNotUtf8: Literal[True]
    stderrNotUtf8: Literal[True]
    hints: List[Hint]


class ProcessEventStarted(TypedDict):
    id: int
    event: Literal["started"]
    data: StartedProcess


class _ProcessEventStdoutDataRequired(TypedDict):
    text: str


class ProcessEventStdoutData(_ProcessEventStdoutDataRequired, total=False):
    """
    encoding: Present if `text` is base64 of the exact bytes, as the request asked with
        `outputEncoding`.
    """

    encoding: Literal["base64"]


class ProcessEventStdout(TypedDict):
    id: int
    event: Literal["stdout"]
    data: ProcessEventStdoutData


class _ProcessEventStderrDataRequired(TypedDict):
    text: str


class ProcessEventStderrData(_ProcessEventStderrDataRequired, total=False):
    """
    encoding: Present if `text` is base64 of the exact bytes, as the request asked with
        `outputEncoding`.
    """

    encoding: Literal["base64"]


class ProcessEventStderr(TypedDict):
    id: int
    event: Literal["stderr"]
    data: ProcessEventStderrData


class ProcessEventFinished(TypedDict):
    id: int
    event: Literal["finished"]
    data: ProcessResult


ProcessEvent = Union["ProcessEventStarted", "ProcessEventStdout", "ProcessEventStderr", "ProcessEventFinished"]


class Context(TypedDict):
    id: str
    language: str
    status: Literal["idle", "busy"]
    executionCount: int
    createdAt: str


class ContextList(TypedDict):
    contexts: List[Context]


class _CellResultRequired(TypedDict):
    id: str
    status: Literal["succeeded", "failed", "timed_out", "out_of_memory", "cancelled", "interrupted", "context_ended"]
    contextEnded: bool
    executionCount: int
    stdout: str
    stderr: str
    outputs: List[CellOutput]
    durationMs: int
    queuedMs: int
    truncated: bool


class CellResult(_CellResultRequired, total=False):
    """
    A cell that fails is still a successful request; `status` has the result.

    contextEnded: True if the kernel ended and all variables of the context are lost: always with
        `context_ended` and `out_of_memory`; with `timed_out` and `cancelled` if the kernel ignored the
        interrupt for 2 s. If the kernel ended before the cell, the cell did not run, and `error` has
        the name `ContextEnded`. The next cell of `default` starts a new kernel; another context no
        longer exists.
    exitCode: Of the last command of a Bash cell; of the kernel if it exited during the cell.
    signal: The signal that ended the kernel, such as `SIGSEGV`.
    truncated: Output over 1 MiB a stream, or rich output over 16 MiB or 1,000 pieces, was left out.
    hints: Probable reasons of a failure with what would help; absent if none is known.
    """

    error: CellError
    exitCode: int
    signal: str
    hints: List[Hint]


class _CellOutputRequired(TypedDict):
    kind: Literal["display", "result"]
    data: OutputData


class CellOutput(_CellOutputRequired, total=False):
    metadata: OutputMetadata
    displayId: str


OutputData = Dict[str, str]


OutputMetadata = Dict[str, Dict[str, Union[str, float, bool]]]


class CellError(TypedDict):
    name: str
    message: str
    traceback: str


class CellEventStartedData(TypedDict):
    id: str


class CellEventStarted(TypedDict):
    id: int
    event: Literal["started"]
    data: CellEventStartedData


class CellEventStdoutData(TypedDict):
    text: str


class CellEventStdout(TypedDict):
    id: int
    event: Literal["stdout"]
    data: CellEventStdoutData


class CellEventStderrData(TypedDict):
    text: str


class CellEventStderr(TypedDict):
    id: int
    event: Literal["stderr"]
    data: CellEventStderrData


class _CellEventDisplayDataRequired(TypedDict):
    data: OutputData


class CellEventDisplayData(_CellEventDisplayDataRequired, total=False):
    metadata: OutputMetadata
    displayId: str


class CellEventDisplay(TypedDict):
    id: int
    event: Literal["display"]
    data: CellEventDisplayData


class _CellEventUpdateDisplayDataRequired(TypedDict):
    data: OutputData


class CellEventUpdateDisplayData(_CellEventUpdateDisplayDataRequired, total=False):
    metadata: OutputMetadata
    displayId: str


class CellEventUpdateDisplay(TypedDict):
    id: int
    event: Literal["update_display"]
    data: CellEventUpdateDisplayData


class CellEventClearOutputData(TypedDict):
    wait: bool


class CellEventClearOutput(TypedDict):
    """
    All output of the cell so far is removed: at once, or with `wait` when the next output arrives.
    """

    id: int
    event: Literal["clear_output"]
    data: CellEventClearOutputData


class _CellEventResultDataRequired(TypedDict):
    data: OutputData


class CellEventResultData(_CellEventResultDataRequired, total=False):
    metadata: OutputMetadata


class CellEventResult(TypedDict):
    id: int
    event: Literal["result"]
    data: CellEventResultData


class CellEventTraceback(TypedDict):
    id: int
    event: Literal["traceback"]
    data: CellError


class CellEventFinished(TypedDict):
    id: int
    event: Literal["finished"]
    data: CellResult


CellEvent = Union["CellEventStarted", "CellEventStdout", "CellEventStderr", "CellEventDisplay", "CellEventUpdateDisplay", "CellEventClearOutput", "CellEventResult", "CellEventTraceback", "CellEventFinished"]


class Completion(TypedDict):
    """
    start: Start of the text that a match replaces, in UTF-16 units.
    """

    matches: List[str]
    start: int
    end: int


class _InspectionRequired(TypedDict):
    found: bool


class Inspection(_InspectionRequired, total=False):
    data: OutputData


class _SandboxEntryRequired(TypedDict):
    path: str
    type: Literal["file", "folder", "link", "other"]
    size: int
    mode: int
    modifiedAt: str


class SandboxEntry(_SandboxEntryRequired, total=False):
    """
    path: Relative to the working directory, with / between names.
    mode: POSIX permission bits.
    target: Of a link. Links are listed, and never followed.
    """

    target: str


class SandboxEntryList(TypedDict):
    """
    truncated: There are more than 10,000 entries, or 4 MiB of paths.
    """

    entries: List[SandboxEntry]
    truncated: bool


class WatchEventWatchingData(TypedDict):
    path: str


class WatchEventWatching(TypedDict):
    id: int
    event: Literal["watching"]
    data: WatchEventWatchingData


class WatchEventChangeData(TypedDict):
    type: Literal["created", "modified", "deleted", "attributes", "lost"]
    path: str


class WatchEventChange(TypedDict):
    id: int
    event: Literal["change"]
    data: WatchEventChangeData


WatchEvent = Union["WatchEventWatching", "WatchEventChange"]


class _SecretMetadataRequired(TypedDict):
    name: str
    description: str
    version: int
    createdAt: str
    updatedAt: str
    lastUsedAt: Union[str, None]


class SecretMetadata(_SecretMetadataRequired, total=False):
    """
    version: Counts the changes of the secret, from 1: new values, and edits of other fields.
    hosts: Hosts whose requests can contain the value; absent: the value is an environment variable.
    lastUsedAt: Time of the last run, or release to a program of this machine, that got the secret.
    masked: false: the value is too short to be masked in the output of programs.
    guessable: true: the secret has hosts and its value has less than 16 bytes. A program can send
        guesses to a host that returns them, and masking shows it which one is right. Use a longer
        random value.
    injected: false: no run gets the secret, because an interpreter, the loader or a tool takes code
        from a variable of this name.
    """

    hosts: List[SecretHost]
    placeholderPrefix: str
    masked: Literal[False]
    guessable: Literal[True]
    injected: Literal[False]


class SecretList(TypedDict):
    secrets: List[SecretMetadata]


class ReleasedSecretsSecretsItem(TypedDict):
    name: str
    value: str


class ReleasedSecrets(TypedDict):
    secrets: List[ReleasedSecretsSecretsItem]


class PackageList(TypedDict):
    packages: List[PackageInfo]


class _PackageInfoRequired(TypedDict):
    language: str
    name: str
    version: Union[str, None]
    requested: Union[str, None]
    status: Literal["installed", "installing", "failed"]
    addedAt: str


class PackageInfo(_PackageInfoRequired, total=False):
    """
    version: Installed version; null while none is installed.
    requested: Requested version or range; null: any version.
    extras: Requested extras; absent: none.
    hashes: Digests that are checked; absent: none.
    error: Why the last installation of the list failed.
    """

    extras: List[str]
    hashes: List[str]
    error: str


class _AddedPackageRequired(TypedDict):
    language: str
    name: str
    version: Union[str, None]
    requested: Union[str, None]
    status: Literal["installed", "installing", "failed"]
    addedAt: str


class AddedPackage(_AddedPackageRequired, total=False):
    """
    version: Installed version; null while none is installed.
    requested: Requested version or range; null: any version.
    extras: Requested extras; absent: none.
    hashes: Digests that are checked; absent: none.
    error: Why the last installation of the list failed.
    packages: Every package of a request with `packages`; the other fields describe the first.
    """

    extras: List[str]
    hashes: List[str]
    error: str
    packages: List[PackageInfo]


class PackageEventStartedData(TypedDict):
    language: str
    packages: List[str]


class PackageEventStarted(TypedDict):
    id: int
    event: Literal["started"]
    data: PackageEventStartedData


class PackageEventLogData(TypedDict):
    language: str
    text: str


class PackageEventLog(TypedDict):
    id: int
    event: Literal["log"]
    data: PackageEventLogData


class PackageEventInstalledData(TypedDict):
    language: str
    packages: int
    sizeBytes: int


class PackageEventInstalled(TypedDict):
    id: int
    event: Literal["installed"]
    data: PackageEventInstalledData


class PackageEventFailedData(TypedDict):
    language: str
    error: str


class PackageEventFailed(TypedDict):
    id: int
    event: Literal["failed"]
    data: PackageEventFailedData


PackageEvent = Union["PackageEventStarted", "PackageEventLog", "PackageEventInstalled", "PackageEventFailed"]


class StoredCode(TypedDict):
    name: str
    language: str
    description: str
    stored: Literal[True]
    zeroKnowledge: Literal[True]


class _EncryptedCodeRequired(TypedDict):
    name: str
    language: str
    description: str
    stored: Literal[True]
    zeroKnowledge: Literal[True]
    size: int
    revision: int
    createdAt: str
    updatedAt: str
    encryptedPayload: ZKPayload


class EncryptedCode(_EncryptedCodeRequired, total=False):
    """
    The encrypted code: only a client with the master password can decrypt it.

    size: Size of the code in bytes of UTF-8.
    network: Network rules of runs that name no network themselves.
    """

    network: NetworkRules


class EncryptedCodeList(TypedDict):
    code: List[EncryptedCodeMetadata]


class _EncryptedCodeMetadataRequired(TypedDict):
    name: str
    language: str
    description: str
    stored: Literal[True]
    zeroKnowledge: Literal[True]
    size: int
    revision: int
    createdAt: str
    updatedAt: str


class EncryptedCodeMetadata(_EncryptedCodeMetadataRequired, total=False):
    """
    size: Size of the code in bytes of UTF-8.
    network: Network rules of runs that name no network themselves.
    """

    network: NetworkRules


class CodeRevisionList(TypedDict):
    revisions: List[CodeRevision]


class CodeRevision(TypedDict):
    revision: int
    language: str
    description: str
    size: int
    createdAt: str


class Reseal(TypedDict):
    id: str


class Resealed(TypedDict):
    """
    code: Number of scripts.
    """

    code: int


class DraftList(TypedDict):
    """
    key: 32 bytes, derived from the account's key and used for drafts only.
    """

    key: str
    drafts: List[DraftInfo]


class DraftInfo(TypedDict):
    """
    size: Size of the ciphertext in bytes.
    """

    id: str
    updatedAt: str
    size: int


class DraftReply(TypedDict):
    draft: Union[Draft, None]


class Draft(TypedDict):
    """
    size: Size of the ciphertext in bytes.
    """

    id: str
    updatedAt: str
    size: int
    payload: DraftPayload


class ProviderList(TypedDict):
    providers: List[Provider]


class Provider(TypedDict):
    """
    An OpenAI-compatible endpoint; its key is never returned.

    baseUrl: The address in use, with its version segment.
    version: Number of changes, from 1.
    """

    id: str
    baseUrl: str
    model: str
    hasKey: bool
    timeoutMs: int
    default: bool
    version: int
    createdAt: str
    updatedAt: str


class _ProviderTestRequired(TypedDict):
    outcome: Literal["ok", "dns", "refused", "tls", "timeout", "unreachable", "redirected", "unauthorized", "rate_limited", "server_error", "no_models", "unknown_model", "refused_request", "not_openai"]
    message: str


class ProviderTest(_ProviderTestRequired, total=False):
    """
    outcome: `ok`: the endpoint answers and has the model, if one is named. `no_models`: it lists no
        models, but the model answered a question; or no model is named. `refused_request`: it refuses
        every question to the model. `not_openai`: the endpoint does not speak the OpenAI protocol.
    message: The outcome in a sentence, with the next step.
    models: Models of the endpoint, if it lists them.
    """

    models: List[str]


class GenerateResponseUsage(TypedDict):
    """
    promptTokens: Total of all attempts; null if the endpoint does not report it.
    completionTokens: Total of all attempts; null if the endpoint does not report it.
    totalTokens: Total of all attempts; null if the endpoint does not report it.
    """

    promptTokens: Union[int, None]
    completionTokens: Union[int, None]
    totalTokens: Union[int, None]


class GenerateResponseRunError(TypedDict):
    """
    Why the last attempt could not be run: the error that POST /api/v1/execute would return.
    """

    code: Literal["invalid_request", "unauthorized", "invalid_credentials", "forbidden", "foreign_origin", "shell_not_proven", "registration_closed", "network_not_allowed", "cluster_not_allowed", "secret_release_off", "not_found", "nothing_remembered", "session_not_found", "api_key_not_found", "execution_not_found", "secret_not_found", "reseal_not_found", "code_not_found", "package_not_found", "provider_not_found", "generation_not_found", "item_not_found", "file_not_found", "sandbox_not_found", "process_not_found", "context_not_found", "cell_not_found", "method_not_allowed", "request_timeout", "email_taken", "item_rolled_back", "code_name_taken", "reseal_outdated", "draft_changed", "execution_finished", "execution_running", "stdin_not_open", "stdin_ended", "generation_finished", "generation_cancelled", "sandbox_paused", "process_ended", "file_exists", "sandbox_ended", "precondition_failed", "too_large", "unsupported_media_type", "expectation_failed", "wrong_host", "unknown_language", "language_needs_docker", "memory_needs_docker", "network_not_supported", "pause_not_supported", "environment_too_large", "secrets_must_be_named", "secret_not_bound", "secret_proxy_only", "unknown_secret", "too_many_secrets", "too_many_pinned", "drafts_full", "packages_not_supported", "packages_failed", "too_many_packages", "no_provider", "too_many_providers", "unknown_model", "no_code_in_answer", "model_refused", "not_approved", "decryption_failed", "sandbox_needs_docker", "language_has_no_kernel", "language_not_in_sandbox", "program_not_found", "path_is_link", "file_not_accessible", "wrong_file_type", "locked", "headers_too_large", "rate_limited", "queue_full", "queue_timeout", "model_rate_limited", "too_many_generations", "too_many_sandboxes", "sandbox_capacity_full", "sandbox_memory_full", "too_many_channels", "context_queue_full", "account_memory_full", "input_queue_full", "internal", "model_unreachable", "model_key_refused", "model_failed", "answer_too_large", "egress_unavailable", "engine_unavailable", "capacity_unavailable", "run_interrupted", "packages_unavailable", "key_store_unavailable", "language_not_installed", "storage_unavailable", "sandbox_disk_full", "model_timeout", "shutting_down"]
    message: str


class _GenerateResponseRequired(TypedDict):
    id: str
    code: str
    language: str
    model: str
    provider: str
    attempts: List[GenerationAttempt]
    usage: GenerateResponseUsage
    stopReason: Literal["not_executed", "succeeded", "failed", "identical_code", "repair_failed", "run_failed", "cancelled"]


class GenerateResponse(_GenerateResponseRequired, total=False):
    """
    code: Code of the last attempt that was run, else of the last attempt.
    attempts: All attempts, oldest first.
    execution: The last run, which is the run of `code`.
    stopReason: `failed`: the program failed and no repair was left. `identical_code`: the model
        returned the same code again. `repair_failed`: the model returned no repaired code.
        `run_failed`: the last program could not be run, and `runError` says why.
    runError: Why the last attempt could not be run: the error that POST /api/v1/execute would return.
    notices: Messages for users.
    """

    execution: ExecuteResponse
    runError: GenerateResponseRunError
    notices: List[str]


class _GenerationAttemptRequired(TypedDict):
    code: str


class GenerationAttempt(_GenerationAttemptRequired, total=False):
    execution: ExecuteResponse


class GenerationEventStartedData(TypedDict):
    id: str


class GenerationEventStarted(TypedDict):
    id: int
    event: Literal["started"]
    data: GenerationEventStartedData


class GenerationEventAttemptData(TypedDict):
    """
    attempt: Number of the attempt, from 1.
    """

    attempt: int
    model: str


class GenerationEventAttempt(TypedDict):
    id: int
    event: Literal["attempt"]
    data: GenerationEventAttemptData


class GenerationEventCodeData(TypedDict):
    text: str


class GenerationEventCode(TypedDict):
    id: int
    event: Literal["code"]
    data: GenerationEventCodeData


class GenerationEventWordsData(TypedDict):
    text: str


class GenerationEventWords(TypedDict):
    id: int
    event: Literal["words"]
    data: GenerationEventWordsData


class GenerationEventGeneratedData(TypedDict):
    """
    attempt: Number of the attempt, from 1.
    """

    attempt: int
    code: str


class GenerationEventGenerated(TypedDict):
    id: int
    event: Literal["generated"]
    data: GenerationEventGeneratedData


class GenerationEventRunStartedData(TypedDict):
    """
    attempt: Number of the attempt, from 1.
    """

    attempt: int
    id: str


class GenerationEventRunStarted(TypedDict):
    id: int
    event: Literal["run_started"]
    data: GenerationEventRunStartedData


class GenerationEventInstallingData(TypedDict):
    """
    The run waits until these packages, which it requested itself, are installed. This happens once.
    """

    packages: List[str]


class GenerationEventInstalling(TypedDict):
    """
    data: The run waits until these packages, which it requested itself, are installed. This happens
        once.
    """

    id: int
    event: Literal["installing"]
    data: GenerationEventInstallingData


class GenerationEventInstallLogData(TypedDict):
    """
    A line of the installer.
    """

    text: str


class GenerationEventInstallLog(TypedDict):
    """
    data: A line of the installer.
    """

    id: int
    event: Literal["install_log"]
    data: GenerationEventInstallLogData


class GenerationEventInstalledData(TypedDict):
    """
    The packages of `installing` are installed, and the run waits for a sandbox.
    """

    packages: List[RunPackage]


class GenerationEventInstalled(TypedDict):
    """
    data: The packages of `installing` are installed, and the run waits for a sandbox.
    """

    id: int
    event: Literal["installed"]
    data: GenerationEventInstalledData


class _GenerationEventStdoutDataRequired(TypedDict):
    text: str


class GenerationEventStdoutData(_GenerationEventStdoutDataRequired, total=False):
    """
    encoding: Present if `text` is base64 of the exact bytes, as the request asked with
        `outputEncoding`.
    missingBytes: If present, the text is a line that replaces this number of omitted bytes of output.
    """

    encoding: Literal["base64"]
    missingBytes: int


class GenerationEventStdout(TypedDict):
    id: int
    event: Literal["stdout"]
    data: GenerationEventStdoutData


class _GenerationEventStderrDataRequired(TypedDict):
    text: str


class GenerationEventStderrData(_GenerationEventStderrDataRequired, total=False):
    """
    encoding: Present if `text` is base64 of the exact bytes, as the request asked with
        `outputEncoding`.
    missingBytes: If present, the text is a line that replaces this number of omitted bytes of output.
    """

    encoding: Literal["base64"]
    missingBytes: int


class GenerationEventStderr(TypedDict):
    id: int
    event: Literal["stderr"]
    data: GenerationEventStderrData


class GenerationEventPrintedData(TypedDict):
    """
    With `outputKeep: "ends"`, once the first 512 KiB were sent: number of bytes printed so far. The
        last 512 KiB follow at the end of the run.
    """

    stdoutBytes: int
    stderrBytes: int


class GenerationEventPrinted(TypedDict):
    """
    data: With `outputKeep: "ends"`, once the first 512 KiB were sent: number of bytes printed so far.
        The last 512 KiB follow at the end of the run.
    """

    id: int
    event: Literal["printed"]
    data: GenerationEventPrintedData


class GenerationEventNetwork(TypedDict):
    id: int
    event: Literal["network"]
    data: NetworkEvent


class GenerationEventFile(TypedDict):
    id: int
    event: Literal["file"]
    data: ResultFile


class GenerationEventRunFinished(TypedDict):
    id: int
    event: Literal["run_finished"]
    data: ExecuteResponse


class GenerationEventFinished(TypedDict):
    id: int
    event: Literal["finished"]
    data: GenerateResponse


GenerationEvent = Union["GenerationEventStarted", "GenerationEventAttempt", "GenerationEventCode", "GenerationEventWords", "GenerationEventGenerated", "GenerationEventRunStarted", "GenerationEventInstalling", "GenerationEventInstallLog", "GenerationEventInstalled", "GenerationEventStdout", "GenerationEventStderr", "GenerationEventPrinted", "GenerationEventNetwork", "GenerationEventFile", "GenerationEventRunFinished", "GenerationEventFinished"]


class AuditPage(TypedDict):
    logs: List[AuditEntry]
    nextBefore: Union[int, None]


class AuditEntry(TypedDict):
    id: int
    user_id: int
    action: str
    resource_type: str
    resource_id: Union[str, None]
    ip_address: str
    metadata: Dict[str, Any]
    created_at: str


class _AuditVerificationRequired(TypedDict):
    verdict: Literal["intact", "edited", "gap", "truncated", "rolled_back", "unanchored"]
    entries: int


class AuditVerification(_AuditVerificationRequired, total=False):
    """
    entries: The account's own entries.
    firstBadId: Id of the first entry that was changed or is missing.
    """

    firstBadId: int


class RolledBackItems(TypedDict):
    items: List[RolledBackItem]


class RolledBackItem(TypedDict):
    """
    version: Current version in the database, or the last version of a missing item.
    fault: no_head: the item is not recorded. changed: it differs from the recorded state. older: a
        later change is recorded. log_broken: the audit log is damaged after its last change. missing:
        it is missing, but no deletion is recorded.
    digest: Digest of the state that was shown, so that no other state is accepted.
    """

    kind: Literal["secret", "script", "api_key"]
    id: str
    name: str
    version: int
    fault: Literal["no_head", "changed", "older", "log_broken", "missing"]
    digest: str


class AcceptedItems(TypedDict):
    accepted: int


class SettingsNetwork(TypedDict):
    """
    allowed: Whether a run can request the whole network (`full`).
    ceiling: Hosts that network rules can allow. No rule is accepted while it is empty.
    proxy: Proxy that connects the hosts of network rules (`CONNECT`), for a machine that reaches them
        through one only. The proxy looks their names up: whether an address is public is not checked
        then. Only a session can change it.
    """

    allowed: bool
    ceiling: List[NetworkCeilingEntry]
    proxy: Union[str, None]


class SettingsCluster(TypedDict):
    """
    allowed: Whether code, input and secrets of the account may leave the machine, for sandboxes that
        run in a cluster. Only a session can turn it on.
    """

    allowed: bool


class SettingsLimits(TypedDict):
    """
    timeoutMs: Time limit of runs that set none, in milliseconds.
    memoryMb: Memory limit of runs that set none, in MiB.
    """

    timeoutMs: int
    memoryMb: int


class SettingsInstaller(TypedDict):
    """
    builds: Whether packages can run their own code during installation: builds from source and scripts
        of npm packages.
    forRuns: Whether a run can have packages of its own: those that its code declares, and
        `withPackages`.
    """

    pipIndexUrl: Union[str, None]
    npmRegistry: Union[str, None]
    caBundlePath: Union[str, None]
    proxy: Union[str, None]
    builds: bool
    forRuns: bool


class SettingsHistory(TypedDict):
    keepRuns: int
    keepOutputs: bool
    maxBytes: int


class SettingsSandboxes(TypedDict):
    """
    perAccount: Maximum number of sandboxes of the account at the same time.
    """

    perAccount: int


class SettingsSecrets(TypedDict):
    """
    release: Whether `strongroom with` can give values of secrets to programs of this machine, with the
        password each time. Only a session can turn it on.
    """

    release: bool


class _SettingsRequired(TypedDict):
    network: SettingsNetwork
    cluster: SettingsCluster
    limits: SettingsLimits
    installer: SettingsInstaller
    history: SettingsHistory
    sandboxes: SettingsSandboxes
    secrets: SettingsSecrets
    autoLockMinutes: int
    registration: Literal["open", "closed"]


class Settings(_SettingsRequired, total=False):
    """
    registration: Setting of the whole machine; only the first account can change it.
    readOnly: Settings that this account cannot change; absent for the first account.
    """

    readOnly: List[Literal["registration"]]


class _JsonRpcErrorErrorRequired(TypedDict):
    code: int
    message: str


class JsonRpcErrorError(_JsonRpcErrorErrorRequired, total=False):
    data: Any


class _JsonRpcErrorRequired(TypedDict):
    jsonrpc: Literal["2.0"]
    error: JsonRpcErrorError


class JsonRpcError(_JsonRpcErrorRequired, total=False):
    """
    An error of the Model Context Protocol (JSON-RPC 2.0).
    """

    id: Union[str, float, None]


#: HTTP status of each error, which the events of a stream do not have.
ERROR_STATUSES: Mapping[str, int] = {
    "invalid_request": 400,
    "unauthorized": 401,
    "invalid_credentials": 401,
    "forbidden": 403,
    "foreign_origin": 403,
    "shell_not_proven": 403,
    "registration_closed": 403,
    "network_not_allowed": 403,
    "cluster_not_allowed": 403,
    "secret_release_off": 403,
    "not_found": 404,
    "nothing_remembered": 404,
    "session_not_found": 404,
    "api_key_not_found": 404,
    "execution_not_found": 404,
    "secret_not_found": 404,
    "reseal_not_found": 404,
    "code_not_found": 404,
    "package_not_found": 404,
    "provider_not_found": 404,
    "generation_not_found": 404,
    "item_not_found": 404,
    "file_not_found": 404,
    "sandbox_not_found": 404,
    "process_not_found": 404,
    "context_not_found": 404,
    "cell_not_found": 404,
    "method_not_allowed": 405,
    "request_timeout": 408,
    "email_taken": 409,
    "item_rolled_back": 409,
    "code_name_taken": 409,
    "reseal_outdated": 409,
    "draft_changed": 409,
    "execution_finished": 409,
    "execution_running": 409,
    "stdin_not_open": 409,
    "stdin_ended": 409,
    "generation_finished": 409,
    "generation_cancelled": 409,
    "sandbox_paused": 409,
    "process_ended": 409,
    "file_exists": 409,
    "sandbox_ended": 410,
    "precondition_failed": 412,
    "too_large": 413,
    "unsupported_media_type": 415,
    "expectation_failed": 417,
    "wrong_host": 421,
    "unknown_language": 422,
    "language_needs_docker": 422,
    "memory_needs_docker": 422,
    "network_not_supported": 422,
    "pause_not_supported": 422,
    "environment_too_large": 422,
    "secrets_must_be_named": 422,
    "secret_not_bound": 422,
    "secret_proxy_only": 422,
    "unknown_secret": 422,
    "too_many_secrets": 422,
    "too_many_pinned": 422,
    "drafts_full": 422,
    "packages_not_supported": 422,
    "packages_failed": 422,
    "too_many_packages": 422,
    "no_provider": 422,
    "too_many_providers": 422,
    "unknown_model": 422,
    "no_code_in_answer": 422,
    "model_refused": 422,
    "not_approved": 422,
    "decryption_failed": 422,
    "sandbox_needs_docker": 422,
    "language_has_no_kernel": 422,
    "language_not_in_sandbox": 422,
    "program_not_found": 422,
    "path_is_link": 422,
    "file_not_accessible": 422,
    "wrong_file_type": 422,
    "locked": 423,
    "headers_too_large": 431,
    "rate_limited": 429,
    "queue_full": 429,
    "queue_timeout": 429,
    "model_rate_limited": 429,
    "too_many_generations": 429,
    "too_many_sandboxes": 429,
    "sandbox_capacity_full": 429,
    "sandbox_memory_full": 429,
    "too_many_channels": 429,
    "context_queue_full": 429,
    "account_memory_full": 429,
    "input_queue_full": 429,
    "internal": 500,
    "model_unreachable": 502,
    "model_key_refused": 502,
    "model_failed": 502,
    "answer_too_large": 502,
    "egress_unavailable": 503,
    "engine_unavailable": 503,
    "capacity_unavailable": 503,
    "run_interrupted": 503,
    "packages_unavailable": 503,
    "key_store_unavailable": 503,
    "language_not_installed": 503,
    "storage_unavailable": 507,
    "sandbox_disk_full": 507,
    "model_timeout": 504,
    "shutting_down": 503,
}

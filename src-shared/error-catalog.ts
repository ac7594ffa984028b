/**
 * Every error of the API: its stable code, its HTTP status and its meaning. Each code has one status.
 * `docs/troubleshooting` and the OpenAPI document are generated from this table.
 */
export const errorCatalog = {
  invalid_request: {
    status: 400,
    meaning: 'The request does not match the documented schema; `details` names every invalid field.',
  },
  unauthorized: {
    status: 401,
    meaning: 'A valid credential is required: the x-api-key header or Authorization: Bearer.',
  },
  invalid_credentials: { status: 401, meaning: 'The e-mail or the password is wrong.' },
  forbidden: { status: 403, meaning: 'The credential does not allow this; the message names the missing scope.' },
  foreign_origin: { status: 403, meaning: 'The request comes from another web origin.' },
  shell_not_proven: {
    status: 403,
    meaning: 'Only the desktop app of the user who runs the daemon can use this operation.',
  },
  registration_closed: { status: 403, meaning: 'Registration is closed in the settings.' },
  network_not_allowed: {
    status: 403,
    meaning:
      'The settings do not allow the whole network (`network.allowed`) or a host of the rules (`network.ceiling`), or the API ' +
      'key does not (`networkHosts`).',
  },
  cluster_not_allowed: {
    status: 403,
    meaning:
      'The sandboxes of this daemon run in a cluster, and the settings of the account do not allow that its code leaves the ' +
      'machine (`cluster.allowed`). Nothing was sent.',
  },
  secret_release_off: {
    status: 403,
    meaning: 'The settings do not allow values of secrets for programs of this machine (`secrets.release`).',
  },
  not_found: { status: 404, meaning: 'No operation has this path; GET /api/v1 lists them.' },
  nothing_remembered: { status: 404, meaning: 'This computer remembers no session, or the session has expired.' },
  session_not_found: { status: 404, meaning: 'The account has no session with this id.' },
  api_key_not_found: { status: 404, meaning: 'The account has no API key with this id.' },
  execution_not_found: {
    status: 404,
    meaning: 'The account has no execution with this id, or the API key is not allowed to see it.',
  },
  secret_not_found: { status: 404, meaning: 'The account has no secret with this name.' },
  reseal_not_found: { status: 404, meaning: 'This change of the master password ended, or another one began.' },
  code_not_found: {
    status: 404,
    meaning: 'The account has no stored code with this name, or the code has no such revision.',
  },
  package_not_found: { status: 404, meaning: 'The package list of this language does not contain the package.' },
  provider_not_found: { status: 404, meaning: 'The account has no model provider with this id.' },
  generation_not_found: {
    status: 404,
    meaning: 'The account has no generation with this id, or it ended more than a minute ago.',
  },
  item_not_found: {
    status: 404,
    meaning: 'The account has no rolled-back item with this id; GET /api/v1/items/rolled-back lists them.',
  },
  file_not_found: {
    status: 404,
    meaning: 'The execution left no file with this path, or it is not stored; or the sandbox has nothing at this path.',
  },
  sandbox_not_found: {
    status: 404,
    meaning: 'The account has no sandbox with this id, or the API key does not see it.',
  },
  process_not_found: { status: 404, meaning: 'This API started no process with this pid in the sandbox.' },
  context_not_found: { status: 404, meaning: 'The sandbox has no context with this id; its kernel may have ended.' },
  cell_not_found: { status: 404, meaning: 'The context has no such cell, or it ended more than a minute ago.' },
  method_not_allowed: {
    status: 405,
    meaning: 'The path does not support this method; the Allow header lists those that it supports.',
  },
  request_timeout: { status: 408, meaning: 'The request did not arrive within the time limit; send it again.' },
  email_taken: { status: 409, meaning: 'An account with this e-mail exists already; log in, or use another e-mail.' },
  item_rolled_back: {
    status: 409,
    meaning:
      'A secret, script or API key differs from the state that this daemon last wrote. Its owner can accept it: ' +
      'POST /api/v1/items/accept.',
  },
  code_name_taken: { status: 409, meaning: 'Another stored code has this name already; choose another name.' },
  reseal_outdated: {
    status: 409,
    meaning: 'A script is missing, or was changed in the meantime (`details`). Nothing was changed; begin again.',
  },
  draft_changed: { status: 409, meaning: 'Another window saved this draft after it was read here; read it again.' },
  execution_finished: { status: 409, meaning: 'The execution has ended already.' },
  execution_running: { status: 409, meaning: 'The execution has not ended; cancel it or wait, then delete it.' },
  stdin_not_open: { status: 409, meaning: 'The execution was not started with `openStdin`.' },
  stdin_ended: { status: 409, meaning: 'An earlier request has ended the input of the execution.' },
  generation_finished: { status: 409, meaning: 'The generation has ended already.' },
  generation_cancelled: { status: 409, meaning: 'The generation was cancelled before the model had returned code.' },
  sandbox_paused: { status: 409, meaning: 'The sandbox is paused; resume it first.' },
  process_ended: { status: 409, meaning: 'The process, or its input, has ended already.' },
  file_exists: { status: 409, meaning: 'Something has this path already; remove it, or set `replace`.' },
  sandbox_ended: {
    status: 410,
    meaning:
      'The sandbox ended less than 10 minutes ago; the message says why, and `endReason` in `details` names the ' +
      'reason. Create a new one.',
  },
  precondition_failed: {
    status: 412,
    meaning:
      'The name exists already (`If-None-Match`), or it has another version (`If-Match`). Nothing was changed; read ' +
      'the current version and try again.',
  },
  too_large: {
    status: 413,
    meaning:
      'The request body is larger than 16 MiB, or larger than 64 KiB for an operation that requires no credential.',
  },
  unsupported_media_type: {
    status: 415,
    meaning: 'The Content-Type of a request body must be application/json, in UTF-8.',
  },
  expectation_failed: { status: 417, meaning: 'The only supported value of the Expect header is 100-continue.' },
  wrong_host: { status: 421, meaning: 'The Host header, or the request target, is not the address of this daemon.' },
  unknown_language: { status: 422, meaning: 'No language has this id or alias; GET /api/v1/languages lists them.' },
  language_needs_docker: {
    status: 422,
    meaning: 'The language requires Docker, and no Docker engine answers; the message says how to start one.',
  },
  memory_needs_docker: {
    status: 422,
    meaning: 'Without Docker, a run can use at most 256 MiB; lower `memoryMb` or start Docker.',
  },
  network_not_supported: {
    status: 422,
    meaning: 'The sandboxes of this engine cannot have the requested network; the message says why.',
  },
  pause_not_supported: {
    status: 422,
    meaning: 'The sandboxes of this engine cannot be paused; the message says why.',
  },
  environment_too_large: {
    status: 422,
    meaning:
      'Arguments, environment and secrets together exceed 1 MiB, or one of them exceeds 128 KiB; `details` names it.',
  },
  secrets_must_be_named: { status: 422, meaning: 'A run with network access must list its secrets by name.' },
  secret_not_bound: {
    status: 422,
    meaning: 'A network rule names a secret that has no `hosts`, or whose hosts do not include the host of the rule.',
  },
  secret_proxy_only: {
    status: 422,
    meaning: 'The secret has `hosts`, so it is no environment variable: a network rule must name it.',
  },
  unknown_secret: { status: 422, meaning: 'The request names a secret that the account does not have.' },
  too_many_secrets: { status: 422, meaning: 'The account already has 200 secrets, the maximum; delete one first.' },
  too_many_pinned: {
    status: 422,
    meaning:
      'The account already has 100 pinned executions, or they would take more than half of `history.maxBytes`; unpin one ' +
      'first.',
  },
  drafts_full: {
    status: 422,
    meaning: 'The account already has the maximum of 256 drafts or 64 MiB of drafts; discard some first.',
  },
  packages_not_supported: { status: 422, meaning: 'The language has no package list.' },
  packages_failed: {
    status: 422,
    meaning:
      'The packages that the code declares, or that `withPackages` names, could not be installed, so nothing was run or ' +
      'created; the message says why.',
  },
  too_many_packages: {
    status: 422,
    meaning: 'The package lists already contain 200 packages, the maximum; remove one first.',
  },
  no_provider: { status: 422, meaning: 'The account has no model provider; add one with PUT /api/v1/providers/{id}.' },
  too_many_providers: {
    status: 422,
    meaning: 'The account already has 20 model providers, the maximum; delete one first.',
  },
  unknown_model: { status: 422, meaning: 'The model provider has no model with this name.' },
  no_code_in_answer: { status: 422, meaning: 'The answer of the model has no code, or was cut off before its end.' },
  model_refused: { status: 422, meaning: 'The model, or a filter of its provider, refused; the message says why.' },
  not_approved: {
    status: 422,
    meaning: 'The code, secrets, packages or network differ from what was approved; review and approve them again.',
  },
  decryption_failed: {
    status: 422,
    meaning: 'The master password is wrong, or the stored code was changed; the two cannot be distinguished.',
  },
  sandbox_needs_docker: {
    status: 422,
    meaning: 'Sandboxes require Docker, and no Docker engine answers; the message says how to start one.',
  },
  language_has_no_kernel: {
    status: 422,
    meaning: 'The language has no kernel, so it cannot run cells; run its code as a process.',
  },
  language_not_in_sandbox: {
    status: 422,
    meaning: 'The image of the sandbox does not have this language, or its programs must be compiled first.',
  },
  program_not_found: { status: 422, meaning: 'The sandbox has no executable program with this name.' },
  path_is_link: { status: 422, meaning: 'A part of the path is a symbolic link. Links are never followed.' },
  file_not_accessible: {
    status: 422,
    meaning:
      'The permissions of the file or of its folder do not allow this; a process in the sandbox can change them.',
  },
  wrong_file_type: {
    status: 422,
    meaning: 'The operation requires a file and the path is a folder, or the opposite, or it is neither.',
  },
  locked: { status: 423, meaning: 'The keychain of the operating system is locked; unlock it and try again.' },
  headers_too_large: { status: 431, meaning: 'The headers of the request exceed 16 KiB together.' },
  rate_limited: {
    status: 429,
    meaning: 'Too many attempts, or too many open event streams; see the message and the Retry-After header.',
  },
  queue_full: {
    status: 429,
    meaning: 'The sandbox queue is full; try again after the time in the Retry-After header.',
  },
  queue_timeout: {
    status: 429,
    meaning:
      'The run or the sandbox could not start within its `maxQueueMs`, and no part of it ran; try again after the time in the ' +
      'Retry-After header.',
  },
  model_rate_limited: {
    status: 429,
    meaning: 'The model provider accepts no more requests now; see the Retry-After header.',
  },
  too_many_generations: {
    status: 429,
    meaning: 'The account already has 8 generations in progress, the maximum; wait until one ends.',
  },
  too_many_sandboxes: {
    status: 429,
    meaning: 'The account already has the maximum number of sandboxes; delete one first.',
  },
  sandbox_capacity_full: {
    status: 429,
    meaning: 'Sandboxes already hold half of the memory or of the run slots; delete one, or request less memory.',
  },
  sandbox_memory_full: {
    status: 429,
    meaning:
      'The memory of the sandbox has no room for another context; delete one, or create a sandbox with more memory.',
  },
  too_many_channels: {
    status: 429,
    meaning: 'The sandbox already has 64 processes, contexts, transfers and watches in progress; end one first.',
  },
  context_queue_full: { status: 429, meaning: 'The context already has 16 waiting cells; wait for one to end.' },
  account_memory_full: {
    status: 429,
    meaning:
      'The daemon holds too much for the account: answers that were not read, request bodies, input that programs have not ' +
      'read, output of runs. Read or close them; see the Retry-After header.',
  },
  input_queue_full: { status: 429, meaning: 'More than 16 MiB of input wait; send more when the program has read.' },
  internal: { status: 500, meaning: "Internal error. The daemon's log has the details under the request id." },
  model_unreachable: { status: 502, meaning: 'The model provider cannot be reached; the message says why.' },
  model_key_refused: { status: 502, meaning: 'The model provider rejects the API key that is set for it.' },
  model_failed: { status: 502, meaning: 'The model provider answered with an error, or its answer ended early.' },
  answer_too_large: { status: 502, meaning: 'The answer of the model exceeded 1 MiB of text and was stopped.' },
  egress_unavailable: { status: 503, meaning: 'The network rules of a run cannot be applied; the message says why.' },
  engine_unavailable: { status: 503, meaning: 'No sandbox engine answers; the message says what to do.' },
  capacity_unavailable: {
    status: 503,
    meaning:
      'The cluster has no room for another sandbox, so no part of the program ran; try again after the time in the ' +
      'Retry-After header.',
  },
  run_interrupted: {
    status: 503,
    meaning:
      'The program had started when its sandbox was lost. It is not run again automatically, because it may have had an effect.',
  },
  packages_unavailable: {
    status: 503,
    meaning: 'The installed packages were removed from the sandbox engine and are being installed again; try again.',
  },
  key_store_unavailable: {
    status: 503,
    meaning: 'The key store does not answer, so no session can be remembered or restored.',
  },
  language_not_installed: {
    status: 503,
    meaning: 'The image of the language is not installed; the message has the command that installs it.',
  },
  storage_unavailable: {
    status: 507,
    meaning: 'The disk of the data folder is full; nothing was changed. The message says what to do.',
  },
  sandbox_disk_full: {
    status: 507,
    meaning: "The sandbox's working directory has no free space or no free entries; delete files in it.",
  },
  model_timeout: { status: 504, meaning: 'The model provider sent nothing for longer than its `timeoutMs`.' },
  shutting_down: { status: 503, meaning: 'The daemon is stopping; try again when it runs again.' },
} as const satisfies Record<string, { status: number; meaning: string }>;

export type ErrorCode = keyof typeof errorCatalog;
